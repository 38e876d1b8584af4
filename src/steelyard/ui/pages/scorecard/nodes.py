"""The nodes of a scorecard that is being written, each with its place, name and share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from steelyard.errors import SteelyardError
from steelyard.i18n import pick
from steelyard.indicators import get_indicator
from steelyard.model import Words
from steelyard.ui.pages.scorecard.shares import id_of, shown_weights

INSTEAD = "o"  # the step of a place that leads to what stands in for a node


@dataclass(frozen=True, slots=True)
class NodeSeen:
    """A node of the tree that is being written.

    Attributes:
        place: where it is.
        depth: how far below the root.
        raw: as written.
        name: for people.
        weight: among its siblings, which add up to 1; None for what has none to share with.
        share: of the whole.
        by_method: whether its own weight is found by a method.
    """

    place: str
    depth: int
    raw: Mapping[str, Any]
    name: str
    weight: float | None
    share: float | None
    by_method: bool

    @property
    def branch(self) -> bool:
        """Whether others are below it."""
        return "children" in self.raw

    @property
    def stands_in(self) -> bool:
        """Whether it stands in for the node above it."""
        return self.place.split(".")[-1] == INSTEAD


def walk_nodes(
    raw: Mapping[str, Any],
    place: str,
    depth: int,
    standing: tuple[float | None, float | None, bool],
) -> Iterator[NodeSeen]:
    """Yield a node and all below it; `standing`: its weight, share, whether by a method."""
    weight, share, by_method = standing
    yield NodeSeen(place, depth, raw, name_of(raw), weight, share, by_method)
    children = raw.get("children")
    weights = shown_weights(raw) or {}
    method = raw.get("weights") is not None
    for n, child in enumerate(children if isinstance(children, list) else ()):
        if isinstance(child, Mapping):
            own = weights.get(n)
            part = None if own is None or share is None else own * share
            yield from walk_nodes(child, f"{place}.{n}".lstrip("."), depth + 1, (own, part, method))
    if isinstance(raw.get("otherwise"), Mapping):
        there = f"{place}.{INSTEAD}".lstrip(".")
        yield from walk_nodes(raw["otherwise"], there, depth + 1, (None, None, False))


def name_of(raw: Mapping[str, Any]) -> str:
    """Return the name of a node in the visitor's language."""
    name = raw.get("name")
    if isinstance(name, Mapping):
        return pick(Words(str(name.get("en", "")), str(name.get("zh", ""))))
    if isinstance(name, str):
        return name
    given = Words(str(raw.get("name_en") or ""), str(raw.get("name_zh") or ""))
    if pick(given):
        return pick(given)
    try:
        return pick(get_indicator(str(raw.get("indicator"))).name)
    except SteelyardError:
        return id_of(raw, "overall")
