"""What MkDocs does to a page of ours beside rendering it."""

from __future__ import annotations

import re
from typing import Any

# Files of the repository that are no part of the site: named, not linked.
_OUTSIDE = re.compile(r"\[([^\]]+)\]\((?:\.\./){2}([^)]+)\)")
# ```yaml plan.yaml: which file the reader saves the block as; tests/docs do the same.
_FILE = re.compile(r"^```(\w+) ([\w./-]+)$", re.MULTILINE)
_NOT_TRANSLATED = '!!! note "本页暂无中文"\n    以下为英文原文。\n\n'


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Make links out of the site plain text, show the names of files, and say what is English."""
    markdown = _OUTSIDE.sub(r"\1 (`\2`)", markdown)
    markdown = _FILE.sub(r'```{.\1 title="\2"}', markdown)
    file = page.file
    if getattr(file, "locale_alternate_of", "en") == "zh" and file.localization != "zh":
        return _NOT_TRANSLATED + markdown
    return markdown
