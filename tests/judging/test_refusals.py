"""What cannot be judged is refused before the first request; what got no reply has failed."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import yaml

import steelyard
from steelyard.bundle import Bundle, derive
from steelyard.cli import main
from steelyard.errors import NoReplyError, RunRefusedError
from steelyard.evaluation import load_run
from steelyard.judging import preview_judging
from steelyard.model import RunState
from steelyard.pipeline import rescore, resume, run
from steelyard.plan import load_plan, make_plan


class Handler(BaseHTTPRequestHandler):
    """Counts requests; says 74, nothing under /blank, errors under /broken and /forbidden."""

    asked = 0
    blank = b" "

    def do_POST(self):
        type(self).asked += 1
        self.rfile.read(int(self.headers["Content-Length"]))
        body = self.blank if self.path == "/blank" else b'{"output": "The answer is 74."}'
        self.send_response({"/broken": 500, "/forbidden": 401}.get(self.path, 200))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    Handler.asked, Handler.blank = 0, b" "
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as made:
        thread = threading.Thread(target=made.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{made.server_port}"
        made.shutdown()
        thread.join()


def plan_of(folder, url, cases, **more):
    lines = "\n".join(json.dumps(case) for case in cases)
    (folder / "cases.jsonl").write_text(lines, encoding="utf-8")
    plan = {
        "agent": {"http": {"url": url}},
        "dataset": "cases.jsonl",
        "run": {"retries": 0, "patience": 0},
        **more,
    }
    (folder / "plan.yaml").write_text(yaml.safe_dump(plan), encoding="utf-8")
    return folder / "plan.yaml"


GOOD = [{"input": "How many?", "expected_output": "74"}, {"input": "And now?", "answer": "75"}]
BAD = [{"input": "How many?", "anser": "74", "weight": 2}]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cases", "more", "said"),
    [
        (BAD, {}, "No case has an expected answer. Unused columns: anser (did you mean answer?)"),
        (BAD, {"scorers": "documented"}, "did you mean answer?"),
        (BAD, {"scorers": ["text.exact_match"]}, "text.exact_match decides `passed`"),
        (BAD, {"scorers": ["text.bleu", "text.keyword_match"]}, "text.keyword_match decides"),
        (GOOD, {"scorers": ["text.asserts"]}, "text.asserts decides `passed`"),
        (GOOD, {"scorers": ["classification.label"]}, "(label)"),
        (GOOD, {"scorers": ["text.choice"]}, "text.choice decides `passed`"),  # nothing to choose
        (GOOD, {"scorers": ["text.json"]}, "text.json decides `passed`, but can judge none of the"),
        (GOOD, {"scorers": ["text.polarity"]}, "expected answers, such as “74”."),
        (BAD, {"scorers": ["text.number"]}, "(label, expected_output, references)"),
        ([], {}, "empty"),
        ([{"question_id": 1}], {}, "rows"),  # none of them can be used
        (GOOD, {"scorer": ["text.number"]}, "did you mean 'scorers'?"),
        (GOOD, {"scorers": ["text.numbr"]}, "Did you mean: text.number"),
        (GOOD, {"scorecard": "defalt"}, "There is no scorecard 'defalt'"),
        (GOOD, {"gates": ["base.acuracy: value > 0"]}, "Did you mean: base.accuracy"),
        (GOOD, {"gates": ["overall: score > 0"]}, "the plan names no scorecard"),
    ],
)
def test_refused_with_exit_code_2_and_nothing_sent(tmp_path, server, capsys, cases, more, said):
    path = plan_of(tmp_path, server, cases, **more)
    for command in (["run", str(path), "--out", str(tmp_path / "run")], ["validate", str(path)]):
        with pytest.raises(SystemExit) as ended:
            main(command)
        assert ended.value.code == 2, command
        assert said in capsys.readouterr().err.replace("\n", " ")
    assert Handler.asked == 0
    assert not (tmp_path / "run").exists()


UNSET = "STEELYARD_TEST_UNSET"
JUDGE = {"openai": {"base_url": "http://127.0.0.1:9", "model": "m", "api_key_env": UNSET}}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"agent": {"http": {"url": "http://127.0.0.1:9", "headers_env": {"K": UNSET}}}}, ""),
        ({"judges": {"j": JUDGE}, "scorers": [{"judge.rubric": {"rubric": "?"}}]}, "judges.j: "),
        ({"single": JUDGE}, "single: "),
    ],
)
def test_a_missing_key_is_found_before_the_first_request(tmp_path, server, capsys, more, said):
    path = plan_of(tmp_path, server, GOOD, **more)
    with pytest.raises(SystemExit) as ended:
        main(["run", str(path), "--out", str(tmp_path / "run")])
    assert ended.value.code == 2
    assert f"error: {said}The environment variable {UNSET}" in capsys.readouterr().err
    assert Handler.asked == 0
    assert not (tmp_path / "run").exists()


def test_a_judge_that_no_scorer_asks_needs_no_key(tmp_path, server):
    path = plan_of(tmp_path, server, GOOD, judges={"j": JUDGE})
    with pytest.raises(SystemExit) as ended:
        main(["run", str(path), "--out", str(tmp_path / "run")])
    assert ended.value.code == 0
    assert Handler.asked == 2


def test_an_agent_that_cannot_be_called_leaves_no_run_behind(tmp_path, server, capsys):
    path = plan_of(tmp_path, f"{server}/forbidden", GOOD)
    with pytest.raises(SystemExit) as ended:
        main(["run", str(path), "--out", str(tmp_path / "run")])
    assert ended.value.code == 2
    assert "no request has succeeded yet" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_a_refused_run_can_be_repeated_into_the_same_directory(tmp_path, server):
    path = plan_of(tmp_path, server, BAD)
    for cases, code in ((BAD, 2), (GOOD, 0)):
        plan_of(tmp_path, server, cases)
        with pytest.raises(SystemExit) as ended:
            main(["run", str(path), "--out", str(tmp_path / "run")])
        assert ended.value.code == code


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cases", "more"),
    [
        (GOOD, {}),
        (BAD, {"scorers": []}),  # speed and errors only
        (BAD, {"scorers": ["safety.refused"]}),  # needs nothing of the case
        ([{"input": "q", "relevance": {"d": 1}}], {}),
        ([{"input": "q", "kind": "harmful"}], {}),
        ([{"input": "q", "passed": True}], {}),
        ([{"input": "q", "completed": True}], {}),  # a metric without a verdict
        ([{"input": "q", "asserts": [{"type": "contains", "value": "74"}]}], {}),
        # One multiple-choice question among many others is enough for its scorer.
        ([*GOOD * 9, {"input": "?\nA) x\nB) y", "answer": "B"}], {"scorers": ["text.choice"]}),
        ([{"input": "q", "kind": "harmful"}], {"scorers": ["text.exact_match"]}),
    ],
)
def test_what_can_be_measured_is_not_refused(tmp_path, server, cases, more):
    plan = make_plan(
        yaml.safe_load(plan_of(tmp_path, server, cases, **more).read_text()), source="t"
    )
    preview = preview_judging(plan, tmp_path)
    assert sum(preview.table.values()) == len(cases)
    assert Handler.asked == 0


@pytest.mark.slow
def test_the_preview_comes_before_the_first_request(tmp_path, server, capsys):
    path = plan_of(tmp_path, server, [*GOOD, {"input": "free"}])
    with pytest.raises(SystemExit) as ended:
        main(["run", str(path), "--out", str(tmp_path / "run")])
    assert ended.value.code == 0
    said = capsys.readouterr().err
    assert said.index("How answers are judged: number 2") < said.index("Calling the agent")
    assert "Cases without anything to judge by: 1" in " ".join(said.split())
    assert load_run(tmp_path / "run").indicators["base.accuracy"].n == 2
    assert Handler.asked == 3


def test_an_answer_can_be_tried_without_an_agent(tmp_path, server, capsys):
    path = plan_of(tmp_path, server, GOOD)
    with pytest.raises(SystemExit):
        main(["validate", str(path), "--answer", "I count 74 boxes.", "--json"])
    found = json.loads(capsys.readouterr().out)["judging"]
    assert found["table"] == {"number": 2}
    assert [(one["rule"], one["passed"], one["evidence"]) for one in found["cases"]] == [
        ("number", True, "74"),
        ("number", False, "74"),
    ]
    assert Handler.asked == 0


@pytest.mark.slow
def test_no_reply_at_all_is_a_failed_run_that_can_be_resumed(tmp_path, server, capsys):
    path = plan_of(tmp_path, f"{server}/broken", GOOD)
    with pytest.raises(SystemExit) as ended:
        main(["run", str(path), "--out", str(tmp_path / "run")])
    assert ended.value.code == 1
    assert "did not reply to any of the 2 requests" in capsys.readouterr().err
    bundle = Bundle(tmp_path / "run")
    assert bundle.state is RunState.FAILED
    assert bundle.summary()["judging"]["warning"]["reason"] == "no_reply"
    with pytest.raises(SystemExit):
        main(["resume", str(tmp_path / "run")])
    assert Handler.asked == 4


@pytest.mark.slow
def test_an_agent_that_answers_nothing_is_not_called_fine(tmp_path, capsys):
    cases = [{"id": str(n), "input": f"{n}?", "answer": "7", "output": " "} for n in range(6)]
    (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    plan = {"agent": {"replay": {}}, "dataset": "cases.jsonl"}
    for scorers, rules in (("auto", {"number": 6}), (["text.number"], {})):
        (tmp_path / "plan.yaml").write_text(yaml.safe_dump({**plan, "scorers": scorers}))
        out = tmp_path / f"run-{len(rules)}"
        with pytest.raises(SystemExit) as ended:
            main(["run", str(tmp_path / "plan.yaml"), "--out", str(out)])
        assert ended.value.code == 1
        said = "None of the 6 replies holds an answer: all are blank or failed."
        assert said in " ".join(capsys.readouterr().err.split())
        found = load_run(out)
        assert found.manifest["state"] == "failed"
        assert found.score == 0.0
        assert found.summary["judging"]["rules"] == rules
        # Scoring the replies in another way does not make them answers.
        with pytest.raises(SystemExit) as ended:
            main(["score", str(out), "--scorer", "text.contains"])
        assert ended.value.code == 1
        assert capsys.readouterr().out.startswith(said)
        assert Bundle(out).state is RunState.FAILED
    # One answer, though wrong, makes it a result.
    cases[0]["output"] = "8"
    (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["run", str(tmp_path / "plan.yaml"), "--out", str(tmp_path / "wrong")])
    assert ended.value.code == 0
    assert Bundle(tmp_path / "wrong").state is RunState.FINISHED


@pytest.mark.slow
def test_blank_replies_are_requested_again_when_a_failed_run_is_resumed(tmp_path, server):
    path = plan_of(tmp_path, f"{server}/blank", GOOD)
    with pytest.raises(NoReplyError, match="None of the 2 replies holds an answer"):
        run(load_plan(path), tmp_path, tmp_path / "run")
    assert Bundle(tmp_path / "run").state is RunState.FAILED
    Handler.blank = b"The answer is 74."  # the agent is mended
    assert resume(tmp_path / "run").state is RunState.FINISHED
    assert load_run(tmp_path / "run").cases["passed"] == [True, False]
    assert Handler.asked == 4


def test_a_verdict_of_people_on_a_blank_reply_is_a_result(tmp_path):
    cases = [{"id": "a", "input": "Turn it on.", "answer": "7", "output": " "}]
    plan = {"agent": {"replay": {}}, "dataset": "cases.jsonl"}
    (tmp_path / "cases.jsonl").write_text(json.dumps(cases[0]), encoding="utf-8")
    with pytest.raises(NoReplyError):
        run(make_plan(plan, source="t"), tmp_path, tmp_path / "run")
    failed = Bundle(tmp_path / "run")
    (tmp_path / "seen").mkdir()
    seen = derive(failed, tmp_path / "seen", [{"row": 0, "passed": True}], {"run_id": "seen"})
    rescore(seen, make_plan(seen.manifest.values["plan"], source="t"))
    assert (failed.state, seen.state) == (RunState.FAILED, RunState.FINISHED)


def test_gates_need_verdicts(tmp_path, capsys):
    cases = [{"id": str(n), "input": "q", "output": "a"} for n in range(9)]
    cases.append({"id": "judged", "input": "How many?", "expected_output": "7", "output": "7"})
    lines = "\n".join(json.dumps(case) for case in cases)
    (tmp_path / "cases.jsonl").write_text(lines, encoding="utf-8")
    plan = {
        "agent": {"replay": {}},
        "dataset": "cases.jsonl",
        "gates": ["base.accuracy: value > 0"],
    }
    (tmp_path / "plan.yaml").write_text(yaml.safe_dump(plan), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["run", str(tmp_path / "plan.yaml"), "--out", str(tmp_path / "run")])
    assert ended.value.code == 1
    shown = capsys.readouterr()
    assert shown.out.startswith("Fewer than half of the 10 answers have a verdict (1)")
    assert "gates cannot be relied on" in shown.err


@pytest.mark.slow
def test_from_python_too(tmp_path):
    asked = []
    with pytest.raises(RunRefusedError):
        steelyard.evaluate(asked.append, [{"input": "q", "gold": "x"}], out=tmp_path / "a")
    assert asked == []

    def broken(question):
        raise ValueError(question)

    with pytest.raises(NoReplyError, match="1 requests"):
        steelyard.evaluate(broken, [{"input": "q", "answer": "x"}], out=tmp_path / "b")


def test_a_ranking_is_an_answer(tmp_path):
    cases = [
        {"id": "a", "input": "q", "relevance": {"d1": 3}, "retrieved": ["d1"]},
        {"id": "b", "input": "q", "relevance": {"d1": 3}},
    ]
    plan = {"agent": {"replay": {}}, "dataset": "cases.jsonl"}
    (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    found = load_run(run(make_plan(plan, source="t"), tmp_path, tmp_path / "run").path)
    assert found.cases["passed"][0] is None
    assert found.cases["verdict_by"][0] == "retrieval"


def test_the_preview_counts_only_what_the_scorer_can_judge(tmp_path, server):
    cases = [*GOOD, {"input": "Is it on?", "expected_output": "yes"}, {"input": "Hello"}]
    for scorer, table in {
        "text.number": {"text.number": 2, "none": 2},
        "text.polarity": {"text.polarity": 1, "none": 3},
        "text.contains": {"text.contains": 3, "none": 1},
        "text.regex": {"text.regex": 4},
    }.items():
        plan = load_plan(plan_of(tmp_path, server, cases, scorers=[scorer]))
        found = preview_judging(plan, tmp_path)
        assert found.table == table
        shown = [case.rule for case in found.cases]
        assert {rule: shown.count(rule) for rule in table} == table
    assert Handler.asked == 0
