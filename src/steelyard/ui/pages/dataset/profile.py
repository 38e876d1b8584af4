"""What is in a version, in numbers and bars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.model import FIELDS
from steelyard.report.numbers import count_text, value_text
from steelyard.report.outline import group_words
from steelyard.server.db.tables import DatasetVersion
from steelyard.ui.components import (
    Column,
    DataTable,
    Row,
    bars,
    csv_action,
    download_link,
    empty,
    grid,
    kpi,
    label,
    panel,
    raw,
    row,
)

_MOST_BARS = 12
_OURS = ("eval_type", "scene_type")  # whose values the product itself defines
_MARKS = ("min", "p5", "p25", "p50", "p75", "p95", "max")


async def show_profile(version: DatasetVersion, path: str) -> None:
    """Show the profile of a version; `path` is where the API has it."""
    profile = version.profile
    _show_numbers(version)
    groups: Mapping[str, Mapping[str, int]] = profile.get("groups") or {}
    with grid():
        if not (groups.get("scene") or groups.get("domain")):
            with panel(t("ui_data.scene"), span=8):
                empty(t("ui_data.no_groups"))
        for name in ("scene", "domain"):
            if groups.get(name):
                _show_counts(t(f"ui_data.{name}"), name, groups[name], profile["cases"], span=4)
        with ui.element("div").classes("sy-column sy-sections sy-span-4"):
            _show_languages(profile)
            for name in _OURS:
                if groups.get(name):
                    _show_counts(t(f"ui_data.{name}"), name, groups[name], profile["cases"])
    _show_lengths(profile)
    with grid():
        _show_fields(profile)
        _show_beside(profile)
    with row():
        download_link(t("ui_data.download_profile"), path)


def _show_numbers(version: DatasetVersion) -> None:
    profile = version.profile
    repeated = profile.get("duplicates") or {}
    further = repeated.get("normalised", 0) - repeated.get("exact", 0)
    with grid():
        kpi(t("ui_data.cases"), count_text(version.rows))
        kpi(t("ui_data.rows_read"), count_text(profile.get("rows_read")))
        kpi(t("ui_data.set_aside"), count_text(version.rejected))
        kpi(
            t("ui_data.duplicates"),
            count_text(repeated.get("exact")),
            note=t("ui_data.duplicates_note", n=count_text(further)) if further else "",
        )


def _show_counts(
    heading: str, file: str, counts: Mapping[str, int], total: int, *, span: int = 12
) -> None:
    ranked = sorted(counts.items(), key=lambda pair: -pair[1])
    if file in _OURS:
        ranked = [(pick(group_words(name)), n) for name, n in ranked]
    with panel(heading, span=span) as corner:
        with corner:
            csv_action(file, [heading, t("ui_data.cases")], ranked)
        bars(
            heading,
            [(name, n / max(1, total), count_text(n)) for name, n in ranked[:_MOST_BARS]],
        )
        if len(ranked) > _MOST_BARS:
            rest = sum(n for _, n in ranked[_MOST_BARS:])
            more = count_text(len(ranked) - _MOST_BARS)
            label(t("ui_data.further", n=more, cases=count_text(rest)), "sy-quiet sy-small")


def _show_languages(profile: Mapping[str, Any]) -> None:
    counts = profile.get("languages") or {}
    total = sum(counts.values()) or 1
    with panel(t("ui_data.languages")):
        rows = [
            (t(f"ui_data.lang_{name}"), n / total, value_text(n / total, "1"))
            for name, n in counts.items()
        ]
        bars(t("ui_data.languages"), rows)
        label(t("ui_data.languages_note"), "sy-quiet sy-small")


def _show_lengths(profile: Mapping[str, Any]) -> None:
    found = {name: marks for name, marks in (profile.get("lengths") or {}).items() if marks}
    columns = [Column("field", t("ui_data.lengths"))]
    columns += [Column(key, _mark(key), "number") for key in _MARKS]
    rows = [
        Row(name, [t(f"ui_data.{name}"), *(count_text(marks.get(key)) for key in _MARKS)])
        for name, marks in found.items()
    ]
    with panel(t("ui_data.lengths"), flush=True) as corner:
        with corner:
            csv_action("lengths", [one.label for one in columns], [row.cells for row in rows])
        DataTable(t("ui_data.lengths"), columns).show(rows)


def _mark(key: str) -> str:
    return key.upper() if key.startswith("p") else t(f"ui_data.mark_{key}")


def _show_fields(profile: Mapping[str, Any]) -> None:
    cases = profile.get("cases") or 0
    counts = {name: one["filled"] for name, one in (profile.get("fields") or {}).items()}
    present = {name: n for name, n in counts.items() if n}
    columns = [
        Column("field", t("ui_data.field"), "mono"),
        Column("means", t("ui_data.means")),
        Column("filled", t("ui_data.filled"), "progress"),
    ]
    rows = [
        Row(
            name,
            [name, _meaning(name), (f"{count_text(n)} / {count_text(cases)}", n / max(1, cases))],
        )
        for name, n in present.items()
    ]
    with panel(t("ui_data.fields"), span=7, flush=True) as corner:
        with corner:
            csv_action("fields", [one.label for one in columns], [row.cells for row in rows])
        DataTable(t("ui_data.fields"), columns).show(rows)


def _show_beside(profile: Mapping[str, Any]) -> None:
    with ui.element("div").classes("sy-column sy-sections sy-span-5"):
        keys = profile.get("metadata_keys") or {}
        if keys:
            _show_counts(t("ui_data.metadata_keys"), "metadata", keys, profile["cases"])
        if profile.get("warnings"):
            with panel(t("ui_data.odd")):
                for one in profile["warnings"]:
                    raw(one["message"], "sy-wrap")


def _meaning(name: str) -> str | None:
    field = FIELDS.get(name)
    return None if field is None else pick(field.words)
