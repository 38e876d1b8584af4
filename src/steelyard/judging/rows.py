"""Judge the replies of a run: whatever its scorers ask, answered before they score."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from steelyard import bundle as disk
from steelyard.bundle import Bundle, Columns, layout
from steelyard.judging.answers import Answers
from steelyard.judging.ask import ask_judges
from steelyard.judging.judges import Judges
from steelyard.plan import Plan
from steelyard.runner import Progress
from steelyard.scorers import Question, Scoring

_BATCH = 2_000


async def judge_run(bundle: Bundle, plan: Plan, scoring: Scoring, progress: Progress) -> None:
    """Get every answer `scoring` wants about the replies in `bundle`, and let it hear them.

    Answers are kept in the bundle; only what has none is asked. What the judges took so far is
    recorded in the manifest, apart from what the agent took.
    """
    answers = Answers(bundle.path / layout.JUDGE_CACHE)
    judges = Judges(plan.judges, Path(bundle.manifest.values["base"]))

    def questions() -> Iterator[Question]:
        maker = disk.RowMaker(replayed="replay" in plan.agent, trusted=plan.trusted_claims())
        for batch in _batches(bundle, scoring.reads, maker):
            yield from scoring.questions(batch)

    unanswered = await ask_judges(questions, judges, answers, plan.run, progress)
    described = {
        name: {"agent": agent.description, **answers.spent.get(name, {"answers": 0})}
        for name, agent in judges.agents.items()
    }
    facts = {"judges": described, "unanswered": unanswered, "damaged_lines": answers.dropped}
    bundle.manifest.update(judging=facts)
    scoring.hear(lambda question: answers.get(judges.key(question)))


def _batches(bundle: Bundle, reads: list[str], maker: disk.RowMaker) -> Iterator[Columns]:
    """Yield the replies of a run in batches of columns: from the journal while there is one."""
    if bundle.journal_path.exists():
        rows = bundle.answered_rows(bundle.offsets(), maker)
        while batch := list(islice(rows, _BATCH)):
            yield {name: [row.get(name) for row in batch] for name in reads}
        return
    connection = disk.connect(bundle.results_path)
    try:
        wanted = ", ".join(disk.sql_name(name) for name in reads)
        cursor = connection.execute(f"SELECT {wanted} FROM results")
        while cells := cursor.fetchmany(_BATCH):
            yield dict(zip(reads, map(list, zip(*cells, strict=True)), strict=True))
    finally:
        connection.close()
