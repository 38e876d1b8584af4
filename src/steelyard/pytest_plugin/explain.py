"""Why a test failed: the gates with what they saw, the numbers behind them, cases to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.analysis.comparison import Flips
    from steelyard.evaluation import Run

_CASES = 5


def explain(run: Run, gates: Sequence[Mapping[str, Any]], flips: Flips | None = None) -> str:
    """Return the explanation of failed gates.

    Args:
        run: the run.
        gates: what came of all of them.
        flips: how verdicts changed against the baseline, if there is one.
    """
    failed = [gate for gate in gates if not gate["passed"]]
    head = t("pytest_plugin.failed", n=len(failed), total=len(gates), run=_safe(_name(run), 80))
    lines = [head, *map(_gate, [*failed, *(gate for gate in gates if gate["passed"])])]
    lines += ["", score_line(run), *_judged_by(run), *_values(run, failed)]
    lines += _failing(run) if flips is None else _broken(flips)
    return "\n".join([*lines, "", t("pytest_plugin.look", path=run.path / "report.html")])


def score_line(run: Run) -> str:
    """Return the headline with its interval and the number of rows, on one line."""
    from steelyard.i18n import pick
    from steelyard.report.headline import number_name
    from steelyard.report.numbers import count_text, interval_text, value_text
    from steelyard.report.sources import headline_source

    first = run.headline
    name = pick(number_name(first.id))
    interval = interval_text(first.ci_low, first.ci_high, "")
    score = f"{value_text(first.value, '')} {interval}".rstrip()
    if (source := headline_source(first.id, first.provenance)) is not None:
        score = t("pytest_plugin.sourced", value=score, source=pick(source))
    return t("pytest_plugin.score", name=name, score=score, n=count_text(_rows(run)))


def _judged_by(run: Run) -> list[str]:
    """Return what gave the verdicts, and how far guessing gets."""
    from steelyard.i18n import pick
    from steelyard.report.judging import badge_words, guess_words, read_judging

    judging = read_judging(run.summary)
    if judging is None:
        return []
    return [pick(line) for line in (badge_words(judging), guess_words(judging.guess)) if line]


def _gate(gate: Mapping[str, Any]) -> str:
    from steelyard.report.numbers import gate_text

    seen = gate_text(gate["observed"])
    key = "gate_met" if gate["passed"] else "gate_not_met"
    line = t(f"pytest_plugin.{key}", text=_safe(gate["text"], 200), seen=seen)
    return f"{line} {_safe(gate['reason'], 300)}" if gate["reason"] else line


def _values(run: Run, failed: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the indicators that failed gates are about, with their intervals."""
    from steelyard.i18n import pick
    from steelyard.report.numbers import interval_text, value_text
    from steelyard.report.sources import source_words

    lines = []
    for id_ in dict.fromkeys(str(gate["text"]).partition(":")[0].strip() for gate in failed):
        record = next((one for one in run.summary["indicators"] if one["id"] == id_), None)
        if record is not None:
            value = value_text(record["value"], record["unit"])
            interval = interval_text(record["ci_low"], record["ci_high"], record["unit"])
            value = f"{value} {interval}".rstrip()
            if record["value"] is not None:
                source = pick(source_words(record["provenance"]))
                value = t("pytest_plugin.sourced", value=value, source=source)
            facts = {"id": id_, "value": value, "n": record["n"]}
            lines.append(t("pytest_plugin.value", **facts))
    return lines


def _failing(run: Run) -> list[str]:
    columns = "case_id, scene, input, coalesce(label, expected_output) AS expected, output, error"
    rows = run.cases.query(
        f"SELECT {columns} FROM results WHERE condition IS NULL AND passed IS NOT TRUE"
        f" AND (passed IS NOT NULL OR error IS NOT NULL) ORDER BY row LIMIT {_CASES}"
    )
    return _listed(t("pytest_plugin.failing"), [_case(row) for row in rows]) if rows else []


def _broken(flips: Flips) -> list[str]:
    """Return cases that the baseline passed and this run fails."""
    if not flips.broken:
        return []
    cases = [
        t(
            "pytest_plugin.flip",
            id=_safe(flip.case_id, 60),
            input=_safe(flip.input, 80),
            before=_safe(flip.base_output, 60),
            now=_safe(flip.new_error or flip.new_output, 60),
        )
        for flip in flips.cases
        if flip.change == "broken"
    ]
    return _listed(t("pytest_plugin.broken", n=flips.broken), cases[:_CASES])


def _case(row: Mapping[str, Any]) -> str:
    return t(
        "pytest_plugin.case",
        id=_safe(row["case_id"], 60),
        input=_safe(row["input"], 80),
        expected=_safe(row["expected"], 60),
        output=_safe(row["error"] if row["output"] is None else row["output"], 80),
    )


def _listed(title: str, lines: Sequence[str]) -> list[str]:
    return ["", title, *(f"  {line}" for line in lines)]


def _safe(text: object, limit: int) -> str:
    from steelyard.report.text import one_line

    return "–" if text is None else one_line(str(text), limit)


def _name(run: Run) -> str:
    return str(run.manifest["name"])


def _rows(run: Run) -> int:
    return len(run.cases)
