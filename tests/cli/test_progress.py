"""What a run says it is doing, in the reader's language."""

from __future__ import annotations

import pytest

from steelyard.cli.progress import stage_label
from steelyard.conditions.spec import Load
from steelyard.i18n import using_language


def test_every_phase_of_a_load_has_words():
    phases = Load(baseline=1, peak=8, recovery=1, ramp=[2, 4]).phases
    assert {name.partition(" ")[0] for name in phases} == {"baseline", "peak", "recovery", "ramp"}
    for name in phases:
        facts = {"kind": "load", "detail": name}
        with using_language("en"):
            assert stage_label("condition", facts) == f"Calling under load: {name}"
        with using_language("zh"):
            assert name.partition(" ")[0] not in stage_label("condition", facts)


@pytest.mark.parametrize(("language", "said"), [("en", "Reading cases"), ("zh", "读取用例")])
def test_other_stages(language, said):
    with using_language(language):
        assert stage_label("reading", {}) == said
