"""What both judge scorers share: whom they ask, their parameters, and the texts of a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from steelyard.model import Param, Port, Words
from steelyard.scorers.scorer import Batch
from steelyard.scorers.verdict import is_blank

READS = ("input", "expected_output", "label", "references", "output")

JUDGE = Param(
    "judge",
    "list",
    (),
    Words(
        "names of the judges to ask, from `judges` in the plan; all of them if empty",
        "要询问的评审，取自方案的 judges；为空则询问全部",
    ),
)
SAMPLES = Param(
    "samples",
    "int",
    1,
    Words("how often each judge is asked the same", "同一问题向每位评审询问的次数"),
    minimum=1,
    maximum=100,
)
JUDGEMENTS_PORT = Port(
    "judgements",
    "list",
    Words("what each judge said, as text", "各评审的原话"),
)


def margin(default: float) -> Param:
    """Return the parameter `margin`."""
    words = Words(
        "judgements further apart than this leave the verdict uncertain",
        "评审之间相差超过此值时，结论为不确定",
    )
    return Param("margin", "float", default, words, minimum=0, maximum=1)


def judges(params: Mapping[str, Any]) -> Sequence[str | None]:
    """Return the names of the judges; (None,) for the only one there is."""
    return tuple(params["judge"]) or (None,)


def answered(batch: Batch) -> Iterator[dict[str, Any] | None]:
    """Yield the cells of each row; None for a row whose output has nothing to judge."""
    names = list(batch)
    for cells in zip(*(batch[name] for name in names), strict=True):
        row = dict(zip(names, cells, strict=True))
        yield None if is_blank(row["output"]) else row


def expected_texts(row: Mapping[str, Any]) -> list[str]:
    """Return the answers that count as right: the expected one, else references, else the label."""
    if row["expected_output"] is not None:
        return [row["expected_output"]]
    references = [text for text in row["references"] or () if text is not None]
    return references or ([row["label"]] if row["label"] is not None else [])


def chunks(judgements: Sequence[Any], size: int) -> list[Sequence[Any]]:
    """Return the judgements judge by judge, `size` of each."""
    return [judgements[at : at + size] for at in range(0, len(judgements), size)]


def is_whole(judgements: Sequence[str | None] | None) -> bool:
    """Return whether everything that was asked about a row was answered."""
    return bool(judgements) and all(said is not None for said in judgements or ())


def joined_reasons(names: Sequence[str | None], reasons: Sequence[str]) -> str:
    """Return the reasons as one text, with names when there are several judges."""
    if len(reasons) == 1:
        return reasons[0]
    return "\n".join(
        f"{name or 'judge'}: {reason}" for name, reason in zip(names, reasons, strict=False)
    )
