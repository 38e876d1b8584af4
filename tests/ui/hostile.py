"""A project in which everything that people and programs may name or say is hostile text."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import steelyard.scorecards
from steelyard.server.db import new_id, open_database
from steelyard.server.db.tables import AgentRow, Dataset, Document, Project, Run, Task
from steelyard.server.library import agents, datasets, documents, intake
from steelyard.server.library.storage import open_storage
from steelyard.server.people import accounts, projects
from steelyard.server.people.policy import SERVICE
from steelyard.server.tasks import manage, reviews, schedules, transfer
from steelyard.server.tasks.resolve import Wanted
from steelyard.server.tasks.rows import read_facts
from tests.ui.world import HOSTILE, PASSWORD

SLUG = "hostile"
NAME = HOSTILE[:150]  # as long as names may be
HUGE = HOSTILE + "长" * 20_000 + "W" * 20_000


def make_hostile(site, folder):
    """Make the project once; return the parts of its paths."""
    database, storage = open_database(site.settings), open_storage(site.settings)
    try:
        with database.reading() as session:
            known = session.query(Project).filter_by(slug=SLUG).one_or_none()
            if known is not None:
                return _parts(session, known.id)
        path = _run(folder)
        with database.transaction() as session:
            project = projects.create_project(session, SERVICE, SLUG, NAME, HOSTILE)
            _fill(session, storage, site.settings, project, path)
            return _parts(session, project.id)
    finally:
        database.close()


def _run(folder):
    """Make a run with hostile questions, answers, scenes and scores."""
    fields = ("input", "expected_output", "scene", "domain")
    cases = [{"case_id": f"{n} {NAME}", **dict.fromkeys(fields, HOSTILE)} for n in range(6)]
    cases[0]["input"] = HUGE
    steelyard.evaluate(lambda question: question, cases, out=folder / "run", name=NAME)
    return folder / "run"


def _fill(session, storage, settings, project, path):
    user = accounts.create_user(session, SERVICE, settings, "hostile", PASSWORD, name=NAME)
    session.flush()
    config = {"openai": {"base_url": "http://127.0.0.1:9/v1", "model": "m"}}
    agent = agents.create_agent(
        session, SERVICE, settings, project.id, NAME, config, description=HOSTILE
    )
    dataset = datasets.create_dataset(session, SERVICE, project.id, NAME, HOSTILE)
    file = storage.scratch / "hostile-fields.jsonl"
    rows = [{"id": f"h{n}", "input": HUGE, "expected": HOSTILE, NAME: HOSTILE} for n in range(4)]
    lines = [json.dumps(row, ensure_ascii=False) for row in [*rows, {"id": HOSTILE}]]
    file.write_text("\n".join(lines) + "\n", "utf-8")
    taken = intake.take_in(storage, settings, file, f"{NAME[:60].replace('/', ' ')}.jsonl", {})
    version, _ = datasets.add_version(session, SERVICE, dataset, taken)
    wanted = Wanted({"name": NAME}, agent.id, version.id, None)
    task = manage.create_task(session, SERVICE, settings, project, wanted, manage.Place(NAME))
    manage.pause_task(session, SERVICE, task.id)
    id_ = new_id()
    shutil.copytree(path, storage.run_folder(id_))
    storage.save_run(id_)
    run = transfer.add_run(session, SERVICE, storage, project.id, id_)
    facts = read_facts(storage.run_folder(id_), 0)
    actor = accounts.actor_of(session, user)
    reviews.annotate(session, actor, run, facts, [NAME[:60]], HOSTILE)
    fields = {"name": NAME, "cron": "0 2 * * *", "time_zone": "UTC", "enabled": False}
    asked = {"plan": {"name": NAME}, "agent_id": agent.id, "dataset_version_id": version.id}
    schedules.create_schedule(session, SERVICE, settings, project, {**fields, "task": asked})
    _documents(session, project.id)


def _documents(session, project_id):
    said = json.dumps({"en": HOSTILE, "zh": HOSTILE}, ensure_ascii=False)
    plain = "name: {en: Default scorecard, zh: 默认指标体系}"
    card = (Path(steelyard.scorecards.__file__).parent / "templates" / "default.yaml").read_text(
        "utf-8"
    )
    assert plain in card
    measure = f"indicators:\n  custom.one:\n    name: {said}\n    meaning: {said}\n"
    measure += "    sql: rate(passed)\n"
    card = card.replace(plain, f"name: {said}")
    texts = {"scorecard": ("card", card), "indicator": ("custom.one", measure)}
    for kind, (name, text) in texts.items():
        documents.create_document(
            session, SERVICE, project_id, kind, name, text, description=HOSTILE
        )


def _parts(session, project_id):
    def newest(kind):
        return session.query(kind).filter_by(project_id=project_id).order_by(kind.id).first().id

    kinds = {"task": Task, "run": Run, "dataset": Dataset, "agent": AgentRow}
    parts = {"project": SLUG, **{name: newest(kind) for name, kind in kinds.items()}}
    for kind in ("scorecard", "indicator"):
        found = session.query(Document).filter_by(project_id=project_id, kind=kind).one()
        parts[kind] = found.id
    return {**parts, "other": parts["run"], "missions": parts["run"]}
