"""Comparisons end to end on very little data: equality checked, rounds kept, peers told of."""

from __future__ import annotations

import json

import pytest

from benchmarks import journal, one, runner_tools, suite, text
from benchmarks.__main__ import NAMES
from benchmarks.record import from_json

MISSING = "not installed: pip install 'steelyard[bench]'"


def test_the_journal_is_compared_in_a_quick_run(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(suite, "ROOT", tmp_path)
    monkeypatch.setattr(suite, "QUICK_FOLDER", tmp_path / "build")
    monkeypatch.setattr(suite, "GROWTH", tmp_path / "growth.json")
    monkeypatch.setattr(suite, "one", here(tmp_path))
    assert suite.main(["--quick", "--only", "journal", "--rounds", "2"]) == 0
    found = json.loads((tmp_path / "build" / "suite.json").read_text("utf-8"))
    measures = {record["id"]: from_json(record) for record in found["measures"]}
    assert measures["journal/append-cpu/sqlite"].rounds == 2
    assert measures["journal/append-cpu/sqlite"].goal.number == 1
    assert {one.peer for one in measures.values()} == {"SQLite WAL", "plain JSON lines"}
    assert "| journal: append a row |" in (tmp_path / "build" / "all.md").read_text("utf-8")
    assert "journal: done" in capsys.readouterr().out


def here(folder):
    """Return what runs a comparison in this process, on few rows."""

    def run(name, words, path):
        few = [*words, "--rows", "500"]
        one.main(name, path, few[0], few[1:])
        return {"failed": "", "measures": json.loads(path.read_text("utf-8")), "seconds": 0.0}

    return run


def test_stores_that_lose_a_record_are_seen(tmp_path, monkeypatch):
    class Forgetful(journal.STORES["plain JSON lines"]):
        def append(self, turns):
            super().append(turns[:-1])

    monkeypatch.setitem(journal.STORES, "plain JSON lines", Forgetful)
    with pytest.raises(AssertionError, match="plain JSON lines"):
        journal.check(tmp_path, journal.turns(200))


def test_a_wrong_answer_fails_the_runner_benchmark(tmp_path):
    ask = runner_tools.client("raw_client")
    place = runner_tools.Place("http://127.0.0.1:9", tmp_path)
    with pytest.raises(RuntimeError, match="ended with"):
        ask(place, 1)
    said = json.dumps({"cases": 3, "answers": "other", "seconds": 1, "cpu_s": 1, "rss_mb": 1})
    cost = runner_tools.Cost(1.0, 1.0, 1.0, said)
    with pytest.raises(AssertionError, match="not the answers"):
        runner_tools.told(cost, 3)


def test_a_text_peer_that_is_not_installed_is_told_of(monkeypatch):
    installed = text.is_installed
    gone = ("rouge-score-rs", "numba")
    monkeypatch.setattr(text, "is_installed", lambda name: name not in gone and installed(name))
    monkeypatch.setattr(text, "peer_of", lambda name: text.Peer(name, missing=MISSING))
    row = {"what": "ROUGE-1/2/L", "peer": "rouge-score-rs", "goal": None, "goal_compiled": 1,
           "cases": text.english(5), "scorers": [("text.rouge_1", {})], "run": None}  # fmt: skip
    [line] = text._measure(row, 2)
    rows, missing = text.measures({"comparisons": [line], "compiled": False})
    assert (rows.id, rows.missing, rows.ratio) == (
        "text/rouge-12l/rouge-score-rs/default",
        MISSING,
        None,
    )
    assert missing.missing == MISSING


def test_a_comparison_that_cannot_be_loaded_says_what_to_install(tmp_path, monkeypatch):
    def gone(_name):
        raise ModuleNotFoundError(name="playwright")

    monkeypatch.setattr(one, "import_module", gone)
    one.main("ui", tmp_path / "found", "quick", [])
    [record] = json.loads((tmp_path / "found").read_text("utf-8"))
    assert record["outcome"] == "not measured"
    assert record["missing"] == (
        "not installed: pip install 'steelyard[bench,ray,server,test]' (playwright)"
    )


def test_a_comparison_that_fails_fails_the_suite_and_no_other(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(suite, "write", lambda found, publish: None)
    results = {"startup": {"failed": "ended with exit code 1", "seconds": 0.0}}
    good = {"failed": "", "seconds": 0.0, "measures": []}
    monkeypatch.setattr(suite, "one", lambda name, *_: dict(results.get(name, good)))
    assert suite.main(["--only", "startup,journal"]) == 1
    assert "journal: done" in capsys.readouterr().out


def test_only_a_whole_full_run_changes_the_docs():
    assert suite._options([]).publish is True
    assert suite._options(["--quick"]).publish is False
    assert suite._options(["--only", "text"]).publish is False
    assert suite._options(["--quick", "--publish"]).publish is True
    with pytest.raises(SystemExit):
        suite._options(["--only", "nothing"])


@pytest.mark.parametrize("name", [name for name in suite.COMPARISONS if name != "ui"])
def test_every_comparison_has_the_same_door(name):
    module = pytest.importorskip(f"benchmarks.{name}")
    assert name in NAMES
    for part in ("main", "measures"):
        assert callable(getattr(module, part))
    assert all(isinstance(word, str) for word in (*module.FULL, *module.QUICK))


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_runner_is_compared_with_whoever_is_installed():
    from benchmarks import runner

    words = ["--cases", "300", "--peer-cases", "20", "--rounds", "1", "--sizes", "300"]
    measures = {one.id: one for one in runner.measures(runner.main(words))}
    assert measures["runner/cpu/0 ms/raw"].ratio is not None
    for peer in runner_tools.PEERS:
        assert bool(measures[f"runner/cpu/50 ms/{peer}"].ratio) != bool(
            measures[f"runner/cpu/50 ms/{peer}"].missing
        )
