"""Which documents are judged for which queries, with their texts; and what people said of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.judging.relevance.tables import cell, read_table

MOST_COMBINATIONS = 100_000
_QUERY_IDS = ("query_id", "qid", "query-id", "topic", "_id", "id")
_DOC_IDS = ("doc_id", "docid", "document_id", "corpus-id", "pid", "_id", "id")
_QUERY_TEXTS = ("query", "question", "text", "input", "title")
_DOC_TEXTS = ("document", "text", "contents", "content", "body", "passage")
_GRADES = ("relevance", "grade", "score", "rel", "label")


class Pair(NamedTuple):
    """A query with a document."""

    query_id: str
    doc_id: str
    query: str
    document: str


class _Wanted(NamedTuple):
    place: str
    query_id: str
    doc_id: str
    query: str | None
    document: str | None


def read_pairs(pairs: Path | None, queries: Path | None, docs: Path | None) -> list[Pair]:
    """Return the pairs to judge, each once, in the order of the file.

    Args:
        pairs: table with query_id and doc_id (and, if it likes, `query` and `document` texts), or a
            TREC run or qrels file; without it every query is paired with every document.
        queries: table with id and text.
        docs: table with id and text.

    Raises:
        DataError: a file is missing or malformed, or a text is nowhere to be found.
    """
    if pairs is None:
        return _all_pairs(queries, docs)
    wanted = list(_wanted(pairs))
    lacking_queries = {one.query_id for one in wanted if one.query is None}
    lacking_docs = {one.doc_id for one in wanted if one.document is None}
    query_texts = _texts(queries, lacking_queries, _QUERY_IDS, _QUERY_TEXTS)
    doc_texts = _texts(docs, lacking_docs, _DOC_IDS, _DOC_TEXTS)
    made: dict[tuple[str, str], Pair] = {}
    for one in wanted:
        query = one.query or query_texts.get(one.query_id)
        document = one.document or doc_texts.get(one.doc_id)
        for what, id_, text in (("query", one.query_id, query), ("doc", one.doc_id, document)):
            if text is None:
                raise DataError(t(f"judge.no_{what}_text", place=one.place, id=id_))
        pair = Pair(one.query_id, one.doc_id, str(query), str(document))
        made.setdefault((one.query_id, one.doc_id), pair)
    return list(made.values())


def read_labels(path: Path, low: float, high: float) -> dict[tuple[str, str], float]:
    """Return what people gave each pair, on the scale from `low` to `high`."""
    labels: dict[tuple[str, str], float] = {}
    for place, row in read_table(path):
        pair = _id(row, _QUERY_IDS[:-2], place), _id(row, _DOC_IDS[:-2], place)
        grade = _number(cell(row, _GRADES))
        if grade is None or not low <= grade <= high:
            found = cell(row, _GRADES)
            raise DataError(t("judge.bad_label", place=place, found=found, low=low, high=high))
        if labels.setdefault(pair, grade) != grade:
            raise DataError(t("judge.two_labels", place=place, query=pair[0], doc=pair[1]))
    return labels


def _wanted(path: Path) -> Iterator[_Wanted]:
    for place, row in read_table(path):
        query_id, doc_id = _id(row, _QUERY_IDS[:-2], place), _id(row, _DOC_IDS[:-2], place)
        query, document = cell(row, _QUERY_TEXTS[:2]), cell(row, _DOC_TEXTS)
        yield _Wanted(
            place,
            query_id,
            doc_id,
            None if query is None else str(query),
            None if document is None else str(document),
        )


def _all_pairs(queries: Path | None, docs: Path | None) -> list[Pair]:
    if queries is None or docs is None:
        raise DataError(t("judge.no_pairs"))
    query_texts = _texts(queries, None, _QUERY_IDS, _QUERY_TEXTS)
    doc_texts = _texts(docs, None, _DOC_IDS, _DOC_TEXTS)
    n = len(query_texts) * len(doc_texts)
    if n > MOST_COMBINATIONS:
        raise DataError(t("judge.too_many", n=n, most=MOST_COMBINATIONS))
    return [
        Pair(query_id, doc_id, query, document)
        for query_id, query in query_texts.items()
        for doc_id, document in doc_texts.items()
    ]


def _texts(
    path: Path | None, wanted: set[str] | None, ids: tuple[str, ...], names: tuple[str, ...]
) -> dict[str, str]:
    """Return id to text for the ids that are wanted; all of them for None."""
    if path is None or wanted == set():
        return {}
    texts: dict[str, str] = {}
    for place, row in read_table(path, texts=True):
        id_ = _id(row, ids, place)
        if wanted is None or id_ in wanted:
            text = cell(row, names)
            if text is None:
                raise DataError(t("judge.no_text", place=place, names=", ".join(names)))
            title = row.get("title")
            shown = f"{title}\n{text}" if title and title != text else str(text)
            texts.setdefault(id_, shown)
    return texts


def _id(row: dict[str, Any], names: Iterable[str], place: str) -> str:
    known = tuple(names)
    found = cell(row, known)
    if found is None:
        raise DataError(t("judge.no_id", place=place, names=", ".join(known)))
    id_ = str(found).strip()
    if not id_ or any(character.isspace() for character in id_):
        raise DataError(t("judge.blank_id", place=place, found=repr(found)))
    return id_


def _number(value: Any) -> float | None:
    try:
        return None if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        return None
