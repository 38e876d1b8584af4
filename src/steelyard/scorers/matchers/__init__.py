"""Matchers: whether a reply gives the expected answer. One file per kind of answer."""
