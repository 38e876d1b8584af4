"""`trec`: what was retrieved and what is relevant, as a run file and a file of judgements."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from steelyard.bundle import Bundle, replacing
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.interop.exports.record import Exported, Note, Options
from steelyard.interop.exports.results import column_types, read_rows

_COLUMNS = ("case_id", "epoch", "condition", "retrieved", "relevance")
_BLANK = re.compile(r"\s|^#")


def write_trec(bundle: Bundle, target: Path, options: Options) -> Exported:
    """Write `run.txt` and `qrels.txt`; ranks become falling scores.

    Only plainly asked rows of the first epoch: a query stands in a run once.

    Raises:
        InputError: no row has `retrieved`.
    """
    types = column_types(bundle)
    columns = {name: types[name] for name in _COLUMNS}
    tag = _id(str(bundle.manifest.values["name"]))
    seen: Counter[str] = Counter()
    target.mkdir(exist_ok=True)
    run, qrels = target / "run.txt", target / "qrels.txt"
    try:
        _write(run, qrels, read_rows(bundle, columns, options.tell), tag, seen)
    finally:
        if not any(target.iterdir()):
            target.rmdir()
    codes = ("repeats", "not_retrieved", "duplicates", "changed", "ungraded")
    notes = tuple(Note(f"trec_{code}", seen[code]) for code in codes if seen[code])
    return Exported("trec", (run, qrels), seen["rows"], notes)


def _write(
    run: Path, qrels: Path, rows: Iterator[dict[str, Any]], tag: str, seen: Counter[str]
) -> None:
    with replacing(run) as ranked, replacing(qrels) as judged:
        for row in _asked_once(rows, seen):
            query = _id(row["case_id"])
            seen["changed"] += query != row["case_id"]
            for line in _run_lines(query, row["retrieved"], tag, seen):
                ranked.write(line.encode())
            for document, grade in (row.get("relevance") or {}).items():
                judged.write(f"{query} 0 {_id(document)} {grade:g}\n".encode())
        if not seen["rows"]:
            raise InputError(
                t("exports.nothing_retrieved"), hint=t("exports.nothing_retrieved_hint")
            )


def _asked_once(rows: Iterator[dict[str, Any]], seen: Counter[str]) -> Iterator[dict[str, Any]]:
    for row in rows:
        if row.get("epoch") or "condition" in row:
            seen["repeats"] += 1
        elif not row.get("retrieved"):  # none at all, or an empty one in its place
            seen["not_retrieved"] += 1
        else:
            seen["rows"] += 1
            seen["ungraded"] += "relevance" not in row
            yield row


def _run_lines(query: str, retrieved: list[str], tag: str, seen: Counter[str]) -> Iterator[str]:
    documents = list(dict.fromkeys(retrieved))
    seen["duplicates"] += len(retrieved) - len(documents)
    for rank, document in enumerate(documents, start=1):
        name = _id(document)
        seen["changed"] += name != document
        yield f"{query} Q0 {name} {rank} {len(documents) - rank + 1} {tag}\n"


def _id(text: str) -> str:
    """Return an id without blanks, which would end it."""
    return _BLANK.sub(lambda found: f"%{ord(found[0]):02X}", text) or "%"
