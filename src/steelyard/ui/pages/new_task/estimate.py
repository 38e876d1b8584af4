"""What a plan will take: asks, time, tokens, cost; and from what that is known."""

from __future__ import annotations

from steelyard.i18n import t
from steelyard.report.numbers import NOTHING, count_text, duration_text, significant
from steelyard.server.tasks.written import Checked
from steelyard.ui.components import badge, facts, label, row


def show_estimate(found: Checked) -> None:
    """Show it."""
    with row():
        badge(t("ui_tasks.in_order"), "good")
    asks = count_text(found.asks)
    if found.conditions:
        asks = t("ui_tasks.about", n=asks)
    pairs = [
        (t("ui_tasks.cases"), count_text(found.cases)),
        (t("ui_tasks.epochs"), count_text(found.epochs)),
        (t("ui_tasks.conditions"), count_text(found.conditions)),
        (t("ui_tasks.asks"), asks),
    ]
    pace = found.pace
    if pace is None:
        facts([*pairs, (t("ui_tasks.time"), NOTHING), (t("ui_tasks.cost"), NOTHING)])
        label(t("ui_tasks.no_pace"), "sy-quiet sy-small", tag="p")
        return
    seconds = pace.seconds(found.asks, found.concurrency)
    tokens = None if pace.tokens is None else pace.tokens * found.asks
    cost = None if pace.cost is None else pace.cost * found.asks
    pairs += [
        (t("ui_tasks.time"), t("ui_tasks.about", n=duration_text(seconds))),
        (t("ui_tasks.tokens"), _about(None if tokens is None else count_text(tokens))),
        (t("ui_tasks.cost"), _about(None if cost is None else significant(cost))),
    ]
    facts(pairs)
    label(t("ui_tasks.from_pace", n=pace.tasks), "sy-quiet sy-small", tag="p")


def _about(text: str | None) -> str:
    return t("ui_tasks.not_said") if text is None else t("ui_tasks.about", n=text)
