"""What an export is: one way of writing a run for another tool, with what it had to leave out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from steelyard.bundle import Bundle
from steelyard.i18n import t
from steelyard.model import Words
from steelyard.registry import Registry


@dataclass(frozen=True, slots=True)
class Options:
    """What a caller may choose about an export.

    Attributes:
        force: replace what is already there.
        bom: begin a CSV with the mark by which Excel knows UTF-8.
        raw: leave cells of a CSV as they are, also those a spreadsheet would run as a formula.
        tracking_uri: where MLflow keeps its runs; its own setting when not given.
        experiment: experiment of MLflow to write to; the name of the run when not given.
        tell: hears now and then how many rows have been written.
    """

    force: bool = False
    bom: bool = False
    raw: bool = False
    tracking_uri: str | None = None
    experiment: str | None = None
    tell: Callable[[int], None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was left out or written otherwise.

    Attributes:
        code: a short stable word; the sentence is `exports.note_<code>`.
        n: how many.
        names: which, where they have names; the first few.
    """

    code: str
    n: int
    names: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The note in the user's language."""
        return t(f"exports.note_{self.code}", n=self.n, names=", ".join(self.names))


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written.

    Attributes:
        to: id of the exporter.
        paths: the files.
        rows: rows of the results table that went out.
        notes: what was left out or written otherwise.
        place: where it is, when it is not a file.
    """

    to: str
    paths: tuple[Path, ...]
    rows: int
    notes: tuple[Note, ...] = ()
    place: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for programs."""
        return {
            "to": self.to,
            "paths": [str(path) for path in self.paths],
            "place": self.place,
            "rows": self.rows,
            "notes": [
                {"code": note.code, "n": note.n, "names": list(note.names), "text": note.sentence}
                for note in self.notes
            ],
        }


Write = Callable[[Bundle, Path, Options], Exported]


@dataclass(frozen=True, slots=True)
class Exporter:
    """One way of writing a run.

    Attributes:
        id: what stands after `--to`.
        title: its name for people.
        writes: what it holds, in one sentence.
        name: name of the file or folder it makes when none is given; None when it makes none.
        source: the writer, or "module:function" to load it on use.
        extra: the optional package it needs.
    """

    id: str
    title: Words
    writes: Words
    name: str | None
    source: str | Write
    extra: str | None = None

    def write(self, bundle: Bundle, target: Path, options: Options) -> Exported:
        """Write the run to `target`, which is free to be written."""
        if not isinstance(self.source, str):
            return self.source(bundle, target, options)
        module, _, name = self.source.partition(":")
        write: Write = getattr(import_module(module), name)
        return write(bundle, target, options)


_HERE = "steelyard.interop.exports"
_BUILTINS = (
    Exporter(
        "csv",
        Words("CSV", "CSV"),
        Words(
            "the results table for spreadsheets: one row per answer, columns that hold something",
            "供电子表格使用的结果表：每个应答一行，只含有值的列",
        ),
        "results.csv",
        f"{_HERE}.csv:write_csv",
    ),
    Exporter(
        "parquet",
        Words("Parquet", "Parquet"),
        Words(
            "the results table with its types, every column, in one file",
            "带类型的完整结果表，单个文件",
        ),
        "results.parquet",
        f"{_HERE}.parquet:write_parquet",
    ),
    Exporter(
        "jsonl",
        Words("JSON lines", "JSON Lines"),
        Words(
            "the results table as one object per line; a dataset that can be replayed",
            "每行一个对象的结果表，可作为数据集回放",
        ),
        "results.jsonl",
        f"{_HERE}.jsonl:write_jsonl",
    ),
    Exporter(
        "inspect",
        Words("Inspect AI log", "Inspect AI 日志"),
        Words(
            "an Inspect AI log (JSON, version 2): samples, scores, indicators",
            "Inspect AI 日志（JSON，第 2 版）：样本、得分与指标",
        ),
        "inspect.json",
        f"{_HERE}.inspect_log:write_inspect",
    ),
    Exporter(
        "trec",
        Words("TREC run and judgements", "TREC 检索结果与相关性判定"),
        Words(
            "a folder with run.txt and qrels.txt, from cases with `retrieved` and `relevance`",
            "含 run.txt 与 qrels.txt 的文件夹，取自带 `retrieved` 与 `relevance` 的用例",
        ),
        "trec",
        f"{_HERE}.trec:write_trec",
    ),
    Exporter(
        "otel",
        Words("OpenTelemetry evaluation events", "OpenTelemetry 评测事件"),
        Words(
            "`gen_ai.evaluation.result` events as OTLP/JSON lines: one per answer and score",
            "OTLP/JSON Lines 格式的 `gen_ai.evaluation.result` 事件：每个应答的每项得分一条",
        ),
        "evaluations.jsonl",
        f"{_HERE}.otel:write_otel",
    ),
    Exporter(
        "mlflow",
        Words("MLflow", "MLflow"),
        Words(
            "a run in MLflow: indicators with intervals, what was run as parameters, reports",
            "MLflow 中的一次运行：带区间的指标、方案参数与报告",
        ),
        None,
        f"{_HERE}.mlflow:write_mlflow",
        extra="mlflow",
    ),
)


def _add_builtins() -> None:
    for exporter in _BUILTINS:
        EXPORTERS.add(exporter.id, exporter)


EXPORTERS: Registry[Exporter] = Registry("export", _add_builtins)
