"""Steps and adapters as forms: what is typed is what a plan says."""

from __future__ import annotations

import pytest

from steelyard.agents import AGENTS, make_agent
from steelyard.cases import STEPS, StepSpec
from steelyard.cases.steps.base import build_steps
from steelyard.errors import InputError
from steelyard.ui.pages.agent import options
from steelyard.ui.pages.processing import preview, steps
from steelyard.ui.pages.processing.workbench import read_steps

# What YAML writes in 500 characters and JSON in 300 GB.
_PARTS = (", ".join([f"*a{at - 1}" if at else "x"] * 9) for at in range(12))
BOMB = "\n".join(["", *(f"  a{at}: &a{at} [{parts}]" for at, parts in enumerate(_PARTS))])
OPTIONS = {
    "filter": {"where": "domain = 'law'"},
    "deduplicate": {"by": ["input", "label"], "normalised": True},
    "normalise": {"fields": ["input"], "nfkc": True, "whitespace": False},
    "redact": {"patterns": ["email", r"工号\d{6}"], "fields": ["input"], "with": "[x]"},
    "rename": {"source.topic": "domain"},
    "derive": {"cluster_id": "{domain}-{scene}", "eval_type": {"value": "safety"}},
    "sample": {"n": 20},
    "stratified_sample": {"by": ["scene"], "n": 3},
    "split": {"train": 0.8, "test": 0.2, "keep": "test"},
}
CONFIGS = {
    "openai": {
        "base_url": "https://example.org/v1", "model": "m", "api_key_env": "KEY", "stream": True,
        "params": {"temperature": 0}, "price": {"input_per_million": 1.0, "output_per_million": 2},
    },
    "http": {"url": "https://example.org", "method": "PUT", "headers": {"X": "y"},
             "body": {"q": "{{input}}"}, "response": {"output": "a.b"}, "max_bytes": 1000},
    "a2a": {"url": "https://example.org", "wait": "poll", "poll_s": 0.25, "verify_tls": False},
    "replay": {"source": {"tool": "x"}},
}  # fmt: skip


def typed(fields):
    return {field.name: field.value for field in fields}


def test_every_step_has_a_form():
    assert set(OPTIONS) == {kind.name for kind in STEPS}
    assert {name for name, _ in steps.step_choices()} == set(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_a_step_survives_its_form(name):
    again = steps.options_of(name, typed(steps.fields_of(name, OPTIONS[name])))
    assert again == OPTIONS[name]
    assert typed(steps.fields_of(name, again)) == typed(steps.fields_of(name, OPTIONS[name]))
    build_steps([StepSpec.model_validate({name: again})], 0)


def test_a_step_from_elsewhere_is_written_as_yaml():
    fields = steps.fields_of("theirs", {"a": 1})
    assert steps.options_of("theirs", typed(fields)) == {"a": 1}
    for wrong in ("- 1", f"a: {BOMB}"):
        with pytest.raises(InputError):
            steps.options_of("theirs", {"yaml": wrong})


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"none": {}}]', '[{"filter": 1}]', '{"a": 1}'])
def test_steps_of_an_address_that_are_not_ours_are_left_out(text):
    assert read_steps(text) == []


def test_what_becomes_of_a_row():
    before = {"case_id": "a", "input": "x", "metadata": {"k": 1}}
    rows = {
        "stays": {"before": before, "after": before},
        "goes": {"before": before, "after": None},
        "changes": {"before": before, "after": {**before, "metadata": {"k": 2}}},
    }
    for word, row in rows.items():
        assert preview.outcome(row, processed=True) == word
    assert preview.changed_fields(before, rows["changes"]["after"]) == ["metadata.k"]


@pytest.mark.parametrize("adapter", CONFIGS)
def test_an_agent_survives_its_form(adapter):
    given = CONFIGS[adapter]
    fields = options.fields_of(adapter, given, ["KEY"], allow_programs=False)
    again = options.options_of(adapter, typed(fields), given)
    assert again == given
    make_agent({adapter: again})


def test_options_that_read_our_files_are_not_offered():
    shown = {one.name for one in options.fields_of("http", {}, [], allow_programs=False)}
    assert not shown & {"ca_file", "trust_env"}
    assert "command" not in options.adapters(allow_programs=False)
    assert set(options.adapters(allow_programs=True)) == {one.name for one in AGENTS}
    kept = options.options_of("http", {"url": "https://e.org"}, {"ca_file": "x.pem"})
    assert kept == {"url": "https://e.org", "ca_file": "x.pem"}  # what is not shown stays


def test_what_is_typed_wrong_is_said_by_its_name():
    with pytest.raises(InputError, match="Largest answer"):
        options.options_of("http", {"max_bytes": "many"}, {})
    with pytest.raises(InputError, match="Body"):
        options.options_of("http", {"body": "{"}, {})
    with pytest.raises(InputError, match=r"Body.*with its anchors written out"):
        options.options_of("http", {"body": f"a: {BOMB}"}, {})
