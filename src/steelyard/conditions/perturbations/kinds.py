"""Which perturbations are meant by what a plan or a command names."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Literal, NamedTuple

from steelyard.conditions.perturbations.perturbation import PERTURBATIONS, Perturbation
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import check_param

Language = Literal["en", "zh"]

AUTO, ALL = "auto", "all"


class Choice(NamedTuple):
    """A perturbation and how strong; `name` is what tells its variants from others."""

    record: Perturbation
    strength: float
    name: str


def choose_kinds(
    kinds: Iterable[str],
    *,
    rate: float | None = None,
    language: Language = "en",
    chat: bool = False,
) -> list[Choice]:
    """Return the perturbations that are meant, each once, in the order they are named.

    Args:
        kinds: ids; patterns such as `zh.*`; `auto` for those that suit the input, keep its form
            and its right answer, and attack nobody; `all` for every one that suits the language. A
            strength of its own stands after `@`: `zh.homophone@0.1`.
        rate: of those whose strength is a rate and that name none; their default if None.
        language: of the text.
        chat: whether the input is a conversation already.

    Raises:
        UnknownNameError: there is no such perturbation.
        InputError: a strength is no number, or out of range.
    """
    chosen: dict[str, Choice] = {}
    for kind in kinds:
        name, at, written = kind.partition("@")
        for record in _meant(name, language, chat=chat):
            choice = _choice(record, _number(kind, written) if at else None, rate)
            chosen.setdefault(choice.name, choice)
    return list(chosen.values())


def _meant(name: str, language: Language, *, chat: bool) -> list[Perturbation]:
    suits = [record for record in PERTURBATIONS if language in record.languages]
    if name == AUTO:
        # History makes a conversation of a text: an agent that takes only text would fail on that.
        plain = [r for r in suits if r.kind == "invariance" and not r.attack]
        return [r for r in plain if chat or r.earlier is None]
    if name == ALL:
        return suits
    if "*" in name and (found := [r for r in PERTURBATIONS if fnmatchcase(r.id, name)]):
        return found
    return [PERTURBATIONS.get(name)]


def _choice(record: Perturbation, own: float | None, rate: float | None) -> Choice:
    strength: float = record.strength.default
    if own is not None:
        strength = int(own) if record.strength.type == "int" and own == int(own) else own
    elif rate is not None and record.strength.name == "rate":
        strength = rate
    check_param(record.id, record.strength, strength)
    return Choice(record, strength, record.id if own is None else f"{record.id}@{strength:g}")


def _number(kind: str, written: str) -> float:
    try:
        return float(written)
    except ValueError:
        raise InputError(t("perturbations.strength", kind=kind, found=written)) from None
