"""Processing 数据处理: steps on a version of a dataset, looked at before they are carried out."""

from steelyard.ui.pages.processing.page import PAGE

__all__ = ["PAGE"]
