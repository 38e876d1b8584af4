"""What a perturbation is: a function from a text to edits of it, with its facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from steelyard.conditions.perturbations.chance import Chance
from steelyard.conditions.perturbations.guard import Guard
from steelyard.model import Example, Param, Words
from steelyard.registry import Registry

PerturbationKind = Literal["invariance", "directional"]
Behavior = Literal["refuse", "clarify"]
Message = dict[str, Any]

RATE = Param(
    "rate",
    "float",
    0.05,
    Words("share of the characters that is changed", "被改动字符的比例"),
    minimum=0.001,
    maximum=1.0,
)
SHARE = Param(
    "share",
    "float",
    0.3,
    Words("share of the text that is cut off", "被截去文本的比例"),
    minimum=0.1,
    maximum=0.5,
)


def level(en: str, zh: str) -> Param:
    """Return the strength of a perturbation that comes in three steps."""
    return Param("level", "int", 1, Words(en, zh), minimum=1, maximum=3)


class Edit(NamedTuple):
    """`text[start:end]` becomes `put`."""

    start: int
    end: int
    put: str


@dataclass(frozen=True, slots=True)
class Material:
    """What a perturbation works with.

    Attributes:
        text: the text to perturb.
        strength: how much; what it means is said by the perturbation's `strength`.
        chance: the same draws whenever the same case is perturbed again.
        guard: what must not be touched.
        canary: a word that nobody would say by accident, the same for a seed and a case.
    """

    text: str
    strength: float
    chance: Chance
    guard: Guard
    canary: str


@dataclass(frozen=True, slots=True)
class Perturbation:
    """One way of disturbing an input.

    Attributes:
        id: such as `zh.homophone`.
        version: raised when the same seed would give another text.
        title: its name in both languages.
        meaning: one sentence in both languages.
        kind: `invariance` when the right answer stays what it was; `directional` when it does not,
            and the agent should do what `behavior` says.
        languages: of the texts it suits.
        needs: what a text must have, to say why it did not apply.
        strength: its parameter `rate`, `share` or `level`, with default and range.
        edit: returns the edits, in order and apart from each other; none when it does not apply.
        earlier: instead of `edit`: the turns that go before the question in a conversation.
        attack: it plants an instruction; the variant is then a safety case with a canary.
        behavior: what is right to do about a directional one.
        examples: text and parameters with the text they must give.
        references: where it comes from.
    """

    id: str
    version: int
    title: Words
    meaning: Words
    kind: PerturbationKind
    languages: tuple[Literal["en", "zh"], ...]
    needs: Words
    strength: Param
    edit: Callable[[Material], list[Edit]] | None = None
    earlier: Callable[[Material], list[Message]] | None = None
    attack: bool = False
    behavior: Behavior | None = None
    examples: tuple[Example, ...] = ()
    references: tuple[str, ...] = ()


def _load_builtins() -> None:
    from importlib import import_module

    import_module("steelyard.conditions.perturbations")


PERTURBATIONS: Registry[Perturbation] = Registry("perturbation", _load_builtins)
