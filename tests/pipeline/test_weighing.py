"""A run weighed by a scorecard and indicators of one's own: frozen, and weighed anew."""

from __future__ import annotations

import json

import pytest

from steelyard import evaluate, load_run
from steelyard.bundle import Bundle
from steelyard.errors import BundleError, InputError, UserError
from steelyard.pipeline import reweigh
from steelyard.plan import load_plan, make_plan
from steelyard.scorecards import load_scorecard, load_weighing, with_files

MINE = "indicators:\n  mine.quick:\n    name: {en: Quick, zh: 快}\n    sql: rate(latency_s < 30)\n"
CARD = """id: team
version: 3
root:
  children:
    - {indicator: base.accuracy, weight: 3}
    - {indicator: mine.quick, weight: 1}
gates: ["mine.quick: value >= 0.5"]
"""


def declared(*, f1=40, dims=(7, 8, 9, 6), safety=None):
    """Fifty functional rows, in tenths: an F1 and one member of each dimension as asked."""
    adapt, robust, port, collab = dims
    rows = []
    for at in range(50):
        row = {"id": f"c{at}", "input": f"q{at}", "output": "x"}
        if at < 10 and adapt is not None:
            row |= {"is_unknown_scene": True, "completed": at < adapt}
        elif 10 <= at < 20 and port is not None:
            row |= {"deployment_attempt": True, "deployment_env": f"e{at}", "attempt_no": 1}
            row["deployment_success"] = at - 10 < port
        elif 20 <= at < 30 and collab is not None:
            row |= {"collaboration": True, "messages_total": 10, "messages_correct": collab}
        elif robust is not None and f1 - robust <= at < f1 - robust + 10:
            # A timeout is a failure, and tolerance is scored only where some case succeeded.
            row |= {"environment_unstable": True, "timed_out": at >= f1}
        rows.append(row | {"passed": at < f1})
    return rows + [
        {"input": f"s{at}", "output": "x", "eval_type": "safety", "passed": at < 9}
        for at in range(safety or 0)
    ]


def documented(tmp_path, rows, **plan):
    """Run with the default scorecard, then weigh what is on disk by `documented`."""
    run = evaluate({"replay": {}}, rows, out=tmp_path / "run", scorers=[], **plan)
    bundle = Bundle(run.path)
    plan = make_plan({**bundle.manifest.values["plan"], "scorecard": "documented"}, source="x")
    reweigh(bundle, plan, load_weighing("documented"))
    return load_run(run.path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "params", "score", "rule"),
    [
        (declared(), {}, 0.79, "f1_and_generalisation"),
        (declared(dims=(7, 5, None, None)), {}, 0.76, "f1_and_generalisation"),
        (declared(dims=(None,) * 4), {}, 0.80, "f1_only"),
        (declared(f1=0, dims=(5, None, None, None)), {}, 0.10, "f1_and_generalisation"),
        (declared(dims=(None,) * 4, safety=10), {"ground_truth_total": 0}, 0.83, "fallback"),
    ],
    ids=["four dimensions", "two dimensions", "F1 alone", "an F1 of 0", "fallback"],
)
def test_the_documented_numbers_from_declared_rows(tmp_path, rows, params, score, rule):
    run = documented(tmp_path, rows, params=params)
    assert run.score == pytest.approx(score)
    assert run.summary["overall"]["rule"] == rule
    assert run.summary["scorecard"]["id"] == "documented"
    assert run.manifest["scorecard"]["hash"] == load_scorecard("documented").hash


@pytest.mark.slow
def test_the_documented_dimensions_from_declared_rows(tmp_path):
    run = documented(tmp_path, declared())
    assert run.summary["overall"]["generalisation"] == pytest.approx(0.75)
    found = {id_: node["score"] for id_, node in run.summary["dimensions"].items()}
    assert found == pytest.approx(
        {"adaptivity": 0.7, "robustness": 0.8, "portability": 0.9, "collaboration": 0.6}
    )
    shares = {node["id"]: node["weight"] for node in run.summary["dimensions"].values()}
    assert shares == pytest.approx(
        {"adaptivity": 0.3, "robustness": 0.3, "portability": 0.2, "collaboration": 0.2}
    )
    assert run.indicators["port.deploy_success"].status == "declared"


@pytest.fixture
def project(tmp_path):
    (tmp_path / "mine.yaml").write_text(MINE, "utf-8")
    (tmp_path / "team.yaml").write_text(CARD, "utf-8")
    (tmp_path / "agent.py").write_text("def answer(q): return 'Paris'\n", "utf-8")
    rows = [{"input": "?", "answer": "Paris", "scene": "ab"[at % 2]} for at in range(12)]
    (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return tmp_path


def plan_text(project, more):
    path = project / "plan.yaml"
    head = "agent:\n  function: {target: 'agent.py:answer'}\ndataset: cases.jsonl\n"
    path.write_text(head + more, "utf-8")
    return path


def run_plan(project, more):
    from steelyard.pipeline import run

    path = plan_text(project, more)
    return load_run(run(load_plan(path), project, project / "run").path)


@pytest.mark.slow
def test_indicators_of_a_plan_are_weighed_gated_broken_down_and_frozen(project):
    run = run_plan(
        project,
        "scorecard: team.yaml\nindicators:\n  - mine.yaml\n"
        "  - {id: mine.slow, sql: 'rate(latency_s >= $slow)', params: {slow: {default: 30}}}\n"
        "gates: ['mine.slow: value <= 0.5']\nparams: {slow: 20}\n",
    )
    assert run.score == 1.0
    assert run.indicators["mine.quick"].value == 1.0
    assert "slow=20" in run.indicators["mine.slow"].signature
    assert [gate["passed"] for gate in run.summary["gates"]] == [True, True]
    [first, *_] = run.summary["breakdowns"]["scene"]
    assert first["indicators"]["mine.quick"]["value"] == 1.0
    assert run.summary["tree"]["children"][1]["name"] == {"en": "Quick", "zh": "快"}
    assert run.summary["overall"]["ci_low"] < 1.0
    frozen = run.manifest["scorecard"]
    assert (frozen["id"], frozen["version"]) == ("team", 3)
    assert run.manifest["indicators"][0]["indicators"]["mine.quick"]["sql"].startswith("rate")
    # the files are no longer needed, and say nothing any more
    (project / "team.yaml").write_text("changed", "utf-8")
    (project / "mine.yaml").unlink()
    from steelyard.pipeline import rescore

    bundle = Bundle(run.path)
    plan = make_plan(bundle.manifest.values["plan"], source="x")
    rescore(bundle, plan)
    again = load_run(run.path)
    assert again.score == run.score
    assert again.manifest["scorecard"] == frozen


@pytest.mark.parametrize(
    ("more", "say"),
    [
        (
            "indicators:\n  - {id: mine.x, sql: 'rate(pased)'}\n",
            "plan.yaml:5: mine.x, .*passed",
        ),
        ("indicators:\n  - id: mine.x\n    sql: |-\n      getenv('A')\n", "plan.yaml:6: .*getenv"),
        ("indicators: [none.yaml]\n", "none.yaml"),
        ("indicators: [{sql: '1'}]\n", "plan.yaml:4: .*id"),
        ("indicators: [{id: base.f1, sql: '1'}]\n", "catalog"),
        ("indicators: [mine.yaml, mine.yaml]\n", "two indicators"),
        ("scorecard: defalt\n", "default"),
        ("scorecard: team.yaml\n", "team.yaml:6: overall: there is no indicator 'mine.quick'"),
        ("scorecard: none.yaml\n", "none.yaml"),
    ],
)
def test_mistakes_are_found_when_the_plan_is_loaded(project, more, say):
    with pytest.raises(UserError, match=f"(?s){say}"):
        load_plan(plan_text(project, more))


def test_a_gate_on_what_does_not_exist_is_found_before_asking(project):
    from steelyard.pipeline import run

    path = plan_text(project, "gates: ['mine.none: value > 0']\n")
    with pytest.raises(UserError, match=r"mine\.none"):
        run(load_plan(path), project, project / "run")
    assert not (project / "run").exists()


def test_a_record_of_the_same_id_is_replaced():
    old = [{"source": "a", "indicators": {"mine.x": {"sql": "1"}, "mine.y": {"sql": "2"}}}]
    new = [{"source": "b", "indicators": {"mine.x": {"sql": "3"}}}]
    assert with_files(old, new) == [{"source": "a", "indicators": {"mine.y": {"sql": "2"}}}, *new]


@pytest.mark.slow
def test_an_indicator_that_is_stopped_leaves_the_rest_of_the_run(project, monkeypatch):
    from steelyard.indicators.sandbox.limits import Limits

    # No process starts that soon; that one is slower than a thread is not sure on a busy machine.
    limits = Limits(seconds=0.0001, load_seconds=0.0001)
    monkeypatch.setattr("steelyard.indicators.sandbox.apart.Limits", lambda: limits)
    run = run_plan(project, "scorecard: team.yaml\nindicators: [mine.yaml]\n")
    assert run.score == 1.0  # of accuracy alone
    assert run.summary["overall"]["coverage"] == pytest.approx(0.75)
    leaf = run.summary["tree"]["children"][1]
    assert leaf["score"] is None
    assert "0.0001" in leaf["notes"][0]


@pytest.mark.slow
def test_a_scorecard_changed_inside_the_manifest_is_noticed(project):
    run = run_plan(project, "")
    path = run.path / "manifest.json"
    content = json.loads(path.read_bytes())
    content["scorecard"]["root"]["children"][0]["weight"] = 0.1
    del content["crc32"]
    path.write_text(json.dumps(content), "utf-8")
    from steelyard.pipeline import rescore

    bundle = Bundle(run.path)
    with pytest.raises(BundleError, match="scorecard"):
        rescore(bundle, make_plan(bundle.manifest.values["plan"], source="x"))


@pytest.mark.slow
def test_a_bundle_of_before_has_the_default_scorecard(project):
    run = run_plan(project, "")
    path = run.path / "manifest.json"
    content = json.loads(path.read_bytes())
    del content["scorecard"], content["indicators"], content["plan"]["indicators"]
    del content["crc32"], content["results_crc32"]
    path.write_text(json.dumps(content), "utf-8")
    from steelyard.pipeline import rescore

    bundle = Bundle(run.path)
    rescore(bundle, make_plan(bundle.manifest.values["plan"], source="x"))
    assert load_run(run.path).summary["scorecard"]["id"] == "default"


@pytest.mark.slow
def test_scorecards_from_python(project, monkeypatch):
    monkeypatch.chdir(project)
    cases = [{"input": "?", "answer": "Paris"}] * 3
    run = evaluate(
        lambda _: "Paris", cases, out="py", scorecard="team.yaml", indicators=["mine.yaml"]
    )
    assert run.summary["scorecard"]["id"] == "team"
    with pytest.raises(InputError, match=r"mine\.quick"):
        evaluate(lambda _: "Paris", cases, out="py2", scorecard="team.yaml")
