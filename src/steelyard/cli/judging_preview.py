"""How answers will be judged, on the terminal, before the first request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from steelyard.i18n import pick, t

if TYPE_CHECKING:
    from rich.console import Console

_TEXT = 36


def print_preview(judging: Mapping[str, Any], console: Console) -> None:
    """Print which rule judges how many cases, and a few of these.

    Args:
        judging: `JudgingPreview.as_dict()`.
        console: where to.
    """
    from rich.table import Table
    from rich.text import Text

    from steelyard.report.content import GuessLevel
    from steelyard.report.judging import guess_words
    from steelyard.report.numbers import count_text

    counts = [f"{_rule(rule)} {count_text(count)}" for rule, count in judging["table"].items()]
    console.print(Text(t("judged.preview_title", rules=" · ".join(counts))))
    tried = any(case["answer"] is not None for case in judging["cases"])
    names = ["case", "rule", "input", "expected", *(["answer", "verdict"] if tried else [])]
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1))
    for name in names:
        table.add_column(t(f"judged.preview_{name}"), overflow="fold")
    for case in judging["cases"]:
        cells = [case["case_id"], _rule(case["rule"]), case["input"], case["expected"]]
        cells += [case["answer"], _verdict(case)] if tried else []
        table.add_row(*(Text(_plain(cell)) for cell in cells))
    if judging["cases"]:
        console.print(table)
    guess = judging.get("guess")
    if guess and (said := guess_words(GuessLevel(**guess))) is not None:
        console.print(Text(pick(said)))
    if unjudged := judging["table"].get("none"):
        console.print(Text(t("judged.no_rule", n=unjudged), style="yellow"))


def _rule(rule: str) -> str:
    from steelyard.report.judging import rule_words

    return pick(rule_words(rule))


def _verdict(case: Mapping[str, Any]) -> str:
    if case["answer"] is None:
        return ""
    said = t(f"judged.preview_{_OUTCOMES[case['passed']]}")
    return said if case["evidence"] is None else f"{said} ({case['evidence']})"


_OUTCOMES = {True: "passes", False: "fails", None: "open"}


def _plain(text: str | None) -> str:
    from steelyard.report.text import one_line

    return "–" if text is None else one_line(text, _TEXT)
