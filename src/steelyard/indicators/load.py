"""The catalog: every indicator there is, read once from `catalog/*.yaml`, and a user's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from steelyard.errors import UnknownNameError
from steelyard.indicators.cutoffs import at_cutoff
from steelyard.indicators.records import Family, Indicator, read_record

# One family per file, in the order people read them in.
FAMILIES = (
    "base",
    "adapt",
    "robust",
    "port",
    "collab",
    "teamwork",
    "text",
    "ir",
    "agent",
    "safety",
    "ops",
)
_KIND = "indicator"
_custom: ContextVar[Mapping[str, Indicator] | None] = ContextVar("steelyard_own", default=None)


def load_catalog() -> Mapping[str, Indicator]:
    """Return every indicator by id: the built-in ones, and the user's own where they are in use."""
    custom = _custom.get()
    return {**built_in(), **custom} if custom else built_in()


@contextmanager
def using_indicators(records: Mapping[str, Indicator]) -> Iterator[None]:
    """Let a user's own indicators be known by their ids inside a `with` block."""
    token = _custom.set({**custom_indicators(), **records})
    try:
        yield
    finally:
        _custom.reset(token)


def custom_indicators() -> Mapping[str, Indicator]:
    """Return the user's own indicators that are in use."""
    return _custom.get() or {}


@cache
def built_in() -> Mapping[str, Indicator]:
    """Return the indicators of the catalog."""
    catalog: dict[str, Indicator] = {}
    shared = run_params()
    for family in FAMILIES:
        raw = _read(family)
        shares = Family(raw.get("where"), raw.get("let", {}))
        for id_, record in raw["indicators"].items():
            catalog[id_] = read_record(id_, record, shared=shared, family=shares)
    return catalog


def get_indicator(id_: str) -> Indicator:
    """Return one indicator, or say which ids are close."""
    catalog = load_catalog()
    found = catalog.get(id_) or at_cutoff(id_, catalog)
    if found is None:
        from difflib import get_close_matches

        close = get_close_matches(id_, catalog, n=3, cutoff=0.5)
        raise UnknownNameError(_KIND, id_, close=close, known=sorted(catalog))
    return found


@cache
def run_params() -> Mapping[str, Mapping[str, Any]]:
    """Return the parameters indicators share, by name; a plan may set any of them."""
    shared: Mapping[str, Mapping[str, Any]] = _read("params")["params"]
    return shared


def _read(name: str) -> Mapping[str, Any]:
    text = (files("steelyard.indicators") / "catalog" / f"{name}.yaml").read_text("utf-8")
    raw: Mapping[str, Any] = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return raw
