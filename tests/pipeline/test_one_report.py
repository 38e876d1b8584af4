"""The report of a run is collected once, is the one on disk, and gives way to what is newer."""

from __future__ import annotations

import gc
import json
import shutil
from dataclasses import replace
from importlib import import_module

import pytest

import steelyard
from steelyard import load_run
from steelyard.bundle import (
    Bundle,
    checksum_of_file,
    connect_for_analysis,
    layout,
    write_atomic,
)
from steelyard.bundle.checksums import load_json
from steelyard.errors import BundleError
from steelyard.i18n import using_language
from steelyard.pipeline import rescore, reweigh
from steelyard.plan import make_plan
from steelyard.report import collect, of_run, report_of, stored
from steelyard.scorecards import load_weighing

CASES = [
    {
        "id": f"c{n}",
        "input": f"{n} 加 {n} 等于多少",
        "expected_output": str(2 * n),
        "scene": "ab"[n % 2],
    }
    for n in range(12)
]
KINDS = {
    "plain": {},
    "repeated": {"run": {"epochs": 3}},
    "perturbed": {"conditions": [{"perturb": {"kinds": ["zh.homophone"]}}]},
    "weighed": {"scorecard": "documented", "gates": ["base.accuracy: value >= 0.2"]},
}


def agent(question):
    n = int(question.split()[0])
    if n == 11:
        raise ValueError("broken")
    return str(2 * n) if n % 3 else "no idea"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    out = tmp_path_factory.mktemp("made") / "run"
    return steelyard.evaluate(agent, CASES, out=out, run={"retries": 0}).path


@pytest.fixture
def bundle(made, tmp_path):
    return Bundle(shutil.copytree(made, tmp_path / "run"))


@pytest.fixture
def collected(monkeypatch):
    """How often a report is collected after a run."""
    calls = []
    module = import_module("steelyard.report.collect")
    monkeypatch.setattr(module, "collect", lambda *about: calls.append(1) or collect(*about))
    return calls


def from_disk(path):
    bundle = Bundle(path)
    with connect_for_analysis(bundle.results_path) as connection:
        return collect(bundle.manifest.values, bundle.summary(), connection)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_what_a_run_hands_on_is_what_its_files_say(tmp_path, kind, collected):
    run = steelyard.evaluate(agent, CASES, out=tmp_path / "run", name=kind, **KINDS[kind])
    report = run.content
    assert not collected
    assert report == from_disk(run.path)
    assert report.as_dict() == json.loads((run.path / "report.json").read_bytes())
    assert report_of(Bundle(run.path), cases=False) == replace(report, cases=None)
    assert not collected


@pytest.mark.slow
def test_a_run_opened_again_is_collected_once(bundle, collected):
    opened = load_run(bundle.path)
    assert opened.content is report_of(opened._bundle)
    assert collected == [1]


@pytest.mark.slow
def test_scores_of_another_kind_make_another_report(bundle, collected):
    before = report_of(bundle)
    collected.clear()
    plan = make_plan({**bundle.manifest.values["plan"], "scorers": ["text.rouge_l"]}, source="x")
    rescore(bundle, plan)
    assert report_of(bundle) != before
    assert report_of(bundle) == from_disk(bundle.path)
    assert not collected


@pytest.mark.slow
def test_another_scorecard_makes_another_report(bundle):
    before = report_of(bundle)
    plan = make_plan({**bundle.manifest.values["plan"], "scorecard": "documented"}, source="x")
    reweigh(bundle, plan, load_weighing("documented"))
    assert report_of(bundle) != before
    assert report_of(bundle) == from_disk(bundle.path)


@pytest.mark.slow
def test_a_summary_that_someone_else_replaced_is_read(bundle, collected):
    before, path = report_of(bundle), bundle.path / layout.SUMMARY
    collected.clear()
    summary = load_json(path.read_bytes())
    summary["gates"] = [{"text": "planted", "passed": False, "observed": 0.0}]
    other = path.with_name("other")
    other.write_text(json.dumps(summary))
    other.replace(path)
    assert [gate.text for gate in report_of(bundle).gates] == ["planted"]
    assert before.gates == ()
    assert collected == [1]


def test_a_summary_replaced_while_the_report_is_made_is_read_the_next_time(bundle, monkeypatch):
    path = bundle.path / layout.SUMMARY
    old = load_json(path.read_bytes())
    gate = {"text": "planted", "passed": False, "observed": 0.0}

    def replaced_first(self):
        monkeypatch.undo()
        write_atomic(path, json.dumps(old | {"gates": [gate]}).encode())
        return old

    monkeypatch.setattr(Bundle, "summary", replaced_first)
    assert report_of(bundle).gates == ()
    assert [one.text for one in report_of(bundle).gates] == ["planted"]


def test_without_a_summary_it_is_said_that_the_run_is_not_finished(bundle):
    (bundle.path / layout.SUMMARY).unlink()
    with pytest.raises(BundleError, match="finished"):
        report_of(bundle)


@pytest.mark.slow
def test_each_language_has_its_own(bundle, collected):
    report_of(bundle)
    with using_language("zh"):
        assert report_of(bundle) == from_disk(bundle.path)
    assert collected == [1, 1]


def test_a_report_goes_with_its_bundle(bundle):
    report_of(bundle)
    own = Bundle(bundle.path)
    report_of(own)
    assert own in of_run._kept
    count = len(of_run._kept)
    del own
    gc.collect()
    assert len(of_run._kept) < count


def edit(path, **changes):
    values = json.loads(path.read_bytes()) | changes
    values.pop("crc32", None)  # of what it was
    path.write_text(json.dumps(values))


def collected_again(bundle, collected):
    """Whether the report of a bundle is collected, and right."""
    collected.clear()
    report = report_of(Bundle(bundle.path), cases=False)
    assert report == replace(from_disk(bundle.path), cases=report.cases)
    return bool(collected)


def test_a_stored_report_is_read_by_another_process_and_after_a_move(bundle, collected, tmp_path):
    assert not collected_again(bundle, collected)
    moved = Bundle(bundle.path.rename(tmp_path / "moved"))
    assert not collected_again(moved, collected)


CHANGES = {
    "an edited report": lambda path: edit(path / "report.json", panel=["planted"]),
    "no report": lambda path: (path / "report.json").unlink(),
    "a broken report": lambda path: (path / "report.json").write_text("{"),
    "an edited summary": lambda path: edit(path / layout.SUMMARY, gates=[]),
    "an edited manifest": lambda path: edit(path / layout.MANIFEST, name="other"),
    "verdicts of people": lambda path: (path / layout.OVERRIDES).write_text(""),
    "an earlier run": lambda path: (path / layout.REPORT_SOURCE).unlink(),
    "no object": lambda path: (path / layout.REPORT_SOURCE).write_text("[]"),
    "an older version": lambda path: edit(path / layout.REPORT_SOURCE, steelyard_version="0.0.9"),
    "another schema": lambda path: edit(path / layout.REPORT_SOURCE, schema=0),
}


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_a_stored_report_is_not_trusted_with(bundle, collected, change):
    CHANGES[change](bundle.path)
    assert collected_again(bundle, collected)


@pytest.mark.slow
def test_a_stored_report_is_not_trusted_with_another_table(bundle, collected):
    part = next(bundle.results_path.iterdir())
    with connect_for_analysis(bundle.results_path) as connection:
        connection.execute("CREATE TABLE less AS SELECT * FROM results WHERE row <> 3")
        connection.execute(f"COPY less TO '{part}' (FORMAT parquet)")
    with pytest.raises(BundleError, match=part.name):  # its checksum
        report_of(Bundle(bundle.path), cases=False)
    edit(bundle.path / layout.MANIFEST, results_crc32=[checksum_of_file(part)])
    assert collected_again(bundle, collected)


@pytest.mark.slow
def test_another_scorecard_replaces_the_stored_report(bundle, collected):
    plan = make_plan({**bundle.manifest.values["plan"], "scorecard": "documented"}, source="x")
    reweigh(bundle, plan, load_weighing("documented"))
    assert not collected_again(bundle, collected)


def test_a_stored_report_is_of_one_language(bundle, collected):
    with using_language("zh"):
        assert collected_again(bundle, collected)


@pytest.mark.slow
def test_a_large_table_is_not_hashed(bundle, collected, monkeypatch):
    monkeypatch.setattr(stored, "_MOST_BYTES", 10)
    assert collected_again(bundle, collected)


@pytest.mark.slow
def test_a_report_that_json_cannot_hold_is_collected(bundle, collected):
    report = report_of(bundle)
    (bundle.path / layout.REPORT_SOURCE).unlink()
    stored.note_source(bundle, replace(report, panel=("infinite", float("inf"))))
    assert collected_again(bundle, collected)
    stored.note_source(bundle, report)
    assert not collected_again(bundle, collected)
