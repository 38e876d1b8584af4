"""From what a person wants evaluated to a plan that needs nothing but the library.

In the service a plan names no files: its cases are a version of a dataset, its scorecard and its
indicators are templates or published documents (`document:<version>`), which never change, and its
baseline is a run of the project (`run:<id>`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from steelyard.bundle import Bundle
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.judging import settle
from steelyard.pipeline import check_names, check_plan
from steelyard.plan import Plan, make_plan, refuse_pasted_secrets
from steelyard.scorecards import thaw_weighing
from steelyard.scorers import choose_scorers
from steelyard.server.db.tables import AgentRow, Dataset, DatasetVersion, Project, Run, Task
from steelyard.server.errors import ConflictError
from steelyard.server.library import agents, datasets
from steelyard.server.library.algorithms import algorithms_of, refuse_disabled
from steelyard.server.library.allowed import check_agent_config, check_plan_agents
from steelyard.server.library.checks import refuse_outside_paths
from steelyard.server.library.plain import check_kept, read_plain
from steelyard.server.library.secrets import check_plan_secrets
from steelyard.server.library.storage import open_storage
from steelyard.server.people.adjust import adjusted
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings
from steelyard.server.tasks.references import (
    DOCUMENT,
    check_references,
    name_versions,
    named_again,
    write_references,
)
from steelyard.server.tasks.secrecy import own_agents, refuse_own_agents

SCORING = frozenset(
    ("scorers", "verdict", "judges", "scorecard", "indicators", "params", "breakdowns", "gates")
)
_FILE = re.compile(r"\S+\.(?:md|txt|yaml|yml|json)")
_OWN_READING = ("steps", "strict")  # what a plan may still say of the cases it is given


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be evaluated: a plan, with parts of it in the library.

    Attributes:
        plan: as the command line reads it, less what the others name.
        agent_id: an agent of the project, instead of the plan's.
        dataset_version_id: the cases.
        scorecard_id: a published version of a scorecard, instead of a template's name.
    """

    plan: Mapping[str, Any]
    agent_id: str | None = None
    dataset_version_id: str | None = None
    scorecard_id: str | None = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """A plan that can be run, and how much it asks."""

    plan: Plan
    agent_id: str | None
    dataset_version_id: str
    cases: int

    def estimate(self) -> dict[str, int]:
        """Return how many asks there will be: exactly without conditions, at least with them."""
        epochs = self.plan.run.epochs
        conditions = len(self.plan.conditions) + len(self.plan.environments)
        conditions += self.plan.single is not None
        return {
            "cases": self.cases,
            "epochs": epochs,
            "conditions": conditions,
            "asks": self.cases * epochs * (1 + conditions),
        }


def read_plan(text: str) -> dict[str, Any]:
    """Return the mapping in the YAML of a plan, as JSON has it.

    Raises:
        InputError: it is not YAML, no mapping, or swells beyond reason.
    """
    content = read_plain(t("tasks.plan"), text)
    if not isinstance(content, dict):
        raise InputError(t("tasks.not_a_plan"))
    return content


def resolve(
    session: Session, actor: Actor, settings: Settings, project: Project, wanted: Wanted
) -> Resolved:
    """Find everything a plan needs, and everything that is wrong with it.

    Raises:
        PlanError, InputError: the plan is wrong, names what it may not, or holds a key.
        NotFoundError: the project has no such agent, dataset or document.
        ConflictError: the project, the agent or the dataset is archived.
        ForbiddenError: it takes a secret to where the actor may not, or asks another agent than
            they may.
    """
    settings = adjusted(session, settings)
    content = dict(wanted.plan)
    if wanted.agent_id is not None:
        content["agent"] = agents.find_agent(session, project.id, wanted.agent_id).config
    check_plan_secrets(session, settings, project.id, content)
    if wanted.dataset_version_id is None:
        raise InputError(t("tasks.no_dataset"))
    version = datasets.find_version_by_id(session, project.id, wanted.dataset_version_id)
    refuse_archived(session, project.id, wanted.agent_id, version.id)
    content["dataset"] = _dataset(content.get("dataset"), version.spec)
    if wanted.scorecard_id is not None:
        content["scorecard"] = DOCUMENT + wanted.scorecard_id
    content = name_versions(session, project.id, content)
    check_kept(content)
    refuse_outside_paths({"environments": content.get("environments")})
    plan = make_plan(content, source=str(content.get("name") or t("tasks.plan")))
    if plan.run.ray is not None:
        # What an agent may reach, and its secrets, are kept by this process; nodes know neither.
        raise InputError(t("tasks.local_only"), hint=t("tasks.local_only_hint"))
    plan = _without_disabled(plan, version, project.disabled_algorithms)
    _check_files(plan)
    check_references(session, project.id, plan)
    check_plan_agents(settings, plan)
    own = own_agents(plan, from_library=wanted.agent_id is not None)
    agents.refuse_own_secrets(session, actor, project.id, own)
    refuse_own_agents(session, actor, project, plan, own)
    _check_whole(session, settings, project, plan)
    return Resolved(plan, wanted.agent_id, version.id, version.rows)


def refuse_archived(
    session: Session, project_id: str, agent_id: str | None, dataset_version_id: str | None
) -> None:
    """Let nothing begin with what of a project was put away.

    Raises:
        ConflictError: the project, the agent or the dataset is archived.
    """
    version = session.get(DatasetVersion, dataset_version_id or "")
    parts = (
        session.get(Project, project_id),
        session.get(AgentRow, agent_id or ""),
        None if version is None else session.get(Dataset, version.dataset_id),
    )
    for one in parts:
        if one is not None and one.archived_at is not None:
            raise ConflictError(t("tasks.archived", name=one.name))


def resolve_scoring(
    session: Session, actor: Actor, settings: Settings, run: Run, changes: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the plan of a run with other scorers, scorecard, ...; its agent is not asked.

    A run may have been pushed by anyone, so its own plan is trusted no more than the changes are.

    Raises:
        PlanError, InputError: the changes are wrong.
        ForbiddenError: a judge takes a secret to where the actor may not.
    """
    if wrong := sorted(changes.keys() - SCORING):
        raise InputError(
            t("tasks.not_scoring", names=", ".join(wrong), allowed=", ".join(sorted(SCORING)))
        )
    settings = adjusted(session, settings)
    project = session.get(Project, run.project_id)
    assert project is not None
    manifest = Bundle(open_storage(settings).run_folder(run.id)).manifest.values
    known = named_again(session, project.id, manifest["plan"])
    refuse_pasted_secrets(changes)
    changes = name_versions(session, project.id, changes)
    content = {**known, **changes}
    check_plan_secrets(session, settings, project.id, {"judges": content.get("judges")})
    check_kept(content)
    plan = make_plan(content, source=run.name)
    reweighed = changes.keys() & {"scorecard", "indicators"}
    _check_files(plan, only={"scorers", *(("scorecard", "indicators") if reweighed else ())})
    for judge in plan.judges.values():
        check_agent_config(settings, judge)
    if "judges" in changes or not made_here(session, run):
        agents.refuse_own_secrets(session, actor, project.id, plan.judges.values())
        judging = plan.model_copy(update={"environments": []})  # nothing is deployed
        refuse_own_agents(session, actor, project, judging, plan.judges.values())
    if reweighed:
        check_references(session, project.id, plan)
        _check_whole(session, settings, project, plan)
    else:
        weighing = thaw_weighing(manifest, run.name)
        check_names(settle(plan, Path()), weighing)
        refuse_disabled(project.disabled_algorithms, algorithms_of(plan, weighing.card))
    return plan.model_dump(mode="json")


def made_here(session: Session, run: Run) -> bool:
    """Whether this service ran it, so that its plan was checked when its task was made."""
    query = select(Task.id).where(Task.run_id == run.id, Task.kind == "run")
    return session.scalar(query.limit(1)) is not None


def _check_whole(session: Session, settings: Settings, project: Project, plan: Plan) -> None:
    """Find what only the parts together show: unknown scorers, gates on nothing, ..."""
    storage = open_storage(settings)
    with TemporaryDirectory(dir=storage.scratch) as scratch:
        content = plan.model_dump(mode="json")
        write_references(session, storage, project.id, content, Path(scratch))
        _, weighing = check_plan(make_plan(content, source=plan.name), Path(scratch))
    refuse_disabled(project.disabled_algorithms, algorithms_of(plan, weighing.card))


def _dataset(given: Any, spec: Mapping[str, Any]) -> dict[str, Any]:
    own = given if isinstance(given, dict) else {}
    kept = {name: own[name] for name in _OWN_READING if name in own}
    return {**spec, **kept, "path": f"cases.{spec['format']}"}


def _without_disabled(plan: Plan, version: DatasetVersion, disabled: Collection[str]) -> Plan:
    """Choose the scorers now when the data chooses them and some of those are disabled."""
    if not isinstance(plan.scorers, str):
        return plan
    fields = version.profile.get("fields", {})
    chosen = choose_scorers([name for name, counts in fields.items() if counts["filled"]])
    if not set(chosen).intersection(disabled):
        return plan
    return plan.model_copy(update={"scorers": [id_ for id_ in chosen if id_ not in disabled]})


def _check_files(plan: Plan, only: Collection[str] = SCORING) -> None:
    """Refuse whatever would be read from the disk of a worker."""
    named = []
    if "scorecard" in only and plan.scorecard and _FILE.fullmatch(plan.scorecard):
        named.append(plan.scorecard)
    if "indicators" in only:
        texts = (item for item in plan.indicators if isinstance(item, str))
        named += [text for text in texts if not text.startswith(DOCUMENT)]
    if "scorers" in only:
        for _, params in plan.scorer_choices() or ():
            texts = (value for value in params.values() if isinstance(value, str))
            named += [text for text in texts if _FILE.fullmatch(text)]
    if named:
        raise InputError(t("tasks.names_file", file=named[0]))
