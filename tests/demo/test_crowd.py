"""What a crowd does to the demo agent: nothing up to its places, and then a known thing."""

from __future__ import annotations

import asyncio

import pytest
from aiohttp.test_utils import TestClient, TestServer

from steelyard.demo.answer import answer
from steelyard.demo.crowd import CALMING_ANSWERS, PLACES, Crowd
from steelyard.demo.routes import demo_app


async def together(crowd, count):
    """Ask `count` questions at once; return which were answered in a hurry."""
    arrived = asyncio.Event()

    async def one():
        async with crowd.place() as turn:
            await arrived.wait()
            return turn.hurries()

    tasks = [asyncio.create_task(one()) for _ in range(count)]
    await asyncio.sleep(0.01)
    arrived.set()
    return [await task for task in tasks]


@pytest.mark.parametrize("count", [1, PLACES - 1, PLACES])
async def test_up_to_its_places_it_takes_its_time(count):
    assert not any(await together(Crowd(), count))


async def test_beyond_them_it_hurries_until_it_had_some_peace():
    crowd = Crowd()
    assert all(await together(crowd, PLACES + 8))
    assert all(await together(crowd, PLACES))  # not a crowd, but no peace either
    after = [(await together(crowd, 1))[0] for _ in range(CALMING_ANSWERS + 5)]
    assert after == [True] * CALMING_ANSWERS + [False] * 5


async def test_a_while_without_questions_calms_it_too(monkeypatch):
    monkeypatch.setattr("steelyard.demo.crowd.QUIET_S", 0.01)
    crowd = Crowd()
    assert all(await together(crowd, PLACES + 1))
    await asyncio.sleep(0.02)
    assert not any(await together(crowd, 1))


async def test_a_question_that_is_given_up_leaves_no_trace():
    crowd = Crowd()
    with pytest.raises(ZeroDivisionError):
        async with crowd.place():
            raise ZeroDivisionError
    assert not any(await together(crowd, PLACES))


def test_in_a_hurry_it_reads_the_beginning_only():
    question = "What is the default port of HTTP?"
    assert answer(question).output == "Port 80"
    hurried = answer(question, hurried=True)
    assert hurried.trajectory == answer(question[: len(question) // 3]).trajectory
    assert "80" not in hurried.output


def test_a_member_asked_alone_is_not_in_the_hurry_of_the_team():
    """However soon after a peak the run asks one alone, it gets the same answers."""

    async def ask_both():
        app = demo_app()
        async with TestClient(TestServer(app)) as client:

            async def ask(path):
                reply = await client.post(path, json={"input": "What is the default port of HTTP?"})
                return (await reply.json())["output"]

            await asyncio.gather(*(ask("/ask") for _ in range(3 * PLACES)))
            return await ask("/ask"), await ask("/specialist")

    hurried, alone = asyncio.run(ask_both())
    assert "80" not in hurried
    assert alone == "Port 80"
