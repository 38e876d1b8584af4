"""`Judgements`: how much more important each of several things is than each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nicegui.element import Element

from steelyard.i18n import t

SCALE = tuple(range(-9, -1)) + tuple(range(1, 10))  # −3 is 1/3


class Judgements(Element, component="judgements.js"):
    """A matrix of which the upper half is chosen; the lower one is its mirror."""

    def __init__(
        self,
        names: Sequence[str],
        matrix: Sequence[Sequence[float]],
        on_change: Callable[[int, int, float], Any],
        *,
        locked: bool = False,
    ) -> None:
        super().__init__()
        self._names = list(names)
        self._props["name"] = t("ui_scorecards.judgements")
        self._props["names"] = self._names
        self._props["locked"] = locked
        self._props["scale"] = [[text_of(value_of(step)), _word(step)] for step in SCALE[::-1]]
        self.on("change", lambda event: self._judged(event.args, on_change))
        self.show(matrix, None)

    def show(self, matrix: Sequence[Sequence[float]], worst: tuple[int, int] | None) -> None:
        """Show the judgements; `worst` is the one that the others contradict most."""
        self._props["cells"] = [[text_of(value) for value in row] for row in matrix]
        self._props["worst"] = None if worst is None else list(worst)
        self.update()

    def _judged(self, args: Any, then: Callable[[int, int, float], Any]) -> Any:
        row, column, text = int(args[0]), int(args[1]), str(args[2])
        values = {text_of(value_of(step)): value_of(step) for step in SCALE}
        if 0 <= row < column < len(self._names) and text in values:
            return then(row, column, values[text])
        return None


def value_of(step: int) -> float:
    """Return how many times as important a step of the scale says."""
    return float(step) if step > 0 else 1 / -step


def text_of(value: float) -> str:
    """Return a judgement as people write it: 3, 1/3, or 1.59 where it is none of the scale."""
    for sign, size in ((1, value), (-1, 1 / value)):
        if abs(size - round(size)) < 1e-6 and 1 <= round(size) <= 9:
            return str(round(size)) if sign > 0 or round(size) == 1 else f"1/{round(size)}"
    return f"{value:.3g}"


def _word(step: int) -> str:
    size = abs(step)
    known = t(f"ui_scorecards.judged_{size}") if size in (1, 3, 5, 7, 9) else ""
    return f"{text_of(value_of(step))} {known}".strip() if step > 0 else text_of(value_of(step))
