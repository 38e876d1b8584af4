"""Logs that Inspect AI itself wrote (see fixtures/inspect/versions.json), and what they become."""

from __future__ import annotations

import json
import statistics
import sys
import zipfile

import pytest
from backports.zstd import zipfile as zstd_zipfile

from steelyard.errors import DataError, InputError, MissingPackageError
from steelyard.interop import IMPORTERS, ImportOptions
from tests.interop.imports.logs import INSPECT, lines, record

EXPECTED = json.loads((INSPECT / "expected.json").read_text())
READ = IMPORTERS.get("inspect").read


def entries(path):
    with zstd_zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pack(path, files, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def by_case(answers, name):
    cases = {}
    for (case_id, _), answer in answers.items():
        if answer.get(name) is not None:
            cases.setdefault(case_id, []).append(float(answer[name]))
    return [statistics.fmean(values) for values in cases.values()]


@pytest.mark.parametrize(
    ("file", "settings", "column", "metric", "stderr"),
    [
        ("facts.eval", {}, "passed", "includes/accuracy", "includes/stderr"),
        ("facts.eval", {"scorer": "includes"}, "score", "includes/accuracy", "includes/stderr"),
        # Partly right counts half for Inspect; as a verdict it is not right.
        ("facts.eval", {"scorer": "strict"}, "score", "strict/accuracy", "strict/stderr"),
        ("facts.eval", {"scorer": "style/polite"}, "score", "polite/mean", None),
        ("tools.json", {}, "passed", "includes/accuracy", "includes/stderr"),
        ("overlap.eval", {}, "score", "f1/mean", "f1/stderr"),
    ],
)
def test_the_numbers_are_those_inspect_printed(file, settings, column, metric, stderr, tmp_path):
    recording = record(tmp_path, INSPECT / file, settings=settings)
    _, answers = lines(recording)
    values = by_case(answers, column)
    printed = EXPECTED[file]["metrics"]
    assert recording.answers == EXPECTED[file]["samples"]
    assert statistics.fmean(values) == pytest.approx(printed[metric], abs=1e-12)
    if stderr is not None:
        spread = statistics.stdev(values) / len(values) ** 0.5
        assert spread == pytest.approx(printed[stderr], abs=1e-12)
    assert recording.sources[0]["metrics"] == pytest.approx(printed)


def test_cases_answers_and_scores(tmp_path):
    recording = record(tmp_path, INSPECT / "facts.eval")
    cases, answers = lines(recording)
    assert (recording.cases, recording.epochs, recording.gaps) == (9, 2, 0)
    case = cases["capital-zh"]
    assert case["input"] == "法国的首都是哪里？"
    assert case["expected_output"] == "巴黎"
    assert (case["scene"], case["scene_type"]) == ("geography", "non_train")
    # What a case calls its score is not what its answer scored.
    assert case["metadata"] == {"level": {"grade": 3}, "source_score": 9}
    said = answers["capital-zh", 1]["foreign_scores"]
    assert said["inspect_includes"] == 1.0
    assert (said["inspect_strict"], said["inspect_strict_letter"]) == (0.5, "P")
    assert said["inspect_strict_explanation"] == "wanted 巴黎"
    assert said["inspect_style_length"] == 9
    assert said["inspect_style_metadata"] == {"why": "counted"}
    assert [answers["flaky", epoch]["passed"] for epoch in (0, 1)] in ([True, False], [False, True])
    assert answers["markup", 0]["output"].startswith("<script>")
    assert answers["silent", 0]["output"] == ""
    source = recording.sources[0]
    assert (source["version"], source["model"], source["task"], source["complete"]) == (
        json.loads((INSPECT / "versions.json").read_text())["inspect_ai"],
        "openai-api/local/tiny",
        "facts",
        True,
    )


def test_tokens_add_up_to_what_the_log_says(tmp_path):
    _, answers = lines(record(tmp_path, INSPECT / "facts.eval"))
    header = json.loads(entries(INSPECT / "facts.eval")["header.json"])
    [usage] = header["stats"]["model_usage"].values()
    for name in ("input_tokens", "output_tokens"):
        assert sum(answer[name] for answer in answers.values()) == usage[name]


def test_tool_calls_pictures_errors_and_limits(tmp_path):
    recording = record(tmp_path, INSPECT / "tools.json")
    cases, answers = lines(recording)
    called = answers["1", 0]
    assert [step["type"] for step in called["trajectory"]] == [
        "tool_call",
        "tool_result",
        "message",
    ]
    assert called["trajectory"][0]["arguments"] == {"city": "杭州"}
    assert called["trajectory"][1]["content"] == "sunny in 杭州"
    assert called["passed"] is True
    assert [message["role"] for message in cases["2"]["input"]] == ["system", "user"]
    assert cases["2"]["input"][1]["content"] == "What is the weather here?\n[image]"
    assert cases["2"]["references"] == ["sunny", "rain"]
    # The options are a field of the case, which the rule `choice` reads; not a remark beside it.
    assert (cases["5"]["choices"], cases["5"]["metadata"]) == (["3", "4"], {})
    failed = answers["3", 0]
    assert (failed["status"], failed["error_kind"]) == ("error", "infra")
    assert failed["error_reason"] == "ModelGenerateError"
    assert "the model broke down" in failed["error"]
    assert "passed" not in failed
    assert answers["4", 0]["foreign_scores"]["inspect_limit"] == "message"
    assert "status" not in answers["4", 0]
    late = answers["6", 0]
    assert (late["status"], late["error_reason"], late["passed"]) == (
        "timeout",
        "limit_time",
        False,
    )
    [left_out] = recording.skipped.as_list()
    assert (left_out["reason"], left_out["count"]) == ("media", 1)
    assert recording.failed == 2


def test_errors_are_wrong_when_the_user_says_so(tmp_path):
    _, answers = lines(record(tmp_path, INSPECT / "tools.json", errors="wrong"))
    assert answers["3", 0]["error_kind"] == "agent"


def test_an_unfinished_log_gives_what_was_done(tmp_path):
    recording = record(tmp_path, INSPECT / "cancelled.eval")
    assert recording.answers == 5
    assert not recording.sources[0]["complete"]
    [left_out] = recording.skipped.as_list()
    assert (left_out["reason"], left_out["count"]) == ("unfinished", 13)


def test_a_log_still_being_written_has_no_header_yet(tmp_path):
    files = entries(INSPECT / "facts.eval")
    for name in ("header.json", "summaries.json", "reductions.json"):
        del files[name]
    start = {"_journal/start.json": json.dumps({"version": 2, **_start(INSPECT / "facts.eval")})}
    recording = record(tmp_path / "r", pack(tmp_path / "now.eval", start | files))
    assert recording.answers == 18
    assert recording.verdicts == 18
    assert not recording.sources[0]["complete"]


def _start(path):
    header = json.loads(entries(path)["header.json"])
    return {"eval": header["eval"], "plan": header["plan"]}


def test_without_the_package_packed_logs_say_what_to_install_and_others_work(tmp_path, monkeypatch):
    plain = pack(tmp_path / "plain.eval", entries(INSPECT / "facts.eval"))
    stored = pack(tmp_path / "stored.eval", entries(INSPECT / "facts.eval"), zipfile.ZIP_STORED)
    monkeypatch.setitem(sys.modules, "backports.zstd", None)
    with pytest.raises(MissingPackageError, match=r"steelyard\[inspect\]"):
        READ(INSPECT / "facts.eval", ImportOptions())
    packed = record(tmp_path / "a", plain)
    assert packed.answers == record(tmp_path / "b", stored).answers == 18


def test_another_version_is_refused(tmp_path):
    log = json.loads((INSPECT / "tools.json").read_text("utf-8"))
    (tmp_path / "new.json").write_text(json.dumps(log | {"version": 3}))
    with pytest.raises(DataError, match=r"new\.json is a log of version 3; versions 2 are read"):
        record(tmp_path, tmp_path / "new.json")


def test_a_scorer_that_is_not_there_names_those_that_are(tmp_path):
    with pytest.raises(InputError, match="includes, strict, style"):
        record(tmp_path, INSPECT / "facts.eval", settings={"scorer": "exact"})


@pytest.mark.parametrize(("threshold", "passed"), [("0.5", 2), ("0.33", 3), ("1", 2)])
def test_degrees_are_verdicts_only_above_a_threshold(threshold, passed, tmp_path):
    plain = record(tmp_path / "plain", INSPECT / "overlap.eval")
    assert plain.verdicts == 0
    given = {"threshold": threshold}
    _, answers = lines(record(tmp_path / "cut", INSPECT / "overlap.eval", settings=given))
    assert sum(answer["passed"] for answer in answers.values()) == passed
    with pytest.raises(InputError, match="a number"):
        record(tmp_path / "bad", INSPECT / "overlap.eval", settings={"threshold": "half"})


def changed(tmp_path, **changes):
    """Return the answer of the first sample of a log in which something else is said."""
    log = json.loads((INSPECT / "tools.json").read_text("utf-8"))
    log["samples"] = [log["samples"][0] | changes]
    (tmp_path / "changed.json").write_text(json.dumps(log))
    recording = record(tmp_path / "r", tmp_path / "changed.json")
    cases, answers = lines(recording)
    return cases["1"], answers["1", 0]


def test_what_inspect_was_told_to_score_counts_though_it_failed(tmp_path):
    score = {"includes": {"value": "I"}}
    _, answer = changed(tmp_path, error={"message": "ToolError('x')"}, scores=score)
    assert answer["passed"] is False
    assert "status" not in answer
    assert answer["foreign_scores"]["inspect_error"] == "ToolError('x')"


def test_a_right_answer_stays_right_though_time_ran_out(tmp_path):
    score = {"includes": {"value": "C"}}
    _, answer = changed(tmp_path, limit={"type": "time", "limit": 2.0}, scores=score)
    assert answer["passed"] is True
    assert "status" not in answer


def test_long_texts_are_put_back_where_they_belong(tmp_path):
    long = "长" * 5000
    case, answer = changed(
        tmp_path,
        input="attachment://abc",
        attachments={"abc": long},
        output={"completion": "attachment://abc"},
    )
    assert case["input"] == answer["output"] == long


def test_words_and_digits_are_scores_as_inspect_reads_them(tmp_path):
    log = json.loads((INSPECT / "tools.json").read_text("utf-8"))
    values = ["yes", "No", "true", "FALSE", "1", "0.0", "nan", "maybe"]
    name = next(iter(log["samples"][0]["scores"]))
    log["samples"] = [
        log["samples"][0]
        | {"id": f"s{at}", "error": None, "limit": None, "scores": {name: {"value": value}}}
        for at, value in enumerate(values)
    ]
    path = tmp_path / "words.json"
    path.write_text(json.dumps(log), "utf-8")
    _, answers = lines(record(tmp_path / "r", path, settings={"scorer": name}))
    passed = [answers[f"s{at}", 0].get("passed") for at in range(len(values))]
    assert passed == [True, False, True, False, True, False, None, None]


def test_a_value_that_a_scorer_does_not_give_names_those_it_does(tmp_path):
    with pytest.raises(InputError, match=r"found 'includes/nokey'\. Allowed: includes\."):
        record(tmp_path, INSPECT / "facts.eval", settings={"scorer": "includes/nokey"})
    with pytest.raises(InputError, match=r"Allowed: style, style/length, style/polite\."):
        record(tmp_path, INSPECT / "facts.eval", settings={"scorer": "style/nokey"})
