"""A service with something to see: real accounts, uploads, runs and tasks, made by our own code.

`python -m tests.ui.world FOLDER [PORT]` makes one and serves it, for looking at pages by hand.
"""

from __future__ import annotations

import json
import shutil
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import steelyard.scorecards
from steelyard.api import create_app
from steelyard.demo import cases_path, demo_agent, plan_path
from steelyard.demo.files import notes_path
from steelyard.demo.memory import Notes
from steelyard.pipeline import Options, run
from steelyard.plan import load_plan
from steelyard.server.db import new_id, open_database
from steelyard.server.db.migrate import migrate
from steelyard.server.library import agents, datasets, documents, intake
from steelyard.server.library.storage import open_storage
from steelyard.server.people import accounts, projects
from steelyard.server.people.policy import SERVICE, Role
from steelyard.server.settings import Settings
from steelyard.server.tasks import manage, transfer
from steelyard.server.tasks.resolve import Wanted
from steelyard.ui import mount_pages, revoked
from tests.ui.missions import write_missions

PASSWORD = "correct horse battery"
PROJECT = "convoy"
ROLES = ("viewer", "evaluator", "manager", "admin")
# Text as it comes from outside: none of it may be more than text on a page.
HOSTILE = (
    '<img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script>'
    "{{ window.__pwned=1 }} \u202egnp.exe\u202c \u200b\ufeff ‮ ' \" ` ${1} :data javascript:alert(1)"
)

# A page stays open after its right ended: what its buttons do then is what a test presses them for.
KEEP_PAGES = "--keep-pages"


@dataclass(frozen=True)
class World:
    """Where things are."""

    settings: Settings
    project_id: str
    runs: tuple[str, ...]
    agent_id: str
    dataset_id: str
    version_id: str


def make_runs(folder: Path) -> list[Path]:
    """Run the demo as it is, and with an agent that has forgotten every third thing."""
    poor = folder / "poor.jsonl"
    lines = notes_path().read_text("utf-8").splitlines()
    poor.write_text("\n".join(line for n, line in enumerate(lines) if n % 3) + "\n", "utf-8")
    made = []
    for name, notes in (("nightly", None), ("small-model", Notes(poor))):
        target = folder / name
        with demo_agent(notes=notes) as url:
            given = [f"name={name}", f"agent.http.url={url}", f"single.http.url={url}/specialist"]
            run(load_plan(plan_path(), given), plan_path().parent, target, Options())
        made.append(target)
    missions = write_missions(folder)
    run(load_plan(missions), folder, folder / "missions", Options())
    return [*made, folder / "missions"]


def make_world(folder: Path, made: list[Path], agent_url: str) -> World:
    """Fill a new service at `folder` with accounts, an agent, data and the runs given."""
    settings = Settings(allow_loopback=True, data_dir=folder, workers=0)
    database = open_database(settings)
    migrate(database)
    storage = open_storage(settings)
    with database.transaction() as session:
        project = projects.create_project(
            session, SERVICE, PROJECT, "护航指挥问答 Convoy Q&A", "中英双语问答与工具调用"
        )
        projects.create_project(session, SERVICE, "empty", "空项目 Empty")
        for role in ROLES:
            user = accounts.create_user(
                session, SERVICE, settings, role, PASSWORD,
                name={"viewer": "陈观", "evaluator": "Li Wei 李伟", "manager": "王主任",
                      "admin": "Ada 管理员"}[role],
                is_admin=role == "admin",
            )  # fmt: skip
            if role != "admin":
                projects.set_member(session, SERVICE, project, user, Role.of(role))
        config = _agent_config(agent_url)
        agent = agents.create_agent(session, SERVICE, settings, project.id, "demo-agent", config)
        dataset, version = _upload(session, storage, settings, project.id)
        ids = [_push(session, storage, project.id, path) for path in made]
        _documents(session, project.id)
        _tasks(session, settings, project, agent.id, version.id)
    database.close()
    return World(settings, project.id, tuple(ids), agent.id, dataset.id, version.id)


def _agent_config(url: str) -> dict[str, object]:
    whole = load_plan(plan_path(), [f"agent.http.url={url}"]).model_dump(mode="json")
    return {"http": {k: v for k, v in whole["agent"]["http"].items() if v is not None}}


def _upload(session, storage, settings, project_id):
    dataset = datasets.create_dataset(session, SERVICE, project_id, "bilingual-qa")
    copy = storage.scratch / "cases.jsonl"
    shutil.copy(cases_path(), copy)
    taken = intake.take_in(storage, settings, copy, "cases.jsonl", {})
    version, _new = datasets.add_version(session, SERVICE, dataset, taken)
    other = datasets.create_dataset(session, SERVICE, project_id, "hostile <b>names</b>")
    rows = [{"id": f"h{n}", "input": HOSTILE, "expected": HOSTILE} for n in range(3)]
    file = storage.scratch / "hostile.jsonl"
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    file.write_text("\n".join([*lines, '{"id": "bad"}']) + "\n", "utf-8")
    datasets.add_version(
        session, SERVICE, other, intake.take_in(storage, settings, file, "hostile.jsonl", {})
    )
    return dataset, version


def _push(session, storage, project_id, path):
    id_ = new_id()
    shutil.copytree(path, storage.run_folder(id_))
    storage.save_run(id_)
    return transfer.add_run(session, SERVICE, storage, project_id, id_).id


def _documents(session, project_id):
    text = (
        "indicators:\n  custom.quick_and_right:\n"
        "    name: {en: Quick and right, zh: 又快又对}\n"
        "    meaning: {en: Passing answers within half a second, zh: 半秒内且通过的应答}\n"
        "    sql: rate(passed and latency_s < 0.5)\n"
    )
    documents.create_document(
        session, SERVICE, project_id, "indicator", "custom.quick_and_right", text
    )
    card = (Path(steelyard.scorecards.__file__).parent / "templates" / "default.yaml").read_text(
        "utf-8"
    )
    documents.create_document(session, SERVICE, project_id, "scorecard", "convoy-card", card)


def _tasks(session, settings, project, agent_id, version_id):
    plan = {"name": "smoke", "run": {"concurrency": 4}}
    wanted = Wanted(plan, agent_id, version_id, None)
    for name in ("smoke", "nightly-full", HOSTILE[:150]):
        manage.create_task(session, SERVICE, settings, project, wanted, manage.Place(name))
    failed = manage.create_task(
        session, SERVICE, settings, project, wanted, manage.Place("paused-one")
    )
    manage.pause_task(session, SERVICE, failed.id)


def serve(folder: Path, port: int) -> None:
    """Make a world in `folder` unless there is one, and serve it until Ctrl-C."""
    import uvicorn

    from steelyard.server.tasks.supervise import Supervisor

    with ExitStack() as stack:
        url = stack.enter_context(demo_agent(port=port + 1))
        _forget_outdated(folder)
        if not (folder / "steelyard.sqlite").exists():
            runs = folder.parent / f"{folder.name}-runs"
            runs.mkdir(parents=True, exist_ok=True)
            known = sorted(path for path in runs.iterdir() if path.is_dir())
            make_world(folder, known or make_runs(runs), url)
            (folder / "tables").write_text(_tables())
        settings = Settings(allow_loopback=True, data_dir=folder, workers=1)
        app = create_app(settings)
        mount_pages(app)
        supervisor = Supervisor(settings, app.state.database)
        supervisor.start()
        stack.callback(supervisor.stop)
        uvicorn.run(app, port=port, log_level="warning")


def _forget_outdated(folder: Path) -> None:
    """Remove a world whose tables are not the ones of this tree any more."""
    stamp = folder / "tables"
    if (folder / "steelyard.sqlite").exists() and not (
        stamp.exists() and stamp.read_text() == _tables()
    ):
        shutil.rmtree(folder)


def _tables() -> str:
    from steelyard.server.db.base import Base

    names = (f"{column.table.name}.{column.name}" for table in Base.metadata.tables.values()
             for column in table.columns)  # fmt: skip
    return "\n".join(sorted(names))


if __name__ == "__main__":
    if KEEP_PAGES in sys.argv:
        revoked._EVERY_S = 86_400.0
    serve(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 8765)
