"""The catalog: every indicator there is, read once from `catalog/*.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from steelyard.errors import UnknownNameError
from steelyard.indicators.records import Family, Indicator, read_record

# One family per file, in the order people read them in.
FAMILIES = (
    "base",
    "adapt",
    "robust",
    "port",
    "collab",
    "text",
    "ir",
    "agent",
    "safety",
    "ops",
)
_KIND = "indicator"


@cache
def load_catalog() -> Mapping[str, Indicator]:
    """Return every indicator by id."""
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
    if id_ not in catalog:
        from difflib import get_close_matches

        close = get_close_matches(id_, catalog, n=3, cutoff=0.5)
        raise UnknownNameError(_KIND, id_, close=close, known=sorted(catalog))
    return catalog[id_]


@cache
def run_params() -> Mapping[str, Mapping[str, Any]]:
    """Return the parameters indicators share, by name; a plan may set any of them."""
    shared: Mapping[str, Mapping[str, Any]] = _read("params")["params"]
    return shared


def _read(name: str) -> Mapping[str, Any]:
    text = (files("steelyard.indicators") / "catalog" / f"{name}.yaml").read_text("utf-8")
    raw: Mapping[str, Any] = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return raw
