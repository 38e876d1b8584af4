"""Inspect tasks for the import fixtures; run inside an environment that has inspect_ai."""

from __future__ import annotations

import asyncio

from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, ContentImage, ContentText
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    NOANSWER,
    PARTIAL,
    Score,
    Scorer,
    Target,
    accuracy,
    f1,
    includes,
    mean,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState, generate, system_message, use_tools
from inspect_ai.tool import Tool, tool

_PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
    "+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@tool
def weather() -> Tool:
    """A tool that knows one city."""

    async def execute(city: str) -> str:
        """Say the weather of a city.

        Args:
            city: name of the city.
        """
        if city == "sleep":
            await asyncio.sleep(30)
        return f"sunny in {city}"

    return execute


@scorer(metrics=[accuracy(), stderr()])
def strict() -> Scorer:
    """All four letters a verdict may be."""

    async def score(state: TaskState, target: Target) -> Score:
        said = state.output.completion
        if not said.strip():
            return Score(value=NOANSWER, answer="", explanation="nothing was said")
        if said.strip(" .。") == target.text:
            return Score(value=CORRECT, answer=said)
        value = PARTIAL if target.text in said else INCORRECT
        return Score(value=value, answer=said, explanation=f"wanted {target.text}")

    return score


@scorer(metrics={"length": [mean()], "polite": [mean()]})
def style() -> Scorer:
    """Several numbers at once."""

    async def score(state: TaskState, target: Target) -> Score:
        said = state.output.completion
        value = {"length": len(said), "polite": 0.5 if "." in said else 0.0}
        return Score(value=value, metadata={"why": "counted"})

    return score


def _samples() -> list[Sample]:
    ask = [
        ("capital-fr", "What is the capital of France?", "Paris", "geography", "train"),
        ("sum", "How much is 2 + 2?", "4", "arithmetic", "train"),
        ("capital-zh", "法国的首都是哪里？", "巴黎", "geography", "non_train"),
        ("formula", "水的化学式是什么？", "H2O", "science", "non_train"),
        ("planet", "Which is the largest planet?", "Jupiter", "science", "train"),
        ("poet", "李白是哪个朝代的诗人？", "唐", "history", "non_train"),
        ("flaky", "Is it raining sometimes?", "yes", "weather", "train"),
        ("silent", "Please say nothing.", "ok", "manners", "train"),
        ("markup", "Repeat <script> for me.", "Paris", "manners", "train"),
    ]
    return [
        Sample(
            id=id_,
            input=question,
            target=target,
            metadata={"scene": scene, "scene_type": kind, "level": {"grade": 3}, "score": 9},
        )
        for id_, question, target, scene, kind in ask
    ]


@task
def facts() -> Task:
    """Two repeats, three scorers."""
    return Task(
        dataset=MemoryDataset(_samples(), name="facts"),
        solver=[system_message("Answer shortly."), generate()],
        scorer=[includes(), strict(), style()],
        epochs=Epochs(2, "mean"),
    )


@task
def tools() -> Task:
    """A tool call, a picture, an error, limits of messages and of time."""
    look = ChatMessageUser(
        content=[ContentText(text="What is the weather here?"), ContentImage(image=_PIXEL)]
    )
    samples = [
        Sample(id=1, input="What is the weather in 杭州?", target="sunny"),
        Sample(id=2, input=[ChatMessageSystem(content="Be kind."), look], target=["sunny", "rain"]),
        Sample(id=3, input="Please break down.", target="x"),
        Sample(id=4, input="What is the weather for ever?", target="sunny"),
        Sample(id=5, input="How much is 2 + 2?", choices=["3", "4"], target="4"),
        Sample(id=6, input="What is the weather, slowly?", target="sunny"),
    ]
    return Task(
        dataset=MemoryDataset(samples, name="tools"),
        solver=[use_tools(weather()), generate()],
        scorer=includes(),
        fail_on_error=False,
        message_limit=4,
        time_limit=2,
    )


@task
def overlap() -> Task:
    """A score between 0 and 1."""
    return Task(
        dataset=MemoryDataset(_samples()[:5], name="overlap"), solver=generate(), scorer=f1()
    )
