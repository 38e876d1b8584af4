"""The address of a page: what a person would share stands in it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit

from nicegui import ui


def replace_query(query: Mapping[str, str]) -> None:
    """Put these filters into the address of the page that is shown, without building it again."""
    router = ui.context.client.sub_pages_router
    path = urlsplit(router.current_path).path
    kept = {name: value for name, value in query.items() if value}
    router.current_path = f"{path}?{urlencode(kept)}" if kept else path
    ui.navigate.history.replace(router.current_path)
