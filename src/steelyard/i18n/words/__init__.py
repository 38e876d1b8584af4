"""Sentences by area, each key with its English and its Chinese."""
