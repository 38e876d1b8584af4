"""What a cluster's driver is made of, without a cluster."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from steelyard.asking.cluster.collect import collect_stored
from steelyard.asking.cluster.hand_out import HandOut
from steelyard.asking.cluster.order import order_for, share
from steelyard.asking.cluster.store import Store
from steelyard.bundle import encode
from steelyard.bundle.journal import decode, whole_lines
from steelyard.errors import ClusterError, JournalDamagedError, PlanError
from steelyard.model import Case
from steelyard.plan import make_plan
from steelyard.runner import RunPolicy
from steelyard.runner.pace import Pace


def cases(count):
    return iter([Case(n, f"c{n}", f"q{n}") for n in range(count)])


def rows(block):
    return [case.row for case in block]


async def test_every_case_is_given_to_one_worker():
    hand_out = HandOut(cases(5))
    assert rows(await hand_out.block(2)) == [0, 1]
    assert rows(await hand_out.block(9)) == [2, 3, 4]
    waiting = asyncio.create_task(hand_out.block(1))
    await asyncio.sleep(0)
    assert not waiting.done()  # a worker may still be lost with its cases
    hand_out.answered(5)
    assert await waiting == []
    assert hand_out.over.is_set()


async def test_what_a_lost_worker_had_is_given_to_another():
    hand_out = HandOut(cases(4))
    lost = await hand_out.block(2)
    other = await hand_out.block(2)
    waiting = asyncio.create_task(hand_out.block(5))
    await asyncio.sleep(0)
    hand_out.give_back(lost[1:])
    assert rows(await waiting) == [1]
    hand_out.answered(1 + len(other) + 1)
    assert await hand_out.block(1) == []


async def test_a_case_that_was_lost_five_times_is_named():
    hand_out = HandOut(cases(2))
    for _ in range(4):
        hand_out.give_back((await hand_out.block(2))[:1])
        hand_out.answered(0)
    block = await hand_out.block(1)
    with pytest.raises(ClusterError, match=r"5 workers.*c0"):
        hand_out.give_back(block)


async def test_a_stopped_hand_out_gives_nothing():
    hand_out = HandOut(cases(3))
    await hand_out.block(1)
    waiting = asyncio.create_task(hand_out.block(9))
    await asyncio.sleep(0)
    assert rows(await waiting) == [1, 2]
    more = asyncio.create_task(hand_out.block(9))
    await asyncio.sleep(0)
    hand_out.stop()
    assert await more == []


@pytest.mark.parametrize("workers", [1, 3, 7, 16])
def test_shares_add_up_to_the_plan(workers):
    policy = RunPolicy(concurrency=16, rate_limit=5)
    shares = [share(policy, number, workers) for number in range(workers)]
    assert sum(part.concurrency for part, _ in shares) == 16
    assert sum(part.rate_limit for part, _ in shares) == pytest.approx(5)
    assert min(part.concurrency for part, _ in shares) >= 1
    assert [after for _, after in shares] == pytest.approx([n / 5 for n in range(workers)])


async def test_a_first_turn_may_have_to_wait():
    loop = asyncio.get_running_loop()
    pace = Pace(50, first_after=0.05)
    begun = loop.time()
    await pace.turn()
    assert loop.time() - begun >= 0.049
    await pace.turn()
    assert loop.time() - begun >= 0.069


def test_secrets_named_in_options_travel_and_show_nowhere(monkeypatch, tmp_path):
    monkeypatch.setenv("KEY_ONE", "first secret")
    monkeypatch.setenv("KEY_TWO", "second secret")
    config = {
        "openai": {
            "base_url": "http://127.0.0.1:1/v1",
            "model": "m",
            "api_key_env": "KEY_ONE",
            "headers_env": {"X-Team": "KEY_TWO", "X-Other": "NOT_SET"},
            "trust_env": True,
        }
    }
    order = order_for(config, tmp_path, RunPolicy(), None)
    assert order.secrets == {"KEY_ONE": "first secret", "KEY_TWO": "second secret"}
    assert "secret'" not in repr(order).replace("secrets=", "")


@pytest.mark.parametrize(
    ("executor", "address", "workers"),
    [
        ("ray", None, None),
        ({"ray": {}}, None, None),
        ({"ray": {"address": "head:6379", "workers": 4}}, "head:6379", 4),
    ],
)
def test_executors(executor, address, workers):
    settings = RunPolicy(executor=executor).ray
    assert (settings.address, settings.workers) == (address, workers)
    assert RunPolicy().ray is None


@pytest.mark.parametrize(
    ("executor", "said"),
    [
        ("dask", "dask"),
        ({"ray": {"adress": "x"}}, "adress"),
        ({"ray": {"workers": 0}}, "workers"),
        ({"ray": {"address": "ray://head:10001"}}, "host:port"),
    ],
)
def test_wrong_executors_are_told_by_field(executor, said):
    content = {"agent": {"replay": {}}, "dataset": "x.jsonl", "run": {"executor": executor}}
    with pytest.raises(PlanError, match=said) as caught:
        make_plan(content, source="plan.yaml")
    assert "run.executor" in str(caught.value)


@pytest.mark.slow
def test_without_ray_the_message_says_how_to_install_it(tmp_path):
    (tmp_path / "cases.jsonl").write_text('{"id":"a","input":"q","expected_output":"q"}\n')
    plan = tmp_path / "plan.yaml"
    plan.write_text(
        "agent: {function: {target: 'agent.py:answer'}}\ndataset: cases.jsonl\n"
        "run: {executor: ray}\n"
    )
    (tmp_path / "agent.py").write_text("def answer(question):\n    return question\n")
    code = (
        "import sys; sys.modules['ray'] = None\n"
        "from steelyard.cli import main\n"
        f"sys.argv = ['steelyard', 'run', {str(plan)!r}, '--out', {str(tmp_path / 'run')!r}]\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "pip install 'steelyard[ray]'" in done.stderr
    assert "Traceback" not in done.stderr


def segment(*numbers):
    return b"".join(encode({"row": n, "status": "ok", "output": f"答 {n}\r\n"}) for n in numbers)


def check_store(store):
    assert store.names() == []
    store.put("b", segment(2, 3))
    store.put("a", segment(0, 1))
    assert store.names() == ["a", "b"]
    done, kept = bytearray(5), []
    done[1] = 1
    assert collect_stored(store, done, kept.append) == 3
    assert [decode(line.content)["row"] for line in whole_lines(kept, "")] == [0, 2, 3]
    assert collect_stored(store, done, kept.append) == 0
    assert list(done) == [1, 1, 1, 1, 0]
    store.remove(store.names())
    assert store.names() == []


def test_segments_in_a_folder(tmp_path):
    check_store(Store(str(tmp_path / "shared"), "run1"))
    assert not (tmp_path / "shared" / "run1").exists()


def test_runs_in_one_place_do_not_meet(tmp_path):
    first, second = (Store(str(tmp_path), run) for run in ("one", "two"))
    first.put("a", segment(0))
    assert second.names() == []


def test_a_damaged_segment_is_reported_by_name(tmp_path):
    store = Store(str(tmp_path), "run1")
    store.put("good-1", segment(0).replace(b'"ok"', b'"no"'))
    with pytest.raises(JournalDamagedError, match="good-1"):
        collect_stored(store, bytearray(1), lambda _: None)


@pytest.mark.slow
def test_segments_in_an_object_store(tmp_path, object_store, monkeypatch):
    for name, value in object_store.items():
        monkeypatch.setenv(name, value)
    check_store(Store("s3://bucket/some/place", "run1"))
