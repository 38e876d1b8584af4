"""Nothing is forgotten: what the code has, the documents name."""

from __future__ import annotations

import inspect
import re
from typing import get_args

import pytest
import yaml

from steelyard import errors, evaluate
from steelyard.bundle import layout
from steelyard.cases import DatasetSpec
from steelyard.cli.main import COMMANDS, Commands
from steelyard.indicators import load_catalog
from steelyard.model import TRANSITIONS, IndicatorStatus, RunState
from steelyard.plan import Plan
from steelyard.runner import RunPolicy
from steelyard.runner.policy import Limits
from steelyard.scorecards.gates import FIELDS, OPERATORS
from steelyard.scorers import SCORERS
from steelyard.scorers.text.tokenizers import TOKENIZERS
from tests.docs.documents import GUIDE, README, README_ZH, REFERENCE, ROOT

PAGES = {path.stem: path.read_text(encoding="utf-8") for path in (*GUIDE, *REFERENCE)}


def section(page, heading):
    return re.split(r"^## ", PAGES[page].partition(f"\n## {heading}\n")[2], flags=re.M)[0]


def rows(text):
    """Return the first cells of the tables, each with its whole row."""
    return {found[1]: found[0] for found in re.finditer(r"^\| `([^`]+)`.*$", text, flags=re.M)}


@pytest.mark.parametrize(
    ("model", "heading"),
    [(Plan, "Top level"), (RunPolicy, "`run`"), (Limits, "`run.limits`")],
    ids=["plan", "run", "limits"],
)
def test_every_field_of_the_plan_with_its_default(model, heading):
    table = rows(section("plan", heading))
    assert list(table) == list(model.model_fields)
    example = yaml.safe_load(PAGES["plan"].split("```yaml\n")[2].split("```")[0])
    shown = {"Top level": example, "`run`": example["run"]}.get(heading) or example["run"]["limits"]
    assert list(shown) == list(model.model_fields)
    for name, field in model.model_fields.items():
        if isinstance(field.default, int | float) and not isinstance(field.default, bool):
            assert f"| `{name}` | {field.default:g} |" in table[name]


def test_the_data_guide_is_where_the_plan_guide_points():
    assert all(f"  {name}:" in PAGES["data"] for name in DatasetSpec.model_fields)


def test_gates_name_every_field_and_operator():
    said = section("plan", "Gates")
    assert all(f"`{word}`" in said for word in (*FIELDS, *OPERATORS))


def test_every_command_and_option():
    group = Commands(name="steelyard")
    for name in COMMANDS:
        said = section("command-line", name)
        assert said, name
        command = group.get_command(None, name)
        for option in (option for param in command.params for option in param.opts):
            assert not option.startswith("-") or f"{option}" in said, f"{name} {option}"
        for readme in (README, README_ZH):
            assert f"| `steelyard {name}` |" in readme.read_text(encoding="utf-8")


def test_every_error_with_its_exit_code():
    table = section_of_errors()
    for name, kind in inspect.getmembers(errors, inspect.isclass):
        if issubclass(kind, errors.SteelyardError):
            code = "" if kind is errors.AskError else f" {kind.exit_code}"
            assert f"| `{name}` |{code} |" in table[kind.code]
    assert len(table) == len({row.split("|")[2] for row in table.values()})


def section_of_errors():
    return rows(PAGES["exit-codes"].partition("| `code` |")[2])


def test_every_indicator_parameter_and_status():
    catalog = load_catalog()
    said = rows(section("indicators", "The indicators"))
    assert said.keys() == catalog.keys()
    for id_, record in catalog.items():
        assert record.name.zh in said[id_]
        assert f"| {record.direction} |" in said[id_]
    used = {param.name for record in catalog.values() for param in record.params}
    assert rows(section("indicators", "Parameters")).keys() == used
    assert rows(section("reports", "Status")).keys() == set(get_args(IndicatorStatus))


def test_every_scorer_and_tokenizer():
    table = rows(PAGES["scoring"])
    for scorer in SCORERS:
        row = table[scorer.algorithm.id]
        assert all(f"`{column}`" in row for column in scorer.writes)
        assert f"| {'yes' if scorer.verdict else 'no'} |" in row
    assert set(TOKENIZERS) <= table.keys()


def test_the_keyword_table_is_right():
    from steelyard import compute

    found = re.findall(r"^\| (.+?) \| (.+?) \| ([\d.]+) \| ([\d.]+) \|$", PAGES["scoring"], re.M)
    assert len(found) == 5
    for expected, output, *values in found:
        for tokenizer, value in zip(("keywords", "legacy"), values, strict=True):
            inputs = {"expected": expected, "output": output}
            score = compute("text.keyword_jaccard", inputs, {"tokenizer": tokenizer})["value"]
            assert score == pytest.approx(float(value), abs=5e-5)


def test_every_file_key_and_state_of_a_bundle(tmp_path):
    page = PAGES["bundle"]
    names = [value for name, value in vars(layout).items() if name.isupper()]
    assert all(f"`{name.replace('results-', 'results-N/*.parquet')}`" in page for name in names)
    assert all(f"`{state}`" in section("bundle", "States") for state in RunState)
    assert set(TRANSITIONS[RunState.RUNNING]) == {"interrupted", "stopped", "finalising"}
    run = evaluate(lambda _: "Paris", [{"input": "?", "answer": "Paris"}], out=tmp_path / "run")
    said = section("bundle", "Manifest")
    assert all(f"`{key}`" in said for key in (*run.manifest, *run.manifest["dataset"]))
    said = section("bundle", "Summary")
    assert all(f"`{key}`" in said for key in (*run.summary, *run.summary["overall"]))
    assert all(f"`{key}`" in said for key in run.summary["indicators"][0])


def test_every_environment_variable():
    code = "".join(path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py"))
    code += (ROOT / "scripts" / "venv.sh").read_text("utf-8")
    used = set(re.findall(r"\bSTEELYARD_[A-Z_]+\b", code))
    # The demo's agent forgets the one on purpose; settings of the service have a page of their own.
    used -= {"STEELYARD_DEMO_NOTES", "STEELYARD_SSO__CLIENT_SECRET"}
    assert used == set(rows(section("command-line", "Environment variables")))
