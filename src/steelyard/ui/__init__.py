"""The web pages: one shell on the service's application, one file per page.

Read `frame.py` first: it makes the shell, the navigation and every guard from the list of pages.
A page asks the service through its `Visit`, which checks who is asking each time.
"""

from steelyard.ui.app import mount_pages

__all__ = ["mount_pages"]
