"""`stat.kappa`, `stat.krippendorff_alpha`: how far raters agree beyond what chance would give."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

from steelyard.analysis.statistics.proportions import BOUNDS
from steelyard.analysis.statistics.register import CONFIDENCE, check_confidence, statistic
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Param, Port, Words

_WEIGHTS: dict[str, Callable[[float], float]] = {
    "none": lambda apart: 1.0 if apart else 0.0,
    "linear": lambda apart: apart,
    "quadratic": lambda apart: apart * apart,
}


class Kappa(NamedTuple):
    """Cohen's κ with what it is made of; None where there is nothing to tell by."""

    value: float | None
    agreement: float | None
    se: float | None
    n: int


def kappa(
    a: Sequence[Any], b: Sequence[Any], weights: str = "none", order: Sequence[Any] = ()
) -> Kappa:
    """Return Cohen's κ of two raters over the pairs in which both said something.

    Args:
        a: what the first said of each item.
        b: what the second said of the same items.
        weights: how much a difference weighs: `none` (all the same), `linear` or `quadratic`.
        order: the categories from lowest to highest, for weights when they are no numbers.
    """
    pairs = [(x, y) for x, y in zip(a, b, strict=True) if x is not None and y is not None]
    if not pairs:
        return Kappa(None, None, None, 0)
    n = len(pairs)
    cells = {pair: count / n for pair, count in Counter(pairs).items()}
    rows = {x: count / n for x, count in Counter(x for x, _ in pairs).items()}
    columns = {y: count / n for y, count in Counter(y for _, y in pairs).items()}
    miss = _disagreement({*rows, *columns}, weights, order)
    observed = math.fsum(share * miss(x, y) for (x, y), share in cells.items())
    chance = math.fsum(p * q * miss(x, y) for x, p in rows.items() for y, q in columns.items())
    agreement = math.fsum(share for (x, y), share in cells.items() if x == y)
    if chance == 0:  # both always say the same one thing
        return Kappa(None, agreement, None, n)
    # Fleiss, Cohen and Everitt 1969, in disagreements: 1 - κ is observed over chance.
    ratio = observed / chance
    by_row = {x: math.fsum(q * miss(x, y) for y, q in columns.items()) for x in rows}
    by_column = {y: math.fsum(p * miss(x, y) for x, p in rows.items()) for y in columns}
    square = math.fsum(
        share * (miss(x, y) - ratio * (by_row[x] + by_column[y])) ** 2
        for (x, y), share in cells.items()
    )
    variance = (square - (ratio * chance) ** 2) / (n * chance * chance)
    return Kappa(1 - ratio, agreement, math.sqrt(max(0.0, variance)), n)


def krippendorff_alpha(units: Sequence[Sequence[Any]], level: str = "interval") -> float | None:
    """Return Krippendorff's α; None when fewer than two ratings differ at all.

    Args:
        units: for each item what every rater said; None where one said nothing.
        level: `nominal`, `ordinal` or `interval`.
    """
    known = [[x for x in unit if x is not None] for unit in units]
    paired = [unit for unit in known if len(unit) > 1]
    every = [x for unit in paired for x in unit]
    if level == "ordinal":
        place = _mid_ranks(every)
        paired = [[place[x] for x in unit] for unit in paired]
        every = [x for unit in paired for x in unit]
    apart = _unlike_pairs if level == "nominal" else _squared_differences
    expected = apart(every)
    if expected == 0:
        return None
    observed = math.fsum(apart(unit) / (len(unit) - 1) for unit in paired)
    return 1 - (len(every) - 1) * observed / expected


def _disagreement(
    found: set[Any], weights: str, order: Sequence[Any]
) -> Callable[[Any, Any], float]:
    weigh = _WEIGHTS[weights]
    if weights == "none":
        return lambda x, y: weigh(x != y)
    place = {x: float(at) for at, x in enumerate(order)} or {
        x: float(x) for x in found if isinstance(x, int | float) and not isinstance(x, bool)
    }
    if unplaced := sorted(str(x) for x in found if x not in place):
        raise InputError(t("agreement.unordered", weights=weights, found=", ".join(unplaced[:5])))
    width = (max(place.values()) - min(place.values())) or 1.0
    return lambda x, y: weigh(abs(place[x] - place[y]) / width)


def _mid_ranks(values: Sequence[Any]) -> dict[Any, float]:
    counts = Counter(values)
    ranks, before = {}, 0
    for value in sorted(counts):
        ranks[value] = before + counts[value] / 2
        before += counts[value]
    return ranks


def _unlike_pairs(values: Sequence[Any]) -> float:
    return len(values) ** 2 - sum(count * count for count in Counter(values).values())


def _squared_differences(values: Sequence[float]) -> float:
    if not values:
        return 0.0
    mean = math.fsum(values) / len(values)
    return 2 * len(values) * math.fsum((value - mean) ** 2 for value in values)


def _kappa(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    id_ = "stat.kappa"
    a, b = inputs["a"], inputs["b"]
    if len(a) != len(b):
        raise InputError(t("agreement.lengths", id=id_, a=len(a), b=len(b)))
    _check_labels(id_, "a", a)
    _check_labels(id_, "b", b)
    confidence = check_confidence(id_, params)
    found = kappa(a, b, params["weights"], params["order"])
    low = high = None
    if found.value is not None and found.se is not None:
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * found.se
        low, high = max(-1.0, found.value - reach), min(1.0, found.value + reach)
    return {
        "value": found.value,
        "lo": low,
        "hi": high,
        "agreement": found.agreement,
        "se": found.se,
        "n": found.n,
    }


def _check_labels(id_: str, name: str, labels: Sequence[Any]) -> None:
    for at, label in enumerate(labels):
        if not isinstance(label, str | int | float | None):
            raise InputError(t("agreement.label", id=id_, name=name, at=at + 1, found=repr(label)))


def _alpha(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    id_, level = "stat.krippendorff_alpha", params["level"]
    kinds: tuple[type, ...] = (str, int, float) if level == "nominal" else (int, float)
    for at, unit in enumerate(inputs["ratings"]):
        wrong = [] if isinstance(unit, list | tuple) else [unit]
        wrong = wrong or [x for x in unit if x is not None and not isinstance(x, kinds)]
        if wrong:
            found = repr(wrong[0])
            raise InputError(t("agreement.rating", id=id_, at=at + 1, found=found, level=level))
    return {"value": krippendorff_alpha(inputs["ratings"], level)}


statistic(
    "stat.kappa",
    (
        Words("Cohen's kappa", "Cohen κ 一致性"),
        Words(
            "Agreement of two raters beyond chance: 1 is full, 0 is what chance gives. Pairs in "
            "which one is missing are left out.",
            "两名评审超出偶然水平的一致程度：1 为完全一致，0 相当于偶然；缺一方意见的配对不计入。",
        ),
    ),
    "(p_o − p_e) / (1 − p_e); weighted: 1 − Σ w·p / Σ w·p_row·p_column",
    (
        (
            Port("a", "list", Words("what the first said", "第一名评审的意见")),
            Port("b", "list", Words("what the second said of the same", "第二名评审的意见")),
        ),
        (
            Port("value", "float", Words("kappa", "κ 值")),
            *BOUNDS,
            Port("agreement", "float", Words("share of equal judgements", "原始一致率")),
            Port("se", "float", Words("standard error", "标准误")),
            Port("n", "int", Words("pairs counted", "有效配对数")),
        ),
    ),
    _kappa,
    params=(
        Param(
            "weights",
            "text",
            "none",
            Words("how much a difference weighs", "差异的权重"),
            choices=tuple(_WEIGHTS),
        ),
        Param(
            "order",
            "list",
            (),
            Words(
                "categories from lowest to highest, for weights when they are no numbers",
                "类别由低到高的次序，用于对非数值类别加权",
            ),
        ),
        CONFIDENCE,
    ),
    examples=(
        Example(
            {
                "a": ["y"] * 50 + ["n"] * 50,
                "b": ["y"] * 40 + ["n"] * 10 + ["y"] * 5 + ["n"] * 45,
            },
            {"value": 0.7, "agreement": 0.85, "n": 100},
            note="table 40/10/5/45",
        ),
        Example(
            {"a": [0, 5, 10, 10, 2], "b": [0, 5, 9, 8, 4]},
            {"value": 0.9329},
            {"weights": "quadratic"},
        ),
    ),
    references=("Cohen 1960, 1968", "Fleiss, Cohen and Everitt 1969 (standard error)"),
)

statistic(
    "stat.krippendorff_alpha",
    (
        Words("Krippendorff's alpha", "Krippendorff α 一致性"),
        Words(
            "Agreement of any number of raters beyond chance, with gaps allowed.",
            "任意多名评审超出偶然水平的一致程度，允许有缺失。",
        ),
    ),
    "1 − D_o / D_e",
    (
        (
            Port(
                "ratings",
                "list",
                Words(
                    "for each item a list of what every rater said, null for nothing",
                    "每个对象一个列表，列出各评审的意见，未评为 null",
                ),
            ),
        ),
        (Port("value", "float", Words("alpha; 1 is full agreement", "α，1 为完全一致")),),
    ),
    _alpha,
    params=(
        Param(
            "level",
            "text",
            "interval",
            Words("what the ratings are", "评分的测量层次"),
            choices=("nominal", "ordinal", "interval"),
        ),
    ),
    examples=(
        Example(
            {"ratings": [[1, 1], [2, 2], [3, 2], [4, 4]]},
            {"value": 0.9114},
        ),
        Example(
            {"ratings": [["a", "a"], ["b", "b"], ["a", "b"]]},
            {"value": 0.4444},
            {"level": "nominal"},
        ),
    ),
    references=("Krippendorff, Content Analysis, 2018",),
)
