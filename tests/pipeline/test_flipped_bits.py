"""One flipped bit anywhere in a run: reported with the file and the way on, or of no consequence.

Every file of a run is damaged: while it is under way (then resumed), when it is finished (then
re-scored and reported).
"""

from __future__ import annotations

import json
import shutil
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from steelyard import pipeline
from steelyard.bundle import Bundle, Table, derive
from steelyard.bundle.layout import JOURNAL, MANIFEST, MANIFEST_BACKUP, OVERRIDES, SUMMARY
from steelyard.errors import BundleError
from steelyard.pipeline import rescore, resume, run
from steelyard.plan import make_plan
from steelyard.report import report_of

PLAN = {
    "agent": {"replay": {}},
    "dataset": "cases.jsonl",
    "scorers": ["text.exact_match"],
    "breakdowns": ["scene"],
}
TIMING = {"started_at", "latency_s", "first_token_s"}
UNDER_WAY = [MANIFEST, MANIFEST_BACKUP, "asks.jsonl", JOURNAL, "rejects.jsonl"]
FINISHED = [
    MANIFEST,
    MANIFEST_BACKUP,
    SUMMARY,
    OVERRIDES,
    "rejects.jsonl",
    "results-2/00000.parquet",
    "report.json",
    "report.html",
]
# Files that nothing is computed from: a backup, what people read, and what was refused.
OF_NO_CONSEQUENCE = {MANIFEST_BACKUP, "rejects.jsonl", "report.json", "report.html"}
bits = st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 7))


def several(name):
    """Few examples where each one goes the whole way: nothing is to be noticed there."""
    number = 2 if name in OF_NO_CONSEQUENCE else 20
    return settings(
        max_examples=number, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )


def plan_of():
    return make_plan(PLAN, source="plan")


@pytest.fixture(scope="module")
def under_way(tmp_path_factory):
    """A run that was killed when all replies were there and the table was not."""
    folder = tmp_path_factory.mktemp("under way")
    cases = [
        {"input": f"问题 {n}", "expected_output": "yes", "output": "yes" if n < 3 else "no"}
        | {"metadata": {"scene": f"s{n % 2}"}}
        for n in range(6)
    ]
    lines = [json.dumps(case, ensure_ascii=False) for case in cases]
    (folder / "cases.jsonl").write_text("\n".join([*lines, '{"no_input": 1}']), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline.disk, "tabulate_shards", _killed)
        with suppress(KeyError):
            run(plan_of(), folder, folder / "run")
    assert Bundle(folder / "run").state == "finalising"
    return folder / "run"


def _killed(*_):
    raise KeyError


@pytest.fixture(scope="module")
def finished(under_way, tmp_path_factory):
    """The same run carried to its end, and scored with the verdicts of people."""
    source = copied(under_way, tmp_path_factory.mktemp("finished"))
    target = source.with_name("reviewed")
    target.mkdir()
    verdict = {"row": 4, "passed": True, "reason": "right", "by": "Ann", "at": "2026-01-01"}
    made = derive(resume(source), target, [verdict], {"run_id": "reviewed"})
    return rescore(made, plan_of()).path


def copied(source, folder):
    shutil.copytree(source, folder / "run")
    return folder / "run"


def flip(path, place, bit):
    content = bytearray(path.read_bytes())
    content[int(place * len(content))] ^= 1 << bit
    path.write_bytes(content)


def contents(path):
    rows = Table(Bundle(path).results_path).rows()
    table = [{name: row[name] for name in row.keys() - TIMING} for row in rows]
    indicators = [one for one in Bundle(path).summary()["indicators"] if "latency" not in one["id"]]
    return table, indicators


def refusal(act, path):
    """Return what is said of the damaged file and the way on; None if nothing was noticed."""
    said = None
    try:
        act()
    except BundleError as error:
        said = error
    if said is None:
        return None
    assert path.name not in OF_NO_CONSEQUENCE
    assert path.name in str(said)
    assert said.hint
    return said.hint


def check_resumed(path, name, wanted, *, go_on):
    """Resume; what is damaged is named, and the command that the hint names goes on."""
    hint = refusal(lambda: resume(path), path / name)
    if hint is not None:
        assert "--drop-damaged" in hint
        if not go_on:
            return
        resume(path, drop_damaged=True)
    assert contents(path) == wanted


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", UNDER_WAY)
def test_a_run_under_way(under_way, tmp_path_factory, name):
    wanted = contents(resume(copied(under_way, tmp_path_factory.mktemp("whole"))).path)

    seen = []

    @several(name)
    @given(bits)
    @example((0.9999999, 0))  # the last byte: the end of the journal's last line
    def flipped(where):
        path = copied(under_way, tmp_path_factory.mktemp("flipped"))
        flip(path / name, *where)
        check_resumed(path, name, wanted, go_on=len(seen) < 2)
        seen.append(where)
        shutil.rmtree(path)

    flipped()


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", FINISHED)
def test_a_finished_run(finished, tmp_path_factory, name):
    wanted = contents(finished)

    seen = []

    @several(name)
    @given(bits, st.sampled_from([_rescored, _reported]))
    def flipped(where, used):
        path = copied(finished, tmp_path_factory.mktemp("flipped"))
        flip(path / name, *where)
        hint = refusal(lambda: used(path, wanted), path / name)
        if hint is not None and name in (MANIFEST, SUMMARY):  # these can be made again
            assert str(path) in hint
            if not seen:
                resume(path, drop_damaged=name == MANIFEST)
                used(path, wanted)
        seen.append(where)
        shutil.rmtree(path)

    flipped()


def _rescored(path, wanted):
    rescore(Bundle(path), plan_of())
    assert contents(path) == wanted


def _reported(path, wanted):
    report_of(Bundle(path))
    assert contents(path) == wanted


def test_a_damaged_reply_of_a_run_that_has_all_replies_is_requested_again(under_way, tmp_path):
    """A run was finished without the row of the dropped line: the table was made at once."""
    path = copied(under_way, tmp_path)
    journal = path / JOURNAL
    journal.write_bytes(journal.read_bytes().replace(b'"output":"no"', b'"output":"yo"', 1))
    with pytest.raises(BundleError, match="line 5"):
        resume(path)
    resume(path, drop_damaged=True)
    assert Table(Bundle(path).results_path)["output"] == ["yes"] * 3 + ["no"] * 3


@pytest.mark.slow
def test_a_damaged_part_of_a_stopped_run_is_made_again(tmp_path):
    cases = [{"input": f"q{n}", "expected_output": "a"} for n in range(4)]
    (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, cases)))
    (tmp_path / "agent.py").write_text("def answer(question):\n    return 'a'\n")
    content = {**PLAN, "agent": {"function": {"target": "agent.py:answer"}}}
    plan = make_plan({**content, "run": {"limits": {"cases": 2}}}, source="plan")
    path = tmp_path / "run"
    run(plan, tmp_path, path)
    assert Bundle(path).state == "stopped"
    part = next(Bundle(path).results_path.glob("*.parquet"))
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(BundleError, match="00000") as caught:
        report_of(Bundle(path))
    assert f"steelyard resume {path}" in caught.value.hint
    journal = path / JOURNAL
    journal.write_bytes(journal.read_bytes().replace(b'"output":"a"', b'"output":"b"', 1))
    with pytest.raises(BundleError, match="line 2"):
        resume(path)
    resume(path, ("run.limits.cases=null",), drop_damaged=True)
    assert Table(Bundle(path).results_path)["output"] == ["a"] * 4
