"""Put to the judges every question that has no answer yet, and keep what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from steelyard import bundle as disk
from steelyard.agents import Agent
from steelyard.errors import AgentSetupError, BundleError, InterruptedRunError
from steelyard.i18n import t
from steelyard.judging.answers import HEADER, Answers, answer_record
from steelyard.judging.judges import Judges
from steelyard.model import Case
from steelyard.runner import (
    Asked,
    End,
    Limits,
    Progress,
    RunPolicy,
    Stopper,
    Tally,
    drive,
    stopped_by_signals,
    ticking,
)
from steelyard.scorers import Question

Questions = Callable[[], Iterable[Question]]
"""Gives the questions from the first one on, as often as it is called."""


async def ask_judges(
    questions: Questions,
    judges: Judges,
    answers: Answers,
    policy: RunPolicy,
    progress: Progress,
) -> int:
    """Ask what has not been answered, judge after judge; return how many got no answer.

    Concurrency, timeouts and retries are the policy's; its limits are for the agent and do not
    apply. Only answers are kept: a question that failed is asked again the next time.

    Raises:
        AgentSetupError: a judge cannot be reached at all.
        InterruptedRunError: the user stopped it; what was answered is on disk.
    """
    unanswered = 0
    for name, count in _pending(questions, judges, answers).items():
        cases = _cases(questions, judges, answers, name=name, seed=policy.seed)
        tally = Tally(total=count)
        progress.stage("judging", judge=name, total=count, done=0)
        end = await _drive(cases, (name, judges.agents[name]), answers, policy, (tally, progress))
        answers.reload()
        if end is End.INTERRUPTED:
            raise InterruptedRunError(t("judge.interrupted"), hint=t("judge.interrupted_hint"))
        unanswered += tally.failed
    return unanswered


def _pending(questions: Questions, judges: Judges, answers: Answers) -> Counter[str]:
    """Count the questions without an answer by judge; judges who have none are left in peace."""
    counts: Counter[str] = Counter()
    for question, _ in _open(questions, judges, answers):
        counts[judges.name(question)] += 1
    return counts


def _open(questions: Questions, judges: Judges, answers: Answers) -> Iterator[tuple[Question, str]]:
    """Yield every question without an answer once, with its key."""
    seen: set[bytes] = set()
    for question in questions():
        key = judges.key(question)
        if key not in answers and (short := bytes.fromhex(key)) not in seen:
            seen.add(short)
            yield question, key


def _cases(
    questions: Questions, judges: Judges, answers: Answers, *, name: str, seed: int
) -> Iterator[Case]:
    for row, (question, key) in enumerate(_open(questions, judges, answers)):
        if judges.name(question) == name:
            yield Case(row, key, question.prompt(key, seed))


async def _drive(
    cases: Iterator[Case],
    judge: tuple[str, Agent],
    answers: Answers,
    policy: RunPolicy,
    watched: tuple[Tally, Progress],
) -> End:
    name, agent = judge
    tally, progress = watched
    journal = disk.JournalWriter(answers.path, HEADER)
    stopper = Stopper()

    def record(case: Case, asked: Asked) -> None:
        if journal.failure is not None:
            raise BundleError(t("bundle.write_failed", path=answers.path, error=journal.failure))
        if asked.reply.status == "ok":
            journal.append(answer_record(case.case_id, name, asked.reply))

    try:
        await agent.open()
        own = {"limits": Limits(), "fail_on_error": False}  # those of the run are for its agent
        fit = policy.fitting(agent.concurrency_hint).model_copy(update=own)
        async with stopped_by_signals(stopper, progress), ticking(tally, progress):
            return await drive(cases, agent, fit, tally=tally, record=record, stopper=stopper)
    except AgentSetupError as error:
        message = t("judge.setup", name=name, error=error.message)
        raise AgentSetupError(message, hint=t("judge.setup_hint")) from error
    finally:
        await agent.close()
        await journal.close()
