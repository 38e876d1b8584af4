"""`WeightTree`: parts within parts that are dragged, chosen, and weighed by sliders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from nicegui.element import Element

from steelyard.i18n import t


@dataclass(frozen=True, slots=True)
class Weighted:
    """A row of the tree.

    Attributes:
        key: of the row.
        parent: key of the row above it; None at the top.
        depth: how far it is indented.
        branch: whether others are, or can be, below it.
        name: of the part.
        badges: (text, tone).
        weight: among its siblings; None when it has none to share with them.
        fixed: whether the weight is found by a method, and no slider moves it.
        share: of the whole, as a text.
        score: in words.
        value: where the score stands between 0 and 1; None without one.
        low: end of its interval.
        high: end of its interval.
        hint: what a look closer tells.
    """

    key: str
    parent: str | None
    depth: int
    branch: bool
    name: str
    badges: Sequence[tuple[str, str]]
    weight: float | None
    fixed: bool
    share: str
    score: str = ""
    value: float | None = None
    low: float | None = None
    high: float | None = None
    hint: str = ""


class WeightTree(Element, component="weight_tree.js"):
    """Sliders answer in the browser; the page hears of a weight when it was let go."""

    def __init__(
        self,
        name: str,
        *,
        on_choose: Callable[[str], Any],
        on_weight: Callable[[str, float], Any],
        on_move: Callable[[str, str, str], Any],
        locked: bool = False,
    ) -> None:
        super().__init__()
        self._keys: set[str] = set()
        self._props["name"] = name
        self._props["rows"] = []
        self._props["chosen"] = ""
        self._props["locked"] = locked
        self._props["words"] = {
            "part": t("ui_scorecards.part"),
            "weight": t("ui_scorecards.weight"),
            "share": t("ui_scorecards.share"),
            "score": t("ui_scorecards.score_on_run"),
        }
        self.on("choose", lambda event: self._chosen(event.args, on_choose))
        self.on("weight", lambda event: self._weighed(event.args, on_weight))
        self.on("move", lambda event: self._moved(event.args, on_move))

    def show(self, rows: Sequence[Weighted], chosen: str) -> None:
        """Show these rows."""
        self._keys = {row.key for row in rows}
        self._props["rows"] = [asdict(row) for row in rows]
        self._props["chosen"] = chosen
        self.update()

    def _chosen(self, args: Any, then: Callable[[str], Any]) -> Any:
        return then(str(args)) if str(args) in self._keys else None

    def _weighed(self, args: Any, then: Callable[[str, float], Any]) -> Any:
        key, value = str(args[0]), float(args[1])
        return then(key, value) if key in self._keys and 0 <= value <= 1 else None

    def _moved(self, args: Any, then: Callable[[str, str, str], Any]) -> Any:
        key, target, where = (str(one) for one in args)
        known = key in self._keys and target in self._keys
        return then(key, target, where) if known and where in ("before", "after", "into") else None
