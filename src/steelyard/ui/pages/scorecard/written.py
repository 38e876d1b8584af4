"""A scorecard as YAML that a person would write: short mappings and rows of numbers on one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

_WIDTH = 100


class _Dumper(yaml.SafeDumper):
    """Never writes anchors; what holds only plain values stands on one line."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _mapping(dumper: _Dumper, data: dict[Any, Any]) -> yaml.Node:
    short = len(data) <= 2 and all(_is_plain(one) for one in data.values())
    return dumper.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=short)


def _list(dumper: _Dumper, data: list[Any]) -> yaml.Node:
    short = all(_is_plain(one) for one in data)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=short)


_Dumper.add_representer(dict, _mapping)
_Dumper.add_representer(list, _list)


def dump_card(content: Mapping[str, Any]) -> str:
    """Return the text of a scorecard."""
    return yaml.dump(
        plain(content), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH
    )


def plain(value: Any) -> Any:
    """Return a value made of plain mappings and lists only."""
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool)
