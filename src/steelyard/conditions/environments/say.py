"""Items and requirements as people read them: short values, reasons as sentences, Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from steelyard.conditions.environments.checklist import Check, Checklist
from steelyard.conditions.environments.requirements import Note, Requirement
from steelyard.i18n import pick, t
from steelyard.i18n.numbers import value_text

_SHOWN, _CHARS = 4, 60
_MARKS = {"pass": "✓", "fail": "✗", "unknown": "?"}


def say_value(value: Any) -> str:
    """Return a value in one short line; of long lists the first few and how many there are."""
    if isinstance(value, dict):
        value = [f"{name} {inner}" for name, inner in value.items()]
    if isinstance(value, list):
        shown = ", ".join(str(one) for one in value[:_SHOWN])
        many = len(value) > _SHOWN
        return t("environments.more", shown=shown, n=len(value)) if many else shown or "[]"
    text = " ".join(str(value).split())
    return text if len(text) <= _CHARS else text[: _CHARS - 1] + "…"


def say_reason(reason: str | None, detail: str) -> str:
    """Return why an item is null; a reason from elsewhere is said as it stands."""
    try:
        return t(f"environments.reason_{reason}", detail=detail)
    except KeyError:
        return f"{reason} {detail}".strip()


def say_requirement(requirement: Requirement) -> str:
    """Return a requirement as one reads it aloud: python.version >= 3.11."""
    if requirement.op == "exists":
        word = "exists_not" if requirement.value is False else "exists"
        return f"{requirement.key} {t(f'environments.{word}')}"
    value = requirement.value
    said = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"{requirement.key} {requirement.op} {said}"


def say_check(check: Check) -> str:
    """Return mark and evidence of one check."""
    finding = check.finding
    said = say_value(finding.value) if finding.value is not None else ""
    if finding.reason is not None:
        said = f"{said} ({say_reason(finding.reason, finding.detail)})".strip()
    return f"{_MARKS[check.status]} {said}"


def say_note(note: Note | str | None) -> str:
    """Return the remark in the current language."""
    return pick(note) if isinstance(note, Note) else note or ""


def say_coverage(checklist: Checklist) -> str:
    """Return how much of the critical configuration has a probed value."""
    if checklist.coverage is None:
        return t("environments.no_critical")
    parts = f"{len(checklist.covered)}/{len(checklist.required)}"
    return f"{value_text(checklist.coverage, '%')} ({parts})"


def markdown(checklists: Sequence[Checklist], source: str) -> str:
    """Return the checklist as a Markdown page, the environments side by side."""
    heads = [t(f"environments.{key}") for key in ("requirement", "severity")]
    rows = [[*heads, *(checklist.name for checklist in checklists), t("environments.note")]]
    rows.append(["---"] * len(rows[0]))
    for number, check in enumerate(checklists[0].checks):
        asked = check.requirement
        found = (say_check(checklist.checks[number]) for checklist in checklists)
        rows.append([say_requirement(asked), say_severity(asked), *found, say_note(asked.note)])
    for label, values in summary(checklists):
        rows.append([f"**{label}**", "", *values, ""])
    table = "\n".join(f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows)
    return f"# {t('environments.title')}: {source}\n\n{table}\n"


def say_severity(requirement: Requirement) -> str:
    """Return how bad it is, and whether it belongs to the critical configuration."""
    said = t(f"environments.severity_{requirement.severity}")
    extra = requirement.is_critical and requirement.severity != "critical"
    return f"{said}, {t('environments.critical')}" if extra else said


def summary(checklists: Sequence[Checklist]) -> list[tuple[str, list[str]]]:
    """Return the lines below the table, a value for each environment."""
    return [
        (t("environments.issues"), [str(one.count("fail")) for one in checklists]),
        (t("environments.unknowns"), [str(one.count("unknown")) for one in checklists]),
        (t("environments.coverage"), [say_coverage(one) for one in checklists]),
    ]


def _cell(text: str) -> str:
    """Return text that cannot break out of its cell."""
    clean = " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|")
    return clean.replace("<", "&lt;")
