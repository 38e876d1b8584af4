"""What a plan may not do: take secrets elsewhere, reach closed addresses, read what is not its."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from sqlalchemy import select

from steelyard.bundle import zipped
from steelyard.errors import AgentSetupError, InputError, SteelyardError
from steelyard.model import Outside, using_outside
from steelyard.server.db.tables import Project, Run, Secret, Task
from steelyard.server.errors import ConflictError, NotFoundError
from steelyard.server.library.agents import create_agent
from steelyard.server.library.keys import open_keys
from steelyard.server.library.reach import Reach
from steelyard.server.library.secrets import set_secret
from steelyard.server.library.storage import open_storage
from steelyard.server.people.policy import SERVICE, Actor, ForbiddenError, Role
from steelyard.server.people.projects import create_project
from steelyard.server.tasks import laid, manage, runs, transfer
from steelyard.server.tasks.manage import Place, create_task
from steelyard.server.tasks.resolve import Wanted, read_plan, resolve, resolve_scoring
from steelyard.server.tasks.schedules import change_schedule, create_schedule, run_now
from tests.server.tasks.work import carry_all

EVIL = "http://127.0.0.1:9/"


@pytest.fixture
def closed(bench):
    """A bench whose agent sends the secret KEY, with two more secrets that it does not send."""
    with bench.database.transaction() as session:
        keys = open_keys(bench.settings)
        for name in ("KEY", "OTHER", "UNUSED"):
            set_secret(session, SERVICE, keys, bench.project.id, name, f"value-of-{name}")
        config = {"http": {"url": bench.agent.url, "headers_env": {"X-Key": "KEY"}}}
        made = create_agent(session, SERVICE, bench.settings, bench.project.id, "keyed", config)
        bench.keyed = made.id
    bench.evaluator = Actor(None, "E", roles={bench.project.id: Role.EVALUATOR})
    bench.manager = Actor(None, "M", roles={bench.project.id: Role.MANAGER})
    bench.cases = bench.version("cases", ["a", "b"])
    return bench


def sends(name, url=EVIL):
    return {"http": {"url": url, "headers_env": {"X": name}}}


def stealing(bench):
    """Return plans that send a secret to an address of the writer's own."""
    plain, known = {"http": {"url": bench.agent.url}}, sends("KEY", bench.agent.url)
    judged = {"scorers": [{"judge.rubric": {"rubric": "good?"}}]}
    return [
        {"agent": sends("KEY")},
        {"agent": sends("OTHER", bench.agent.url)},  # which no agent sends there
        {"agent": {"openai": {"base_url": EVIL, "model": "m", "api_key_env": "KEY"}}},
        {"agent": {"a2a": {"url": bench.agent.url, "endpoint": EVIL, "api_key_env": "KEY"}}},
        {"agent": {"http": known["http"] | {"verify_tls": False}}},  # anyone may pose as it
        {"agent": plain, "single": sends("KEY")},
        {"agent": plain, "judges": {"j": sends("KEY")}, **judged},
        {"agent": plain, "judges": {"a": plain, "b": sends("KEY")}, **judged},
    ]


def test_an_evaluator_takes_no_secret_elsewhere(closed):
    bench = closed
    for plan in stealing(bench):
        wanted = Wanted(plan, None, bench.cases)
        with bench.database.transaction() as session:
            with pytest.raises(ForbiddenError):
                create_task(session, bench.evaluator, bench.settings, bench.project, wanted)
            resolve(session, bench.manager, bench.settings, bench.project, wanted)
    with bench.database.transaction() as session:
        assert session.scalars(select(Task)).all() == []
        # Where an agent of the project sends it, everybody may: also as a judge.
        known = sends("KEY", bench.agent.url)
        for plan in ({"agent": known}, {"agent": known, "judges": {"j": known}}):
            wanted = Wanted(plan, None, bench.cases)
            resolve(session, bench.evaluator, bench.settings, bench.project, wanted)
        # An agent of the library with judges of one's own beside it.
        wanted = Wanted({"judges": {"j": sends("KEY")}}, bench.keyed, bench.cases)
        with pytest.raises(ForbiddenError):
            resolve(session, bench.evaluator, bench.settings, bench.project, wanted)


def test_environments_are_held_to_the_same(make_bench):
    bench = make_bench(allow_commands=True)
    with bench.database.transaction() as session:
        set_secret(
            session, SERVICE, open_keys(bench.settings), bench.project.id, "KEY", "value-of-KEY"
        )
        row = create_agent(
            session, SERVICE, bench.settings, bench.project.id, "k", sends("KEY", bench.agent.url)
        )
    evaluator = Actor(None, "E", roles={bench.project.id: Role.EVALUATOR})
    cases = bench.version("cases", ["a"])
    elsewhere = [
        {"name": "e", "agent": {"http": {"url": EVIL}}},  # the plan's agent, but there
        {"name": "e", "agent": {"http": {"url": "http://127.0.0.1:{port}/"}}},
        {"name": "e", "start": "serve", "env_from": {"X": "KEY"}},
    ]
    for environment in elsewhere:
        wanted = Wanted({"environments": [environment]}, row.id, cases)
        with bench.database.reading() as session, pytest.raises(ForbiddenError):
            resolve(session, evaluator, bench.settings, bench.project, wanted)


def test_schedules_are_held_to_the_same_when_made_and_when_changed(closed):
    bench = closed
    good = {"plan": {"name": "n"}, "agent_id": bench.keyed, "dataset_version_id": bench.cases}
    bad = {"plan": {"agent": sends("KEY")}, "dataset_version_id": bench.cases}
    fields = {"name": "s", "cron": "0 3 * * *", "time_zone": "UTC"}
    arguments = (bench.settings, bench.project)
    with bench.database.transaction() as session:
        with pytest.raises(ForbiddenError):
            create_schedule(session, bench.evaluator, *arguments, {**fields, "task": bad})
        row = create_schedule(session, bench.evaluator, *arguments, {**fields, "task": good})
        with pytest.raises(ForbiddenError):
            change_schedule(session, bench.evaluator, bench.settings, row, {"task": bad})
        session.expire(row)
        # What a manager has put there, an evaluator may start; it is what it was.
        mine = create_schedule(session, bench.manager, *arguments, {**fields, "task": bad})
        assert run_now(session, bench.evaluator, bench.settings, mine).plan["agent"] == sends("KEY")


def test_a_copy_is_held_to_what_holds_now(closed):
    bench = closed
    with bench.database.transaction() as session:
        wanted = Wanted({"name": "n"}, bench.keyed, bench.cases)
        task = create_task(session, bench.evaluator, bench.settings, bench.project, wanted)
        manage.clone_task(session, bench.evaluator, bench.settings, task)
        agent = session.get(type(bench.agent_row), bench.keyed)
        agent.config = {"http": {"url": "https://elsewhere.example/"}}
        session.flush()
        with pytest.raises(ForbiddenError):
            manage.clone_task(session, bench.evaluator, bench.settings, task)


def test_a_worker_takes_along_only_what_the_plan_names(closed, tmp_path):
    bench = closed
    with bench.database.transaction() as session:
        other = create_project(session, SERVICE, "other", "Other")
        set_secret(session, SERVICE, open_keys(bench.settings), other.id, "KEY", "of-the-other")
        wanted = Wanted({"name": "n"}, bench.keyed, bench.cases)
        task = create_task(session, bench.evaluator, bench.settings, bench.project, wanted)
        found = laid.lay_out(session, bench.settings, task, tmp_path / "work")
        assert dict(found.outside.secrets) == {"KEY": "value-of-KEY"}
        task.kind = "rescore"  # its agent is not asked
        found = laid.lay_out(session, bench.settings, task, tmp_path / "work")
        assert dict(found.outside.secrets) == {}
        session.rollback()


def test_a_secret_of_another_project_is_nothing_here(closed):
    bench = closed
    with bench.database.transaction() as session:
        other = create_project(session, SERVICE, "other", "Other")
        set_secret(session, SERVICE, open_keys(bench.settings), other.id, "THEIRS", "of-the-other")
        wanted = Wanted({"agent": sends("THEIRS", bench.agent.url)}, None, bench.cases)
        for actor in (bench.evaluator, bench.manager):
            with pytest.raises(AgentSetupError) as refused:
                create_task(session, actor, bench.settings, bench.project, wanted)
            assert "THEIRS" not in str(refused.value)
    assert not bench.agent.lines()


CLOSED = "http://169.254.169.254/latest/meta-data"


def test_closed_addresses_are_refused_wherever_they_stand(bench):
    plain = {"http": {"url": bench.agent.url}}
    cases = bench.version("cases", ["a"])
    plans = [
        {"agent": {"http": {"url": CLOSED}}},
        {"agent": {"http": {"url": "http://2852039166/"}}},
        {"agent": {"http": {"url": "http://[::ffff:169.254.169.254]/"}}},
        {"agent": {"openai": {"base_url": CLOSED, "model": "m"}}},
        {"agent": {"a2a": {"url": bench.agent.url, "endpoint": CLOSED}}},
        {"agent": plain, "single": {"http": {"url": CLOSED}}},
        {"agent": plain, "judges": {"j": {"http": {"url": CLOSED}}}},
        {"agent": {"http": {"url": "http://10.0.0.1/"}}},
        {"agent": {"http": {"url": bench.agent.url, "trust_env": True}}},
    ]
    for plan in plans:
        wanted = Wanted(plan, None, cases)
        with bench.database.reading() as session, pytest.raises(SteelyardError):
            resolve(session, SERVICE, bench.settings, bench.project, wanted)


@pytest.mark.slow
def test_an_address_that_closes_later_is_not_dialled(make_bench, bench):
    task = bench.task("one", 2)
    closed = make_bench.again(deny_hosts=["127.0.0.1"])
    assert carry_all(closed) == ["failed"]
    assert "127.0.0.1" in closed.row(task).error
    assert not bench.agent.lines()


def test_whether_an_environment_is_ready_is_asked_at_open_addresses_only(bench):
    import asyncio

    from steelyard.conditions.environments.ready import _accepts, _answers

    port = int(bench.agent.url.rstrip("/").rpartition(":")[2])

    async def look(reach):
        with using_outside(Outside({}, reach.connector, reach.address)):
            return await _accepts("127.0.0.1", port), await _answers(f"{bench.agent.url}x")

    assert asyncio.run(look(Reach(bench.settings)))[0]
    denied = bench.settings.model_copy(update={"deny_hosts": ("127.0.0.1",)})
    assert asyncio.run(look(Reach(denied))) == (False, False)
    assert not bench.agent.lines()


def test_what_is_disabled_after_a_task_was_made_is_not_carried(bench):
    task = bench.task("one", 2)
    with bench.database.transaction() as session:
        session.get(Project, bench.project.id).disabled_algorithms = ["text.exact_match"]
    assert carry_all(bench) == ["failed"]
    assert "text.exact_match" in bench.row(task).error
    assert not bench.agent.lines()


def test_what_is_disabled_is_neither_named_nor_chosen(bench):
    cases = bench.version("cases", ["a"])
    with bench.database.transaction() as session:
        project = session.get(Project, bench.project.id)
        project.disabled_algorithms = ["text.exact_match", "base.f1", "en.swap"]
        for plan in (
            {"scorers": ["text.exact_match"]},
            {"scorers": ["text.keyword_match"], "gates": ["base.f1: value >= 0.5"]},
            {
                "scorers": ["text.keyword_match"],
                "conditions": [{"perturb": {"kinds": ["en.swap"]}}],
            },
        ):
            wanted = Wanted({"scorecard": "plain", **plan}, bench.agent_row.id, cases)
            with pytest.raises(InputError):
                resolve(session, SERVICE, bench.settings, project, wanted)
        project.disabled_algorithms = ["text.exact_match"]
        found = resolve(
            session, SERVICE, bench.settings, project, Wanted({}, bench.agent_row.id, cases)
        )
        assert "text.keyword_match" in found.plan.scorers
        assert "text.exact_match" not in found.plan.scorers


def test_a_plan_says_on_which_line_it_is_wrong():
    for text, line in (
        ("name: a\nscorers: [x]\nname: b\n", 3),
        ("a: 1\nb: [\n", 3),
        ("a: &a [x]\nb: {c: 1, c: 2}\n", 2),
        ("a: &a\n  b: *a\n", 1),
    ):
        with pytest.raises(InputError, match=f":{line}"):
            read_plan(text)
    for text in ("x" * 300_000, "- 1", "[" * 10_000, "a: !!python/object:os.system {}"):
        with pytest.raises(InputError):
            read_plan(text)


def finished_run(bench):
    task = bench.task("one", 3)
    assert carry_all(bench)[-1] == "finished"
    with bench.database.reading() as session:
        return session.get(Run, bench.row(task).run_id)


def push(bench, run, change, extra=()):
    """Push a run as somebody would who has changed its manifest."""
    packed = b"".join(zipped(runs.folder(bench.settings, run)))
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "manifest.json":
                manifest = json.loads(content)
                manifest.pop("crc32")  # of what it was
                change(manifest)
                content = json.dumps(manifest).encode()
            new.writestr(name, content)
        for name, content in extra:
            new.writestr(name, content)
    storage = open_storage(bench.settings)
    file = storage.scratch / "pushed.zip"
    file.write_bytes(made.getvalue())
    run_id = transfer.take_run(storage, bench.settings, file)
    with bench.database.transaction() as session:
        return transfer.add_run(session, SERVICE, storage, bench.project.id, run_id)


@pytest.mark.slow
def test_a_pushed_run_is_trusted_no_more_than_who_pushed_it(closed, tmp_path):
    """Its manifest may name judges, files and runs that its owner has no right to."""
    bench = closed
    run = finished_run(bench)
    notes = tmp_path / "notes.txt"
    notes.write_text("what the disk of the worker holds")
    rubric = {"judge.rubric": {"rubric": str(notes), "judge": ["j"]}}
    plain = {"j": {"http": {"url": bench.agent.url}}}
    forgeries = [
        ({"judges": {"j": sends("KEY")}, "scorers": [{"judge.rubric": {"rubric": "good?"}}]}),
        ({"judges": plain, "scorers": [rubric]}),
        ({"judges": {"j": {"command": {"argv": ["id"]}}}}),
    ]
    for number, forged in enumerate(forgeries):

        def change(manifest, forged=forged, number=number):
            manifest["run_id"] = f"forged-{number}"
            manifest["plan"] |= forged

        pushed = push(bench, run, change)
        with bench.database.transaction() as session, pytest.raises(SteelyardError):
            manage.rescore(session, bench.evaluator, bench.settings, pushed, {})


@pytest.mark.slow
def test_a_pushed_run_is_compared_with_nothing_of_its_own_choice(closed):
    bench = closed
    run = finished_run(bench)

    def change(manifest):
        manifest["run_id"] = "forged"
        other = str(runs.folder(bench.settings, run).resolve())
        manifest["plan"]["baseline"] = {"run": other, "fail_on": ["overall: value > 5"]}

    pushed = push(bench, run, change)
    with bench.database.transaction() as session:
        row = session.get(Run, pushed.id)
        plan = resolve_scoring(session, bench.evaluator, bench.settings, row, {})
        assert plan["baseline"] is None


@pytest.mark.slow
def test_a_pushed_run_is_never_gone_on_with(closed):
    """Asks and a journal in the zip would be asked by its own plan, which may run a program."""
    bench = closed
    run = finished_run(bench)

    def change(manifest):
        manifest["run_id"] = "forged"
        manifest["counts"] = {"ok": 2, "error": 1}
        manifest["plan"]["agent"] = {"command": {"argv": ["id"]}}

    extra = [("journal.jsonl", b"{}\n"), ("asks.jsonl", b"{}\n"), ("lock", b""), ("x.py", b"")]
    pushed = push(bench, run, change, extra)
    names = {path.name for path in runs.folder(bench.settings, pushed).iterdir()}
    assert not names & {"journal.jsonl", "asks.jsonl", "x.py"}
    with bench.database.transaction() as session:
        row = session.get(Run, pushed.id)
        with pytest.raises(ConflictError):
            manage.retry_failed(session, bench.evaluator, row)
        manage.rescore(session, bench.evaluator, bench.settings, row, {})
    assert carry_all(bench) == ["finished"]
    with bench.database.transaction() as session:
        row = session.get(Run, pushed.id)
        row.headline = {"counts": {"ok": 2, "error": 1}}
        with pytest.raises(ConflictError):
            manage.retry_failed(session, bench.evaluator, row)


@pytest.mark.slow
def test_a_baseline_is_a_run_of_the_project(closed):
    bench = closed
    run = finished_run(bench)
    base = {"name": "n", "scorers": ["text.exact_match"]}
    same = bench.version("same", ["one/0", "one/1", "one/2"])
    with bench.database.transaction() as session:
        theirs = create_project(session, SERVICE, "theirs", "Theirs")
        session.add(Run(id="theirs", project_id=theirs.id, name="x", path="", state="finished"))
        session.flush()
        folder = str(runs.folder(bench.settings, run))
        for named, error in (
            (folder, InputError),
            (f"../runs/{run.id}", InputError),
            ("run:theirs", NotFoundError),
            ("run:nothing", NotFoundError),
        ):
            plan = {**base, "baseline": {"run": named}}
            with pytest.raises(error):
                resolve(
                    session,
                    bench.evaluator,
                    bench.settings,
                    bench.project,
                    Wanted(plan, bench.keyed, bench.cases),
                )
        plan = {**base, "baseline": {"run": f"run:{run.id}", "fail_on": ["overall: value > 5"]}}
        wanted = Wanted(plan, bench.keyed, same)
        arguments = (bench.settings, bench.project, wanted, Place("with a baseline"))
        task = create_task(session, bench.evaluator, *arguments).id
    assert carry_all(bench) == ["finished"]
    assert bench.row(task).gates_failed
    with bench.database.transaction() as session:
        row = session.get(Run, bench.row(task).run_id)
        again = resolve_scoring(session, bench.evaluator, bench.settings, row, {})
        assert again["baseline"]["run"] == f"run:{run.id}"
        manage.rescore(session, bench.evaluator, bench.settings, row, {"gates": []})
    assert carry_all(bench) == ["finished"]


def test_keys_of_webhooks_are_secrets_like_others(closed):
    from steelyard.server.tasks.subscriptions import subscribe

    bench = closed
    with bench.database.transaction() as session:
        subscribe(session, bench.manager, bench.settings, bench.project.id, "webhook", EVIL)
        name = session.scalar(select(Secret.name).where(Secret.name.startswith("WEBHOOK")))
        wanted = Wanted({"agent": sends(name)}, None, bench.cases)
        with pytest.raises(ForbiddenError):
            create_task(session, bench.evaluator, bench.settings, bench.project, wanted)


@pytest.fixture
def own(closed):
    """Plans with agents that an evaluator wrote; the library has one at the agent's address."""
    plain = {"http": {"url": closed.agent.url}}
    elsewhere = {"http": {"url": EVIL}}
    judged = {"scorers": [{"judge.rubric": {"rubric": "good?"}}]}
    return [
        {"agent": elsewhere},
        {"agent": {"openai": {"base_url": EVIL, "model": "m"}}},
        {"agent": {"a2a": {"url": closed.agent.url, "endpoint": EVIL}}},
        {"agent": {"http": {"url": closed.agent.url, "verify_tls": False}}},
        {"agent": plain, "single": elsewhere},
        {"agent": plain, "judges": {"j": elsewhere}, **judged},
    ]


def test_agents_of_their_own_are_a_matter_of_managers(closed, own):
    bench = closed
    with bench.database.transaction() as session:
        project = session.get(Project, bench.project.id)

        def asked(plan, actor=bench.evaluator, agent=None):
            wanted = Wanted(plan, agent, bench.cases)
            return resolve(session, actor, bench.settings, project, wanted)

        for plan in own:
            with pytest.raises(ForbiddenError, match="matter of managers"):
                asked(plan)
            asked(plan, bench.manager)
        # The library's, and other options at the same address.
        asked({"name": "n"}, agent=bench.keyed)
        asked({"agent": {"http": {"url": bench.agent.url, "body": {"q": "{{input}}"}}}})
        asked({"agent": {"replay": {}}})
        project.own_agents = True
        for plan in own:
            asked(plan)
        with pytest.raises(ForbiddenError, match="secret"):  # these stay where managers send them
            asked({"agent": sends("KEY")})
        session.rollback()


def test_commands_are_a_matter_of_managers(make_bench):
    bench = make_bench(allow_commands=True)
    evaluator = Actor(None, "E", roles={bench.project.id: Role.EVALUATOR})
    command = {"command": {"argv": ["id"]}}
    cases = bench.version("cases", ["a"])
    environment = {"name": "e", "start": "serve", "agent": {"http": {"url": bench.agent.url}}}
    plans = [
        Wanted({"agent": command}, None, cases),
        Wanted({"judges": {"j": command}}, bench.agent_row.id, cases),
        Wanted({"environments": [environment]}, bench.agent_row.id, cases),
    ]
    with bench.database.transaction() as session:
        project = session.get(Project, bench.project.id)
        for wanted in plans:
            with pytest.raises(ForbiddenError):
                resolve(session, evaluator, bench.settings, project, wanted)
            resolve(session, SERVICE, bench.settings, project, wanted)
        create_agent(session, SERVICE, bench.settings, project.id, "command", command)
        resolve(session, evaluator, bench.settings, project, plans[0])  # now it is the library's
        project.own_agents = True
        resolve(session, evaluator, bench.settings, project, plans[2])
        session.rollback()


@pytest.mark.slow
def test_judges_of_a_run_are_held_to_the_same(closed):
    bench = closed
    run = finished_run(bench)
    changes = {
        "judges": {"j": {"http": {"url": EVIL}}},
        "scorers": [{"judge.rubric": {"rubric": "good?"}}],
    }
    with bench.database.transaction() as session:
        row = session.get(Run, run.id)
        with pytest.raises(ForbiddenError):
            resolve_scoring(session, bench.evaluator, bench.settings, row, changes)
        assert resolve_scoring(session, bench.manager, bench.settings, row, changes)["judges"]
