"""Inspect AI on the benchmark's cases: a task without a scorer, its provider for such servers.

    python -m benchmarks.inspect_client URL CASES CONCURRENCY

What is measured is its `eval`: asking and keeping its log, without a display, which costs more.
"""

from __future__ import annotations

import sys
import tempfile

from inspect_ai import Task
from inspect_ai import eval as evaluate_task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import get_model
from inspect_ai.solver import generate

from benchmarks.metered import metered, question, tell


def evaluate(url: str, cases: int, concurrency: int, folder: str) -> EvalLog:
    """Evaluate all, so many at a time."""
    samples = [Sample(id=number, input=question(number)) for number in range(cases)]
    [log] = evaluate_task(
        Task(dataset=MemoryDataset(samples), solver=generate()),
        model=get_model("openai-api/bench/bench", base_url=url, api_key="none"),
        max_connections=concurrency,
        max_samples=concurrency,
        log_dir=folder,
        display="none",
    )
    assert log.status == "success", log.error
    return log


def main() -> None:
    """Measure and print."""
    url, cases, concurrency = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    __import__("openai")  # importing is start-up, not asking
    with tempfile.TemporaryDirectory() as folder:
        with metered() as found:
            log = evaluate(url, cases, concurrency, folder)
        assert log.samples is not None
        said = {sample.id: sample.output.completion for sample in log.samples}
    tell(found, [said[number] for number in range(cases)])


if __name__ == "__main__":
    main()
