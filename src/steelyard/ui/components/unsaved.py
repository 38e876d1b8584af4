"""`Unsaved`: asks before a page is left whose form holds what is kept nowhere else."""

from __future__ import annotations

from nicegui.element import Element


class Unsaved(Element, component="unsaved.js"):
    """Stands in the shell before the pages do, and shows nothing.

    It watches links and whatever has `data-leaves`, Back, and the browser's own ways to leave;
    `Form.ask_before_leaving` says which forms are meant.
    """
