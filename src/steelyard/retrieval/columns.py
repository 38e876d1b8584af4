"""Which columns of a table hold query, document and value, under the names people use."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.retrieval.files import Kind

_QUERY = ("query_id", "query-id", "qid", "q_id", "query", "topic", "topic_id", "查询")
_DOCUMENT = ("doc_id", "doc-id", "docid", "docno", "corpus-id", "corpus_id", "doc", "document",
             "document_id", "pid", "文档")  # fmt: skip
_GRADE = ("relevance", "rel", "grade", "label", "score", "相关性")
_SCORE = ("score", "sim", "similarity", "分数")
_RANK = ("rank", "position", "名次")


class Columns(NamedTuple):
    """Places of the three columns; `ranked` when the value is a rank."""

    query: int
    document: int
    value: int
    ranked: bool = False


def find_columns(path: Path, header: Sequence[str], kind: Kind) -> Columns:
    """Return where the columns are.

    Raises:
        DataError: one of them is not there; the message names what is and what may be.
    """
    query, document = _place(header, _QUERY), _place(header, _DOCUMENT)
    if kind == "qrels":
        value, ranked = _place(header, _GRADE), False
    else:
        score = _place(header, _SCORE)
        value, ranked = (score, False) if score is not None else (_place(header, _RANK), True)
    if query is None or document is None or value is None:
        wanted = "relevance" if kind == "qrels" else "score | rank"
        found = ", ".join(header)[:120]
        message = t("retrieval.header", path=path, found=found, wanted=wanted)
        raise DataError(message, hint=t("retrieval.header_hint"))
    return Columns(query, document, value, ranked)


def _place(header: Sequence[str], names: Sequence[str]) -> int | None:
    folded = [name.strip().casefold() for name in header]
    return next((folded.index(name) for name in names if name in folded), None)
