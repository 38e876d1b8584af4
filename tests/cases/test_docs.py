"""The data guide names everything there is, as it is."""

from __future__ import annotations

from pathlib import Path

import yaml

from steelyard.cases import READERS, STEPS, DatasetSpec, StepSpec
from steelyard.cases.checks import allowed_for
from steelyard.cases.steps.base import build_steps
from steelyard.i18n import using_language
from steelyard.model import declarable
from tests.looped import looped

GUIDE = (Path(__file__).parents[2] / "docs" / "guide" / "data.md").read_text(encoding="utf-8")


@looped("field", declarable(), ids=lambda field: field.name)
def test_every_field_with_its_rule_and_aliases(field):
    aliases = ", ".join(f"`{alias}`" for alias in field.aliases)
    with using_language("en"):
        allowed = allowed_for(field)
    assert f"| `{field.name}` | {allowed} | {field.words.en} | {aliases} |" in GUIDE


def test_every_format_step_and_option():
    for reader in READERS:
        assert f"`{reader.name}`" in GUIDE
        assert all(f"`{extension}`" in GUIDE for extension in reader.extensions)
    assert all(f"| `{name}` |" in GUIDE for name in STEPS.names())
    assert all(f"  {name}:" in GUIDE for name in DatasetSpec.model_fields)


def test_the_example_is_a_dataset():
    blocks = [part.split("```")[0] for part in GUIDE.split("```yaml\n")[1:]]
    for block in blocks[:2]:
        DatasetSpec.model_validate(yaml.safe_load(block)["dataset"])
    (step,) = yaml.safe_load(blocks[2])
    assert build_steps([StepSpec.model_validate(step)], seed=0)[0].name == "filter"
