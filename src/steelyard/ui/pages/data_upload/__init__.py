"""Uploading: drop a file, say what its columns are, put rows right, keep it."""

from steelyard.ui.pages.data_upload.page import PAGE

__all__ = ["PAGE"]
