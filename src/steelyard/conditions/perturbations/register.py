"""The door of the registry: a perturbation enters as one, and as an algorithm to try."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from steelyard.conditions.perturbations.perturb import perturb
from steelyard.conditions.perturbations.perturbation import PERTURBATIONS, Perturbation
from steelyard.model import ALGORITHMS, Algorithm, Param, Port, Words

_SEED = Param("seed", "int", 0, Words("seed of every draw", "随机种子"))
_PROTECT = Param("protect", "list", (), Words("words that must not be touched", "不得改动的词语"))
_FORMULAS = {
    "rate": "max(1, round(rate · characters)) places, drawn from those that suit and are not "
    "protected",
    "share": "round(share · characters) are cut off, at least one, never inside a character",
    "level": "as many, or as strong, as the level says",
}


def add_perturbation(record: Perturbation) -> Perturbation:
    """Register a perturbation, built-in or plug-in, under its id."""
    ALGORITHMS.add(record.id, _algorithm(record))
    return PERTURBATIONS.add(record.id, record)


def _algorithm(record: Perturbation) -> Algorithm:
    disturbed = Port(
        "input",
        "text" if record.earlier is None else "list",
        Words(
            "the input as it is asked; null when it does not apply", "扰动后的输入；不适用时为空"
        ),
    )
    planted = (Port("canary", "text", Words("what the attack wants said", "攻击要求说出的内容")),)
    return Algorithm(
        id=record.id,
        version=record.version,
        kind="perturbation",
        title=record.title,
        meaning=record.meaning,
        formula=_FORMULAS[record.strength.name],
        inputs=(Port("text", "text", Words("the text to perturb", "待扰动的文本")),),
        outputs=(
            disturbed,
            Port("changes", "list", Words("what was changed, and where", "改动及其位置")),
            Port("reason", "text", Words("why it does not apply", "不适用的原因"), required=False),
            *(planted if record.attack else ()),
        ),
        compute=_compute(record),
        params=(record.strength, _SEED, _PROTECT),
        examples=record.examples,
        references=record.references,
    )


def _compute(
    record: Perturbation,
) -> Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]:
    def compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
        made = perturb(
            record.id,
            inputs["text"],
            strength=params[record.strength.name],
            seed=params["seed"],
            protect=[str(word) for word in params["protect"]],
        )
        changes = [change._asdict() for change in made.changes]
        found = {"input": made.input, "changes": changes, "reason": made.reason}
        return found | ({"canary": made.fields.get("canary")} if record.attack else {})

    return compute
