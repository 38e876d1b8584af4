"""`classification.report`: precision, recall and F1 in every average, per class, and confusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import ALGORITHMS, Algorithm, Example, Param, Port, Words

_ID = "classification.report"


def report(truth: Sequence[Any], predicted: Sequence[Any], classes: str = "all") -> dict[str, Any]:
    """Return the figures of a classification; undefined ones are None.

    A row whose truth is None is left out. A prediction of None is wrong for its class and counts
    for no other.

    Args:
        truth: the right label of each row.
        predicted: the label given for each row.
        classes: `all` takes every label seen on either side, as scikit-learn does; `truth` only
            those that are right for some row.
    """
    pairs = Counter((a, b) for a, b in zip(truth, predicted, strict=True) if a is not None)
    rows = sum(pairs.values())
    right, given = _margin(pairs, 0), _margin(pairs, 1)
    seen = {*right, *given} - {None} if classes == "all" else set(right)
    labels = _in_order(seen)
    per_class = [_figures(label, pairs, right, given) for label in labels]
    agreed = sum(count for (a, b), count in pairs.items() if a == b)
    return {
        "n": rows,
        "accuracy": agreed / rows if rows else None,
        "kappa": _kappa(agreed, rows, right, given),
        **_averages(per_class, sum(pairs[label, label] for label in labels)),
        "per_class": per_class,
        "labels": labels,
        "confusion": [[pairs[a, b] for b in labels] for a in labels],
        "unlabelled": given[None],
    }


def _margin(pairs: Counter[tuple[Any, Any]], side: int) -> Counter[Hashable]:
    sums: Counter[Hashable] = Counter()
    for pair, count in pairs.items():
        sums[pair[side]] += count
    return sums


def _in_order(labels: set[Any]) -> list[Any]:
    try:
        return sorted(labels)
    except TypeError:  # numbers and texts together
        return sorted(labels, key=lambda label: (type(label).__name__, label))


def _figures(
    label: Any,
    pairs: Counter[tuple[Any, Any]],
    right: Counter[Hashable],
    given: Counter[Hashable],
) -> dict[str, Any]:
    hits = pairs[label, label]
    return {
        "label": label,
        "precision": _share(hits, given[label]),
        "recall": _share(hits, right[label]),
        "f1": _share(2 * hits, given[label] + right[label]),
        "support": right[label],
        "predicted": given[label],
    }


def _averages(per_class: list[dict[str, Any]], hits: int) -> dict[str, dict[str, float | None]]:
    support = [figures["support"] for figures in per_class]
    right, given = sum(support), sum(figures["predicted"] for figures in per_class)

    def mean(weights: Sequence[float]) -> Callable[[str], float | None]:
        total = sum(weights)
        return lambda name: (
            sum(weight * figures[name] for weight, figures in zip(weights, per_class, strict=True))
            / total
            if total
            else None
        )

    macro, weighted = mean([1] * len(per_class)), mean(support)
    names = ("precision", "recall", "f1")
    micro = (_share(hits, given), _share(hits, right), _share(2 * hits, given + right))
    return {
        "macro": {name: macro(name) for name in names},
        "micro": dict(zip(names, micro if right + given else (None,) * 3, strict=True)),
        "weighted": {name: weighted(name) for name in names},
    }


def _share(part: int, whole: int) -> float:
    """Return part/whole; 0/0 is 0: a class never predicted has no right predictions."""
    return part / whole if whole else 0.0


def _kappa(
    agreed: int, rows: int, right: Counter[Hashable], given: Counter[Hashable]
) -> float | None:
    """Return Cohen's kappa: agreement beyond chance."""
    by_chance = sum(count * given[label] for label, count in right.items())
    whole = rows * rows
    return (rows * agreed - by_chance) / (whole - by_chance) if whole > by_chance else None


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    truth, predicted = inputs["truth"], inputs["predicted"]
    if len(truth) != len(predicted):
        sizes = {"truth": len(truth), "predicted": len(predicted)}
        raise InputError(t("classification.lengths", id=_ID, **sizes))
    for name, labels in (("truth", truth), ("predicted", predicted)):
        for at, label in enumerate(labels):
            if label is not None and not isinstance(label, str | int | float):
                found = repr(label)[:60]
                raise InputError(
                    t("classification.bad_label", id=_ID, name=name, at=at, found=found)
                )
    return report(truth, predicted, params["classes"])


ALGORITHMS.add(
    _ID,
    Algorithm(
        id=_ID,
        version=1,
        kind="aggregation",
        title=Words("Classification report", "分类报告"),
        meaning=Words(
            "Accuracy, Cohen's kappa, precision, recall and F1 per class and averaged three ways, "
            "and how often each class was taken for each other.",
            "准确率、Cohen κ、各类别及三种平均方式下的精确率、召回率与 F1，以及混淆矩阵。",
        ),
        formula=(
            "P = hits/predicted, R = hits/support, F1 = 2·hits/(predicted+support), 0/0 = 0; macro "
            "= mean over classes, weighted = by support, micro = from the sums; "
            "κ = (p_o − p_e)/(1 − p_e)"
        ),
        inputs=(
            Port("truth", "list", Words("the right labels", "真实类别")),
            Port("predicted", "list", Words("the labels given", "预测类别")),
        ),
        outputs=(
            Port("n", "int", Words("rows with a right label", "有真实类别的行数")),
            Port("accuracy", "float", Words("share that is right", "正确比例")),
            Port("kappa", "float", Words("agreement beyond chance", "超出偶然的一致性")),
            Port("macro", "json", Words("mean over classes", "宏平均")),
            Port("micro", "json", Words("from summed counts", "微平均")),
            Port("weighted", "json", Words("mean weighted by support", "按支持数加权的平均")),
            Port("per_class", "rows", Words("figures of each class", "各类别的指标")),
            Port("labels", "list", Words("the classes, in order", "类别次序")),
            Port(
                "confusion",
                "list",
                Words("counts, a row per right label", "混淆矩阵，每行一个真实类别"),
            ),
            Port("unlabelled", "int", Words("rows without a prediction", "无预测类别的行数")),
        ),
        compute=_compute,
        params=(
            Param(
                "classes",
                "text",
                "all",
                Words(
                    "which classes count: all seen, or those that are right for some row",
                    "计入哪些类别：出现过的全部，或仅真实类别中出现的",
                ),
                choices=("all", "truth"),
            ),
        ),
        examples=(
            Example(
                {"truth": ["a", "a", "b", "b", "c"], "predicted": ["a", "b", "b", "b", "a"]},
                {
                    "accuracy": 0.6,
                    "labels": ["a", "b", "c"],
                    "confusion": [[1, 1, 0], [0, 2, 0], [1, 0, 0]],
                    "unlabelled": 0,
                },
                note="macro precision .3889, recall .5, F1 .4333",
            ),
            Example(
                {"truth": ["a", "b"], "predicted": ["a", None]},
                {"accuracy": 0.5, "unlabelled": 1},
                note="no label is wrong",
            ),
        ),
        references=("Cohen 1960, A coefficient of agreement for nominal scales",),
    ),
)
