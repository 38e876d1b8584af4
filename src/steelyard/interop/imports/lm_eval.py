"""lm-evaluation-harness: `samples_<task>_<time>.jsonl`, and `results_<time>.json` beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from steelyard.errors import DataError, InputError
from steelyard.i18n import t
from steelyard.interop.imports.files import first_object, json_document, json_lines
from steelyard.interop.imports.lm_eval_row import PREFIX, Choice, row_of
from steelyard.interop.imports.record import (
    Imported,
    Importer,
    ImportOptions,
    Row,
    Setting,
    Skipped,
    SourceRun,
)
from steelyard.interop.imports.verdict import THRESHOLD, Columns, number, rule_for
from steelyard.model import Words

_SAMPLE = {"doc_id", "doc", "target", "resps", "filtered_resps"}
_NAME = re.compile(r"samples_(?P<task>.+)_(?P<time>\d{4}-\d\d-\d\dT[\d\-.]+)\.jsonl")
_CONFIG = ("model", "model_args", "gen_kwargs", "limit", "random_seed", "num_fewshot")


def sniff(path: Path) -> bool:
    """Whether a file holds samples of lm-evaluation-harness."""
    return first_object(path).keys() >= _SAMPLE


def read(path: Path, options: ImportOptions) -> Imported:
    """Open a file of samples; it is gone through once before, for its filters and metrics."""
    results_path = _results_of(path)
    results = {} if results_path is None else json_document(results_path)
    if not isinstance(results, dict):
        raise DataError(t("imports.not_object", place=results_path, found=type(results).__name__))
    choice = _choose(path, options)
    skipped = Skipped()

    def rows() -> Iterator[Row]:
        for place, sample in json_lines(path):
            if _filter(sample) != choice.filter:
                skipped.add("imports.skip_other_filter", place)
                continue
            yield row_of(sample, place, choice, skipped)

    source = _source(path, results, choice)
    files = () if results_path is None else (results_path,)
    return Imported(source, rows(), skipped, files, choice.columns.marked)


def _choose(path: Path, options: ImportOptions) -> Choice:
    """Choose the filter and the metric that count."""
    filters: dict[str, None] = {}
    metrics: dict[str, None] = {}
    found = False
    for place, sample in json_lines(path):
        found = True
        if not sample.keys() >= _SAMPLE:
            missing = ", ".join(sorted(_SAMPLE - sample.keys()))
            raise DataError(t("imports.no_members", place=place, missing=missing))
        filters[_filter(sample)] = None
        metrics |= dict.fromkeys(map(str, sample.get("metrics") or _numbers(sample)))
    if not found:
        raise DataError(t("imports.empty", place=path))
    strict = [name for name in filters if name.startswith("strict")]
    filter_ = _wanted(options, "filter", list(filters), (strict or list(filters))[-1])
    metric = _wanted(options, "metric", list(metrics), next(iter(metrics), ""))
    values = (sample.get(metric) for _, sample in json_lines(path) if _filter(sample) == filter_)
    rule, columns = rule_for(values, options), Columns(PREFIX)
    for name in metrics:  # before anything else of ours has a column
        columns.of(name)
    errors = options.error_kind("infra")
    return Choice(filter_, metric, tuple(metrics), rule, columns, errors)


def _filter(sample: dict[str, Any]) -> str:
    """Return the filter of a sample; older versions and plain samples name none."""
    found = sample.get("filter")
    return "none" if found is None else str(found)


def _wanted(options: ImportOptions, name: str, known: list[str], default: str) -> str:
    wanted = options.settings.get(name, default)
    if wanted not in known and name in options.settings:
        allowed = ", ".join(known) or "–"
        raise InputError(t("imports.bad_setting", name=name, found=wanted, allowed=allowed))
    return wanted


def _numbers(sample: dict[str, Any]) -> list[str]:
    """Return the metrics of a sample of an older version, which does not list them."""
    rest = sample.keys() - _SAMPLE - {"filter"}
    return sorted(name for name in rest if number(sample[name]) is not None)


def _results_of(path: Path) -> Path | None:
    """Return the results of the same run, by the time in their names."""
    named = _NAME.fullmatch(path.name)
    beside = path.with_name(f"results_{named['time']}.json") if named else None
    return beside if beside is not None and beside.exists() else None


def _source(path: Path, results: dict[str, Any], choice: Choice) -> SourceRun:
    named = _NAME.fullmatch(path.name)
    task = named["task"] if named else path.stem.removeprefix("samples_")
    config = results.get("config") or {}
    said = (results.get("results") or {}).get(task) or {}
    metrics = {name: float(value) for name, value in said.items() if _is_metric(name, value)}
    date = number(results.get("date"))
    started = None if date is None else datetime.fromtimestamp(date, UTC).isoformat()
    kept = {name: config[name] for name in _CONFIG if config.get(name) not in (None, "", {})}
    return SourceRun(
        tool="lm_eval",
        version=results.get("lm_eval_version"),
        model=_model(results, config),
        task=task,
        started_at=started,
        config=kept | {"filter": choice.filter, "metric": choice.metric},
        metrics=metrics,
    )


def _model(results: dict[str, Any], config: dict[str, Any]) -> str | None:
    """Return the model's name; a model without arguments has one made up at random."""
    arguments = config.get("model_args")
    if isinstance(arguments, str):
        arguments = dict(pair.split("=", 1) for pair in arguments.split(",") if "=" in pair)
    if not isinstance(arguments, dict) or not arguments:
        return config.get("model")
    named = [arguments.get(name) for name in ("model", "pretrained", "path")]
    return next(filter(None, [*named, results.get("model_name"), config.get("model")]), None)


def _is_metric(name: str, value: Any) -> bool:
    return "," in name and number(value) is not None


IMPORTER = Importer(
    id="lm_eval",
    title=Words("lm-evaluation-harness samples", "lm-evaluation-harness 样本"),
    reads=Words(
        "lm-evaluation-harness samples_<task>_<time>.jsonl (written with --log_samples), "
        "with results_<time>.json beside them",
        "lm-evaluation-harness 的 samples_<任务>_<时间>.jsonl（由 --log_samples 写出）"
        "及同目录的 results_<时间>.json",
    ),
    patterns=("samples_*.jsonl",),
    sniff=sniff,
    read=read,
    settings=(
        Setting(
            "filter",
            Words(
                "which filter's answers count; the one named strict, else the last",
                "以哪个过滤器的结果为准；默认取名为 strict 者，否则取最后一个",
            ),
        ),
        Setting(
            "metric",
            Words("which metric is the score; the first", "以哪个度量为分数；默认取第一个"),
        ),
        THRESHOLD,
    ),
)
