"""One small class for everything looked up by name: add, get (did-you-mean), list, plug-ins.

Built-ins come in by the same door as plug-ins: a registry is given a loader that imports its
built-in modules, and the entry-point group `steelyard` names plug-in modules; importing either
runs `add`. Nothing is imported before the first look-up.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Generic, TypeVar

from steelyard.errors import SteelyardError, UnknownNameError

T = TypeVar("T")

ENTRY_POINT_GROUP = "steelyard"
_loading = threading.RLock()  # one for all: loaders of different registries import the same modules


class Registry(Generic[T]):
    """Names to things of one kind, filled on first use."""

    def __init__(self, kind: str, load_builtins: Callable[[], object] | None = None) -> None:
        self.kind = kind
        self._load_builtins = load_builtins
        self._loaded = load_builtins is None
        self._items: dict[str, T] = {}

    def add(self, name: str, item: T) -> T:
        """Register `item` under `name`; a name is taken once."""
        if name in self._items:
            message = f"{self.kind} '{name}' is registered twice; plug-ins need names of their own"
            raise SteelyardError(message)
        self._items[name] = item
        return item

    def get(self, name: str) -> T:
        """Return the item called `name`, or say which names are close."""
        self._load()
        try:
            return self._items[name]
        except KeyError:
            close = get_close_matches(name, self._items, n=3, cutoff=0.5)
            known = sorted(self._items)
            raise UnknownNameError(self.kind, name, close=close, known=known) from None

    def names(self) -> list[str]:
        """Return every name, sorted."""
        self._load()
        return sorted(self._items)

    def __iter__(self) -> Iterator[T]:
        return (self._items[name] for name in self.names())

    def __contains__(self, name: object) -> bool:
        self._load()
        return name in self._items

    def _load(self) -> None:
        if self._loaded:
            return
        # Others wait until all is there; the loader itself may look names up on its way.
        with _loading:
            load, self._load_builtins = self._load_builtins, None
            if load is None:
                return
            try:
                load()
                load_plugins()
            finally:
                self._loaded = True


def load_plugins() -> None:
    """Import every module that installed packages name in the entry-point group `steelyard`."""
    from importlib.metadata import entry_points

    for entry in entry_points(group=ENTRY_POINT_GROUP):
        try:
            entry.load()
        except Exception as error:
            message = f"the plug-in '{entry.name}' ({entry.value}) cannot be loaded: {error}"
            raise SteelyardError(message) from error
