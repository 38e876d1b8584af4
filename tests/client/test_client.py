"""The client against a real server: records, lists, refusals, files."""

from __future__ import annotations

import json
import socket
from datetime import UTC, datetime

import pytest

import steelyard
from steelyard.client import (
    Client,
    ConflictError,
    ForbiddenError,
    NotFoundError,
    RemoteError,
    StaleError,
    TooLargeError,
    UnauthenticatedError,
    UnreachableError,
    area,
)
from steelyard.errors import DataError, InputError, PlanError
from steelyard.i18n import using_language
from tests.api.conftest import PASSWORD


@pytest.mark.slow
def test_things_are_typed_records(project, service):
    made = project.datasets.create("Fragen 问题", description="d")
    assert (made.name, made.description, made.archived) == ("Fragen 问题", "d", False)
    assert abs((datetime.now(UTC) - made.created_at).total_seconds()) < 3600
    shown = project.datasets.show(made.id)
    assert shown == made
    assert shown.etag is not None
    assert "etag" not in repr(shown)
    changed = project.datasets.change(made.id, name="B", if_match=shown)
    assert (changed.name, changed.description) == ("B", "d")
    with pytest.raises(StaleError, match="changed meanwhile"):
        project.datasets.change(made.id, name="C", if_match=shown)
    agent = project.agents.create("a", {"http": {"url": "http://127.0.0.1:9/"}}, concurrency=3)
    assert project.agents.change(agent.id, description="x").concurrency == 3
    assert project.agents.change(agent.id, concurrency=None).concurrency is None
    assert project.datasets.remove(made.id).removed
    with pytest.raises(NotFoundError):
        project.datasets.show(made.id)
    assert [one.role for one in project.projects.list_members()].count("manager") == 1


def test_a_list_is_read_page_by_page(project, monkeypatch):
    for number in range(7):
        project.datasets.create(f"d{number}")
    seen = []
    send = project.wire.send
    monkeypatch.setattr(project.wire, "send", lambda one: seen.append(one) or send(one))
    monkeypatch.setattr(area, "_PAGE", 3)
    names = [one.name for one in project.datasets.list(text="d")]
    assert names == [f"d{number}" for number in range(7)]
    assert len(seen) == 3
    assert next(project.datasets.list()).name == "d0"
    assert len(seen) == 4


def test_refusals_are_exceptions_in_the_servers_words(connect, service, url):
    viewer = connect("viewer").project("ours")
    with pytest.raises(ForbiddenError) as refused:
        viewer.datasets.create("x")
    assert (refused.value.status, refused.value.code) == (403, "forbidden")
    assert refused.value.request_id
    with pytest.raises(UnauthenticatedError):
        Client(url, "wrong").me.show()
    with pytest.raises(UnauthenticatedError):
        Client(url).me.show()
    evaluator = connect("evaluator")
    ours = evaluator.project("ours")
    ours.datasets.create("x")
    with pytest.raises(ConflictError) as taken:
        ours.datasets.create("x")
    with using_language("zh"), pytest.raises(ConflictError) as again:
        ours.datasets.create("x")
    assert any("一" <= c <= "鿿" for c in str(again.value))
    assert str(again.value) != str(taken.value)
    with pytest.raises(RemoteError) as invalid:
        ours.datasets.create("")
    assert invalid.value.code == "invalid"
    assert "body.name" in str(invalid.value)
    with pytest.raises(NotFoundError, match="There are: ours"):
        evaluator.project("ors")


def test_what_the_library_knows_is_raised_as_the_librarys_own(connect, project, plan):
    version = project.datasets.put(
        plan.parent / "cases.jsonl", reading={"map": {"question": "input"}}
    )
    agent = {"http": {"url": "http://127.0.0.1:9/"}}
    with pytest.raises(PlanError) as wrong:
        project.tasks.create(
            plan={"agent": agent, "run": {"concurrency": 0}}, dataset_version_id=version.id
        )
    assert wrong.value.__cause__.status == 422
    with pytest.raises(InputError):
        project.tasks.create(plan={"agent": agent})
    with pytest.raises(DataError):
        project.dataset_versions.upload(project.datasets.create("z").id, b"\x00\x01", "c.parquet")


def test_no_server_is_said_at_once():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(UnreachableError, match=f"http://127.0.0.1:{port} gives no answer"):
        Client(f"http://127.0.0.1:{port}", "t").me.show()
    for wrong in ("steelyard.example.org", "ftp://x", "http://", "http://a:b@c", "http://h:x"):
        with pytest.raises(InputError):
            Client(wrong)
    assert "secret" not in repr(Client("http://127.0.0.1:1", "secret"))


def test_a_file_becomes_a_version_once(project, tmp_path):
    file = tmp_path / "faq.jsonl"
    lines = "".join(json.dumps({"input": f"{n}", "expected_output": "x"}) + "\n" for n in range(50))
    file.write_text(lines)
    told = []
    version = project.datasets.put(file, tell=lambda done, total: told.append((done, total)))
    assert (version.number, version.rows, version.file_name) == (1, 50, "faq.jsonl")
    assert told[-1] == (len(lines), len(lines))
    assert project.datasets.put(file).id == version.id
    file.write_text(lines + '{"input": "new", "expected_output": "y"}\n')
    assert project.datasets.put(file).number == 2
    assert project.datasets.find_version("faq").number == 2
    assert project.datasets.find_version("faq@1").id == version.id
    with pytest.raises(NotFoundError):
        project.datasets.find_version("faq@9")
    with pytest.raises(NotFoundError, match="There are: faq"):
        project.datasets.find_version("faqs")
    dataset = project.datasets.find("faq")
    saved = project.dataset_versions.download(dataset.id, 1, tmp_path / "back.jsonl")
    assert saved.read_text() == lines
    assert project.dataset_versions.diff(dataset.id, 2, against=1).added == 1
    with pytest.raises(DataError, match="cannot be read"):
        project.datasets.put(tmp_path / "none.jsonl")
    with pytest.raises(DataError, match="cannot be written"):
        project.dataset_versions.download(dataset.id, 1, tmp_path / "no" / "folder")


def test_an_upload_that_is_refused_says_why(connect):
    viewer = connect("viewer").project("ours")
    with pytest.raises(ForbiddenError):
        viewer.runs.push(b"x" * 30_000_000)
    manager = connect("manager").project("ours")
    with pytest.raises(TooLargeError):
        manager.runs.push(b"x" * 30_000_000)


def test_a_run_goes_there_and_comes_back(project, tmp_path):
    cases = [{"input": f"{n}", "answer": "ok" if n % 3 else "no"} for n in range(9)]
    run = steelyard.evaluate(lambda _: "ok", cases, out=tmp_path / "run", name="local")
    pushed = project.runs.push_bundle(tmp_path / "run")
    assert pushed.new
    assert (pushed.run.rows, pushed.run.name) == (9, "local")
    assert pushed.run.score == pytest.approx(run.score)
    again = project.runs.push_bundle(tmp_path / "run")
    assert (again.new, again.run.id) == (False, pushed.run.id)
    back = project.runs.fetch_bundle(pushed.run.id, tmp_path / "back")
    assert steelyard.load_run(back).score == pytest.approx(run.score)
    with pytest.raises(DataError, match="already"):
        project.runs.fetch_bundle(pushed.run.id, tmp_path / "back")
    page = project.runs.download(pushed.run.id, tmp_path / "r.html", to="html")
    assert "<html" in page.read_text()[:500]
    with pytest.raises(InputError, match="no format"):
        project.runs.download(pushed.run.id, tmp_path / "r.exe", to="exe")
    assert not list(tmp_path.glob("*.part"))
    assert not (tmp_path / "r.exe").exists()
    rows = project.runs.list_rows(pushed.run.id, where=["passed:eq:false"], limit=2)
    assert (rows.total, len(rows.rows)) == (3, 2)
    with pytest.raises(steelyard.SteelyardError):
        project.runs.push_bundle(tmp_path)


def test_without_a_token_one_signs_in(url, service):
    with Client(url) as client:
        assert client.sign_in("admin", PASSWORD).user.login == "admin"
        made = client.tokens.create("script", role="manager", project_id=service.ours)
        client.session.sign_out()
        with pytest.raises(UnauthenticatedError):
            client.me.show()
    with Client(url, made.text) as client:
        assert client.me.show().user.login == "admin"
        assert [one.slug for one in client.projects.list()] == ["ours"]
