"""Parameters and inputs that the retrieval scorers share, and the rules they amount to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Param, Port, Words, relevance_threshold

if TYPE_CHECKING:
    from steelyard.retrieval import Rules

READS = ("retrieved", "relevance")
QUERY = (
    Port("retrieved", "list", Words("document ids, best first", "检索结果，按名次排列的文档编号")),
    Port("relevance", "json", Words("grade of each judged document, 0 to 10", "文档分级，0 至 10")),
)
QUERIES = (
    Port(
        "queries",
        "rows",
        Words(
            "queries, each with `retrieved` and `relevance`",
            "查询列表，每项含 retrieved 与 relevance",
        ),
    ),
)

K = Param("k", "int", 10, Words("how many of the first documents count", "截断位置"), minimum=1)
CUTOFFS = Param(
    "k", "list", (5, 10, 20), Words("cutoffs, each at least 1", "截断位置列表，均不小于 1")
)
MIN_RELEVANCE = Param(
    "min_relevance",
    "float",
    None,
    Words(
        "grade from which a document counts as relevant; by default 1 if no grade of the data is "
        "above 4, else 5",
        "视为相关的最低分级；默认在数据最高分级不超过 4 时为 1，否则为 5",
    ),
    minimum=0.0,
    maximum=10.0,
)
GAIN = Param(
    "gain",
    "text",
    "exp",
    Words("gain of a grade: 2^grade − 1, or the grade itself", "增益：2^分级 − 1，或分级本身"),
    choices=("exp", "linear"),
)
THRESHOLD_GAIN = Param(
    "threshold_gain",
    "bool",
    False,
    Words("whether grades below min_relevance gain nothing", "低于 min_relevance 是否不计增益"),
)
DENOMINATOR = Param(
    "denominator",
    "text",
    "k",
    Words("divide by k, or by what was retrieved if less", "分母为 k，或不足 k 时取实际检索数"),
    choices=("k", "retrieved"),
)
EMPTY_QUERY = Param(
    "empty_query",
    "text",
    "skip",
    Words("where no relevant document exists: undefined, or 0", "不存在相关文档时：无定义，或记 0"),
    choices=("skip", "zero"),
)
PERSISTENCE = Param(
    "p",
    "float",
    0.8,
    Words("chance that a reader goes on to the next document", "读者继续看下一篇的概率"),
    minimum=0.0,
    maximum=0.999999,
)


def data_defaults(highest: float | None, *, documented: bool) -> dict[str, Any]:
    """Return parameters that the data and the mode of a run decide where the plan does not.

    Args:
        highest: highest grade of the dataset; None where it is not known.
        documented: whether a query without relevant documents counts 0, as in the documents.
    """
    zero = {"empty_query": "zero"} if documented else {}
    return {"min_relevance": relevance_threshold(highest)} | zero


def rules_of(
    owner: str, params: Mapping[str, Any], grades: Iterable[Mapping[str, float]] = ()
) -> Rules:
    """Return the rules that checked parameters amount to.

    `grades` are all there are, where that is known: they decide what is relevant by default.
    """
    from steelyard.retrieval import Rules

    names = ("min_relevance", "gain", "threshold_gain", "denominator", "empty_query")
    given = {name: params[name] for name in names if params.get(name) is not None}
    if "min_relevance" not in given:
        highest = max((grade for one in grades for grade in one.values()), default=None)
        given["min_relevance"] = relevance_threshold(highest)
    if "p" in params:
        given["persistence"] = params["p"]
    k = params.get("k", ())
    cutoffs = check_cutoffs(owner, k if isinstance(k, (list, tuple)) else [k])
    return Rules(cutoffs=cutoffs, **given)


def check_cutoffs(owner: str, cutoffs: Sequence[Any]) -> tuple[int, ...]:
    """Return the cutoffs without repeats: whole numbers of at least 1."""
    for k in cutoffs:
        if isinstance(k, bool) or not isinstance(k, int) or k < 1:
            raise InputError(t("retrieval.cutoff", id=owner, found=repr(k)))
    return tuple(dict.fromkeys(cutoffs))
