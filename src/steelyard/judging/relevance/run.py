"""The whole of `steelyard judge`: pairs in, graded relevance and how far to trust it out."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import yaml

from steelyard import bundle as disk
from steelyard.bundle import layout
from steelyard.errors import BundleError, DataError, PlanError
from steelyard.i18n import t
from steelyard.judging.answers import Answers
from steelyard.judging.judges import Judges
from steelyard.judging.relevance.agreement import compare_with_people
from steelyard.judging.relevance.grade import HIGH, LOW, Graded, RelevancePolicy, grade_pairs
from steelyard.judging.relevance.pairs import read_labels, read_pairs
from steelyard.judging.relevance.write import JUDGEMENTS, QRELS, write_grades
from steelyard.runner import Progress

SUMMARY = "judge.json"


@dataclass(frozen=True)
class RelevanceJob:
    """What to judge, by whom, and where the grades go.

    Attributes:
        out: directory of the grades.
        judges: name to `{adapter: {option: value}}`.
        base: folder that relative paths in `judges` start at.
        policy: rubric, threshold and how the judges are asked.
        pairs: file of pairs; None for every query with every document.
        queries: file of query texts.
        docs: file of document texts.
        human: file of grades given by people.
        resume: whether `out` may hold answers already.
    """

    out: Path
    judges: Mapping[str, Mapping[str, Any]]
    base: Path
    policy: RelevancePolicy
    pairs: Path | None = None
    queries: Path | None = None
    docs: Path | None = None
    human: Path | None = None
    resume: bool = False


def judge_relevance(job: RelevanceJob, progress: Progress) -> dict[str, Any]:
    """Grade the pairs of a job and return the summary that is also written to `judge.json`.

    Raises:
        UserError: a file, a judge or the directory is not as it must be; the message says what.
        InterruptedRunError: the user stopped it; `resume` goes on.
    """
    labels = None if job.human is None else read_labels(job.human, LOW, HIGH)
    pairs = read_pairs(job.pairs, job.queries, job.docs)
    if not pairs:
        raise DataError(t("judge.empty"))
    judges = Judges(job.judges, job.base)
    cache = job.out / layout.JUDGE_CACHE
    if not job.resume and job.out.exists() and any(job.out.iterdir()):
        raise BundleError(t("judge.exists", path=job.out), hint=t("judge.exists_hint"))
    job.out.mkdir(parents=True, exist_ok=True)
    with disk.writing(job.out):
        answers = Answers(cache)
        graded = asyncio.run(grade_pairs(pairs, judges, answers, job.policy, progress))
        write_grades(graded, job.out)
        summary = _summary(graded, judges, answers, job)
        if labels is not None:
            floor = job.policy.min_relevance
            summary["agreement"] = compare_with_people(graded, labels, floor)
        content = orjson.dumps(summary, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
        disk.write_atomic(job.out / SUMMARY, content)
    return summary


def load_judge(path: Path) -> dict[str, dict[str, Any]]:
    """Return the judge in a YAML file: one adapter with its options, alone or under `agent`."""
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise PlanError(t("judge.no_file", path=path)) from None
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise PlanError(t("plan.bad_yaml", path=path, error=error)) from error
    if isinstance(content, dict) and isinstance(content.get("agent"), dict):
        content = content["agent"]
    if not isinstance(content, dict) or len(content) != 1:
        raise PlanError(t("judge.not_a_judge", path=path))
    return {path.stem: content}


def _summary(
    graded: Sequence[Graded], judges: Judges, answers: Answers, job: RelevanceJob
) -> dict[str, Any]:
    grades = Counter(int(one.relevance + 0.5) for one in graded if one.relevance is not None)
    floor = job.policy.min_relevance
    known = [one.relevance for one in graded if one.relevance is not None]
    unanswered = sum(1 for one in graded if one.ruling is None)
    uncertain = len(graded) - len(known) - unanswered
    notes = []
    if unanswered:
        notes.append(t("judge.pairs_unanswered", n=unanswered))
    if uncertain:
        notes.append(t("judge.pairs_uncertain", n=uncertain))
    if answers.dropped:
        notes.append(t("judge.damaged", n=answers.dropped))
    return {
        "pairs": len(graded),
        "queries": len({one.pair.query_id for one in graded}),
        "graded": len(known),
        "uncertain": uncertain,
        "unanswered": unanswered,
        "relevant": sum(1 for grade in known if grade >= floor),
        "min_relevance": floor,
        "grades": {str(grade): grades[grade] for grade in range(int(HIGH) + 1)},
        "rubric": job.policy.rubric,
        "judges": {
            name: {"agent": agent.description, **answers.spent.get(name, {"answers": 0})}
            for name, agent in judges.agents.items()
        },
        "files": {"qrels": str(job.out / QRELS), "judgements": str(job.out / JUDGEMENTS)},
        "notes": notes,
    }
