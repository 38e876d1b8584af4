"""The mission example, run as its README says: players of known quality are told apart."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard
from steelyard.agents.answer import reply_from
from steelyard.agents.target import load_target
from steelyard.model import Case
from tests.docs.documents import blocks, commands
from tests.tries import tries

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[2] / "examples" / "mission"
play = load_target("mission_agent.py:play", EXAMPLE)  # puts the folder where it can be imported
world_of, policies = import_module("mission_world"), import_module("mission_policy")
CASES = [json.loads(line) for line in (EXAMPLE / "cases.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """The example folder after the commands of its README, in English."""
    folder = tmp_path_factory.mktemp("mission") / "mission"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__", "runs"))
    environment = {**os.environ, "STEELYARD_LANG": "en", "PYTHONUTF8": "1"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    for command in (c for block in blocks(EXAMPLE / "README.md") for c in commands(block)):
        done = subprocess.run(
            ["bash", "-c", command.text],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=100,
        )
        assert done.returncode == command.code, f"$ {command.text}\n{done.stdout}{done.stderr}"
    return folder


@pytest.fixture(scope="module")
def sound(project):
    return steelyard.load_run(project / "runs" / "sound")


@pytest.fixture(scope="module")
def hasty(project):
    return steelyard.load_run(project / "runs" / "hasty")


def a_case(record, epoch=0):
    return Case(row=0, case_id=record["id"], input=record["input"], epoch=epoch)


def clear(better, worse):
    """Whether the intervals lie apart; a mean of equal values has none, and stands for itself."""
    low = better.value if better.interval is None else better.interval.low
    high = worse.value if worse.interval is None else worse.interval.high
    return low > high


def test_both_readmes_have_the_same_commands():
    english, chinese = (
        [c.text for block in blocks(EXAMPLE / name) for c in commands(block)]
        for name in ("README.md", "README.zh-CN.md")
    )
    assert english == chinese
    assert len(english) > 3


def test_the_sound_player_ranks_above_the_hasty_one_beyond_doubt(sound, hasty):
    ours, theirs = sound.summary["overall"], hasty.summary["overall"]
    assert ours["ci_low"] > theirs["ci_high"]
    for id_ in ("ops.effectiveness", "ops.dependability", "ops.sea", "ops.adc", "ops.objectives"):
        assert clear(sound.indicators[id_], hasty.indicators[id_]), id_
    for id_ in ("ops.observe", "ops.orient", "ops.decide", "ops.act", "ops.compliance"):
        assert clear(sound.indicators[id_], hasty.indicators[id_]), id_


def test_haste_is_seen_for_what_it_is(sound, hasty):
    # What the hasty player is better at, it is also shown to be better at.
    assert clear(hasty.indicators["ops.timeliness"], sound.indicators["ops.timeliness"])
    assert sound.indicators["ops.veto_rate"].value == 0
    assert hasty.indicators["ops.veto_rate"].interval.low > 0.05
    assert [gate["passed"] for gate in sound.summary["gates"]] == [True]
    assert [gate["passed"] for gate in hasty.summary["gates"]] == [False]
    assert sound.indicators["safety.accuracy"].value == 1
    assert hasty.indicators["safety.accuracy"].value == 0


def test_everything_is_measured_and_nothing_is_missing(sound):
    outcomes = ("objectives", "constraints", "events_reported", "t_act", "state_start", "state_end")
    provenance = sound.manifest["provenance"]
    assert {provenance[name] for name in outcomes} == {"measured"}
    ops = [v for id_, v in sound.indicators.items() if id_.startswith("ops.")]
    assert {value.n for value in ops} == {48}
    assert {value.n_missing for value in ops} == {0}
    assert len(sound.cases) == 48 * 3


def test_the_dataset_is_what_the_missions_say():
    made = import_module("write_cases").cases()
    assert [json.loads(json.dumps(case)) for case in made] == CASES
    assert len({case["mission_id"] for case in CASES}) == 24


@pytest.mark.parametrize("player", ["sound", "hasty"])
def test_a_mission_is_the_same_every_time_and_in_both_languages(player):
    with policies.serving(policies.POLICIES[player]) as address:
        for english, chinese in zip(CASES[:8:2], CASES[1:8:2], strict=True):
            first, again, other = (
                play(a_case(case, epoch=1), address) for case in (english, english, chinese)
            )
            assert first == again
            assert first == other
            assert reply_from(first).trajectory == first["trajectory"]
            times = [step["t"] for step in first["trajectory"]]
            assert times == sorted(times)


def test_chance_differs_from_epoch_to_epoch():
    with policies.serving(policies.sound) as address:
        found = [play(a_case(CASES[0], epoch), address) for epoch in range(12)]
    assert len({reply["t_act"] for reply in found}) == 12
    assert len({reply["state_start"] for reply in found}) > 1


def test_your_own_player(monkeypatch):
    mine = load_target("mission_agent.py:mine", EXAMPLE)
    with policies.serving(policies.sound) as address:
        monkeypatch.setenv("MISSION_PLAYER_URL", address)
        assert mine(a_case(CASES[0])) == play(a_case(CASES[0]), address)


def test_a_player_that_talks_nonsense_fails_the_mission_and_not_the_run():
    with policies.serving(lambda view: {"do": "dance", "steps": [1, 2]}) as address:
        found = play(a_case(CASES[0]), address)
    assert found["state_end"] == "failed"
    assert found["t_act"] is None
    assert not any(step["made"] for step in found["trajectory"])
    assert len(found["trajectory"]) <= 40


ACTIONS = sorted({a for case in CASES for a in case["actions_required"]} | {"repair", "nothing"})
MOVES = st.one_of(
    st.just({"do": "observe"}),
    st.builds(lambda e: {"do": "report", "events": e}, st.lists(st.text(max_size=4), max_size=3)),
    st.sampled_from([{"do": "report"}, {"do": "assess", "situation": 3}, {}, {"do": None}]),
    st.builds(
        lambda o: {"do": "decide", "option": o}, st.sampled_from(["truck", "boat", "van", "x"])
    ),
    st.builds(lambda a: {"do": "act", "action": a}, st.sampled_from(ACTIONS)),
)


@tries(30, 150)
@given(st.sampled_from(CASES), st.integers(0, 5), st.lists(MOVES, max_size=25))
def test_whatever_is_done_the_outcome_is_consistent(case, epoch, moves):
    scenario = world_of.load_scenario(case["input"]["scenario"], case["input"]["seed"])
    world = world_of.World(scenario, epoch=epoch, language="en")
    for move in moves:
        before = world.clock
        world.play(move)
        assert world.clock > before
        json.dumps(world.view())
    found = world.outcome()
    assert reply_from(found).fields
    assert all(0 <= objective["achieved"] <= 1 for objective in found["objectives"])
    broken = next(rule["violated"] for rule in found["constraints"] if rule["hard"])
    acted = scenario.decisive in found["actions_performed"]
    assert broken == (acted and found["decision_chosen"] in scenario.forbidden)
    assert found["state_end"] == "failed" or (acted and not broken)
    assert (found["t_act"] is not None) == acted
    assert found["resource_used"] >= 0


def test_requirements_and_states_agree_with_a_recount(sound, hasty):
    for run in (sound, hasty):
        names = ("case_id", "state_start", "state_end", "ops_effectiveness", "ops_timeliness")
        rows = [
            dict(zip(names, cells, strict=True))
            for cells in zip(*(run.cases[name] for name in names), strict=True)
        ]
        used = run.cases["resource_used"]
        asked = run.manifest["plan"]["params"]["requirements"]
        measures = [row | {"resource_used": x} for row, x in zip(rows, used, strict=True)]
        recount = steelyard.compute("ops.sea", {"cases": measures}, {"requirements": asked})
        assert run.indicators["ops.sea"].value == pytest.approx(recount["value"])
        operations = json.loads((run.path / "report.json").read_text("utf-8"))["operations"]
        shown = {found["field"]: found["met"]["value"] for found in operations["requirements"]}
        assert shown == pytest.approx(recount["shares"])
        adc, plain = operations["adc"], [row["ops_effectiveness"] for row in rows]
        assert adc["value"] == pytest.approx(sum(plain) / len(plain), abs=1e-12)
        assert adc["value"] == pytest.approx(run.indicators["ops.adc"].value, abs=1e-12)
        assert sum(start["n"] for start in adc["starts"]) == len(rows)
        for start in adc["starts"]:
            ended = [row["state_end"] for row in rows if row["state_start"] == start["state"]]
            states = ("nominal", "degraded", "failed")
            assert start["ends"] == pytest.approx([ended.count(s) / len(ended) for s in states])
