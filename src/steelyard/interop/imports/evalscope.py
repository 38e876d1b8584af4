"""EvalScope: reviews (`outputs/<time>/reviews/<model>/<dataset>_<subset>.jsonl`), version 1.

A review holds the question, the answer, what it cost in time and tokens, and the scores. Samples
that failed are not in it: EvalScope leaves them out of its files and its numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from steelyard.errors import DataError, InputError
from steelyard.i18n import t
from steelyard.interop.imports.chat import steps_of, text_of
from steelyard.interop.imports.files import first_object, json_document, json_lines
from steelyard.interop.imports.record import (
    Imported,
    Importer,
    ImportOptions,
    Row,
    Setting,
    Skipped,
    SourceRun,
)
from steelyard.interop.imports.shapes import object_of
from steelyard.interop.imports.verdict import THRESHOLD, Columns, Rule, number, rule_for, unit
from steelyard.model import Words

_REVIEW = {"index", "target", "sample_score"}


def _sniff(path: Path) -> bool:
    return path.suffix == ".jsonl" and first_object(path).keys() >= _REVIEW


def _read(path: Path, options: ImportOptions) -> Imported:
    report_path, report = _report(path)
    metric = options.settings.get("metric")
    known = _metrics(path)
    if metric is not None and metric not in known:
        allowed = ", ".join(known)
        raise InputError(t("imports.bad_setting", name="metric", found=metric, allowed=allowed))
    # Whether 1 means passed can only be said of the whole file.
    rule = rule_for((_main(one, metric) for _, one in json_lines(path)), options)
    skipped = Skipped()
    files = () if report_path is None else (report_path,)
    columns = Columns("evalscope")
    rows = _rows(path, metric, rule, columns, skipped)
    return Imported(_source(path, report), rows, skipped, files, columns.marked)


def _rows(
    path: Path, metric: str | None, rule: Rule, columns: Columns, skipped: Skipped
) -> Iterator[Row]:
    for place, one in json_lines(path):
        sample, score = _sample(one), _score(one)
        main = _main(one, metric)
        if main is None:
            skipped.add("evalscope.skip_no_score", place)
        yield {
            "place": place,
            "case_id": str(_first(sample.get("group_id"), one.get("index"))),
            "epoch": _first(sample.get("generation_index"), 0),
            "metadata": object_of(sample.get("sample_metadata")),
            "score": unit(main),
            "passed": rule.passed(main),
            "foreign_scores": _scores(score, columns),
            **_asked(one),
            **_expected(one.get("target")),
            **_answered(one, score),
        }


def _asked(review: dict[str, Any]) -> Row:
    """Return the question: a text, or the messages before the first answer."""
    before: list[dict[str, Any]] = []
    for message in _messages(review):
        if message.get("role") in ("assistant", "tool"):
            break
        before.append({"role": message.get("role"), "content": text_of(message.get("content"))})
    if not before:
        return {"input": review.get("input")}
    only = before[0]
    return {"input": only["content"] if len(before) == 1 and only["role"] == "user" else before}


def _expected(target: Any) -> Row:
    texts = [str(one) for one in (target if isinstance(target, list) else [target]) if one]
    return {"expected_output": texts[0]} if len(texts) == 1 else {"references": texts or None}


def _answered(review: dict[str, Any], score: dict[str, Any]) -> Row:
    """Return the answer, and the sums of what its messages took."""
    said = [one for one in _messages(review) if one.get("role") == "assistant"]
    row: Row = {"output": score.get("prediction")}
    if row["output"] is None and said:
        row["output"] = text_of(said[-1].get("content"))
    took = [object_of(one.get("perf_metrics")) for one in said]
    for ours, theirs in (
        ("latency_s", "latency"),
        ("input_tokens", "input_tokens"),
        ("output_tokens", "output_tokens"),
    ):
        found = [value for one in took if (value := number(one.get(theirs))) is not None]
        if found and len(found) == len(said):
            row[ours] = sum(found) if ours == "latency_s" else int(sum(found))
    calls = any(one.get("tool_calls") for one in said)
    return row | ({"trajectory": steps_of(_messages(review))} if calls else {})


def _scores(score: dict[str, Any], columns: Columns) -> dict[str, float]:
    return {
        columns.of(name): found
        for name, value in object_of(score.get("value")).items()
        if (found := number(value)) is not None
    }


def _metrics(path: Path) -> list[str]:
    """Return the names of the scores in a file."""
    names = dict.fromkeys(
        name for _, one in json_lines(path) for name in object_of(_score(one).get("value"))
    )
    if not names and next(json_lines(path), None) is None:
        raise DataError(t("imports.empty", place=path))
    return list(names)


def _main(review: dict[str, Any], metric: str | None) -> float | None:
    """Return the chosen score, else the one EvalScope calls the main one, else the only one."""
    score = _score(review)
    values = object_of(score.get("value"))
    name = (
        metric or score.get("main_score_name") or (next(iter(values)) if len(values) == 1 else "")
    )
    return number(values.get(str(name))) if score.get("status", "success") == "success" else None


def _report(path: Path) -> tuple[Path | None, dict[str, Any]]:
    """Return the report that EvalScope wrote beside the reviews, if it is there."""
    folder = path.parent.parent.parent / "reports" / path.parent.name
    fitting = [one for one in folder.glob("*.json") if path.stem.startswith(f"{one.stem}_")]
    if not fitting:
        return None, {}
    chosen = max(fitting, key=lambda one: len(one.stem))
    return chosen, object_of(json_document(chosen))


def _source(path: Path, report: dict[str, Any]) -> SourceRun:
    metrics = {}
    for one in report.get("metrics") or ():
        identity = object_of(object_of(one).get("identity"))
        name = "_".join(
            map(str, (identity.get("name"), *object_of(identity.get("dimensions")).values()))
        )
        if identity and (value := number(one.get("score"))) is not None:
            metrics[name] = value
    return SourceRun(
        tool="evalscope",
        model=report.get("model_name") or path.parent.name,
        task=path.stem,
        config={"dataset": report.get("dataset_name")} if report else {},
        metrics=metrics,
    )


def _sample(review: dict[str, Any]) -> dict[str, Any]:
    return object_of(review.get("sample_score"))


def _score(review: dict[str, Any]) -> dict[str, Any]:
    return object_of(_sample(review).get("score"))


def _messages(review: dict[str, Any]) -> list[dict[str, Any]]:
    found = review.get("messages")
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _first(*values: Any) -> Any:
    return next((value for value in values if value is not None), None)


IMPORTER = Importer(
    id="evalscope",
    title=Words("EvalScope reviews", "EvalScope 评测明细"),
    reads=Words(
        "reviews/<model>/*.jsonl of an EvalScope output folder, version 1",
        "EvalScope 输出目录中的 reviews/<模型>/*.jsonl，第 1 版",
    ),
    patterns=("reviews/*/*.jsonl", "*.jsonl"),
    sniff=_sniff,
    read=_read,
    settings=(
        Setting(
            "metric",
            Words(
                "score that counts; by default the one EvalScope calls the main one",
                "采用哪个得分；默认为 EvalScope 的主得分",
            ),
        ),
        THRESHOLD,
    ),
)
