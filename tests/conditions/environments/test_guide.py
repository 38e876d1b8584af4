"""The guide names every item and field, and its environments are real ones."""

from __future__ import annotations

import re

import yaml

from steelyard.conditions.environments import Environment, Requirement
from steelyard.conditions.environments.environment import Limits, Ready, Smoke, Stop, Venv
from steelyard.conditions.environments.probe import KEYS
from steelyard.conditions.environments.probe_script import NAMED
from tests.docs.documents import ROOT, blocks

GUIDE = ROOT / "docs" / "guide" / "portability.md"
TEXT = GUIDE.read_text(encoding="utf-8")


def section(heading):
    return re.split(r"^## ", TEXT.partition(f"\n## {heading}\n")[2], flags=re.M)[0]


def first_cells(text):
    return re.findall(r"^\| `(\w+)` \|", text, flags=re.M)


def test_every_item_of_the_probe():
    said = section("Probe")
    rows = re.findall(r"^\| (`.+?) \|", said, flags=re.M)
    listed = [key for row in rows for key in re.findall(r"`([^`]+)`", row)]
    assert [key for key in listed if key in KEYS] == sorted(KEYS, key=listed.index)
    assert {key.partition(".")[0] for key in listed if key not in KEYS} == set(NAMED)


def test_every_field_of_a_requirement_and_an_environment():
    assert first_cells(section("Checklist")) == list(Requirement.model_fields)
    said = section("Environments")
    fields = [name for name in first_cells(said) if name in Environment.model_fields]
    assert set(fields) == set(Environment.model_fields)
    for part in (Limits, Ready, Smoke, Stop, Venv):
        assert all(f"`{name}`" in said for name in part.model_fields), part


def test_the_environments_shown_are_valid():
    [shown] = [
        found
        for block in blocks(GUIDE)
        if block.language == "yaml" and isinstance(found := yaml.safe_load(block.text), dict)
    ]
    names = [Environment.model_validate(item).name for item in shown["environments"]]
    assert names == ["staging", "clean-venv", "small-machine", "container", "other-host"]
