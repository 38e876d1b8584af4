"""Backups: taken, put back on either database, cut off, changed, and what happens meanwhile."""

from __future__ import annotations

import io
import tarfile
from contextlib import closing

import pytest
from sqlalchemy import select, text

from steelyard.errors import DataError, UserError
from steelyard.server.db import open_database
from steelyard.server.db.tables import AuditEntry, Run, SignIn, Task, Token
from steelyard.server.library.secrets import drop_old_keys, rotate_keys
from steelyard.server.library.storage import open_storage
from steelyard.server.operations.backup import back_up
from steelyard.server.operations.prepare import is_empty
from steelyard.server.operations.restore import restore
from steelyard.server.operations.verify import strays, verify
from steelyard.server.people.policy import SERVICE
from steelyard.server.tasks.runs import remove_run
from tests.server.conftest import BACKENDS, make_settings
from tests.server.ops.conftest import Filled
from tests.server.ops.fill import SECRET, content, only_run, secret_of
from tests.server.tasks.work import carry_all


def quiet(_):
    pass


def take(service, tmp_path, name="backup.tar", tell=quiet):
    file = tmp_path / name
    return file, back_up(service.settings, service.database, SERVICE, file, tell)


def put_back(file, empty):
    settings, database = empty
    manifest = restore(settings, database, SERVICE, file, quiet)
    assert list(verify(settings, database, quiet)) == []
    return manifest


@pytest.mark.slow
@pytest.mark.parametrize("onto", BACKENDS)
def test_everything_comes_back_on_either_database(service, make_empty, tmp_path, onto):
    before = content(service.settings, service.database, tmp_path / "before")
    file, done = take(service, tmp_path, "backup.tar.gz")
    assert (done.objects, done.runs, done.gone, done.missing) == (2, 1, [], [])
    assert file.stat().st_mode & 0o077 == 0
    with tarfile.open(file) as archive:
        assert archive.getnames()[-1] == "manifest.json"
    settings, database = empty = make_empty(onto)
    put_back(file, empty)
    rows, files = content(settings, database, tmp_path / "after")
    added = rows["audit"].pop()
    assert "service.restore" in added
    assert rows == before[0]
    manifests = [name for name in files if name.endswith(("/manifest.json", ".backup.json"))]
    assert {name: files[name] for name in files if name not in manifests} == {
        name: before[1][name] for name in before[1] if name not in manifests
    }
    assert secret_of(settings, database) == SECRET
    assert strays(settings, database) == []
    with database.transaction() as session:  # numbers are counted on
        assert session.scalars(select(SignIn)).all() == []
        assert len(session.scalars(select(Token)).all()) == 1
    assert carry_all(Filled(settings, database)) == ["finished"]
    assert list(verify(settings, database, quiet)) == []
    with service.database.reading() as session:
        last = session.scalars(select(AuditEntry.action).order_by(AuditEntry.id.desc())).first()
    assert last == "service.backup"


def test_it_is_put_back_only_into_an_empty_service(service, make_empty, tmp_path):
    file, _ = take(service, tmp_path)
    with pytest.raises(UserError, match="not empty"):
        restore(service.settings, service.database, SERVICE, file, quiet)
    settings, database = make_empty()
    (settings.data_dir / "storage" / "runs" / "x").mkdir(parents=True)
    with pytest.raises(UserError, match="runs"):
        restore(settings, database, SERVICE, file, quiet)
    with pytest.raises(UserError, match="never written over"):
        take(service, tmp_path)


def edited(file, change):
    """Write an archive again with its entries changed."""
    with tarfile.open(file) as archive:
        entries = [(entry.name, archive.extractfile(entry).read()) for entry in archive]
    with tarfile.open(file, "w") as archive:
        for name, data in change(entries):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))


def without(name):
    return lambda entries: [one for one in entries if not one[0].startswith(name)]


def with_other(name):
    def change(entries):
        return [(n, d.replace(b"a", b"b", 1) if n.startswith(name) else d) for n, d in entries]

    return change


@pytest.mark.slow
@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "change",
    [
        with_other("tables/users"),
        with_other("objects/"),
        with_other("runs/"),
        without("objects/"),
        without("secret-keys"),
        without("manifest.json"),
        lambda entries: [("../outside", b"x"), *entries],
        lambda entries: [("runs/0000000000000000000000/../../x", b"x"), *entries],
        lambda entries: [("tables/more.jsonl", b"[]\n"), *entries],
    ],
)
def test_a_changed_archive_is_refused_and_nothing_of_it_used(service, make_empty, tmp_path, change):
    file, _ = take(service, tmp_path)
    edited(file, change)
    settings, database = make_empty()
    with pytest.raises(DataError):
        restore(settings, database, SERVICE, file, quiet)
    assert is_empty(database)
    database.close()
    (settings.data_dir / "steelyard.sqlite").unlink()  # which asking made anew
    assert list(settings.data_dir.iterdir()) == []
    assert not (tmp_path / "outside").exists()


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.parametrize("name", ["backup.tar", "backup.tar.gz"])
def test_one_that_was_cut_off_is_refused(service, make_empty, tmp_path, name):
    file, _ = take(service, tmp_path, name)
    whole = file.read_bytes()
    settings, database = empty = make_empty()
    for part in (0, 100, len(whole) // 3, len(whole) // 2, len(whole) - 11_000):
        file.write_bytes(whole[: max(part, 0)])
        with pytest.raises(DataError):
            restore(settings, database, SERVICE, file, quiet)
        assert list(settings.data_dir.iterdir()) == []
    file.write_bytes(whole)
    put_back(file, empty)  # as empty as before


@pytest.mark.slow
def test_what_is_removed_meanwhile_is_gone(service, make_empty, tmp_path):
    run_id = only_run(service.database)

    def remove(step):
        if step != "tables users":  # by then the snapshot has begun
            return
        with service.database.transaction() as session:
            path = remove_run(session, SERVICE, session.get(Run, run_id))
        open_storage(service.settings).remove(path)

    file, done = take(service, tmp_path, tell=remove)
    assert (done.gone, done.missing, done.runs) == ([f"runs/{run_id}"], [], 0)
    _, database = empty = make_empty()
    put_back(file, empty)
    with database.reading() as session:
        assert session.get(Run, run_id) is None
        assert session.scalars(select(Task).where(Task.state == "finished")).one().run_id is None


def test_a_key_that_is_rotated_meanwhile_is_kept(service, make_empty, tmp_path):
    def rotate(step):
        if step == "tables users":
            with service.database.transaction() as session:
                rotate_keys(session, SERVICE, service.settings)
            drop_old_keys(service.settings)

    file, _ = take(service, tmp_path, tell=rotate)
    empty = make_empty()
    put_back(file, empty)
    assert secret_of(*empty) == SECRET


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_it_can_be_put_back_into_another_kind_of_storage(service, tmp_path):
    file, _ = take(service, tmp_path)
    settings = make_settings(tmp_path / "new", storage_url=f"file://{tmp_path / 'far'}")
    with closing(open_database(settings)) as database:
        put_back(file, (settings, database))
        assert len(list((tmp_path / "far" / "objects").glob("*/*"))) == 2
        run = tmp_path / "far" / "runs" / only_run(database)
        assert (run / "manifest.json").exists()
        with pytest.raises(UserError, match="storage_url"):
            restore(settings, database, SERVICE, file, quiet)
        again = Filled(settings, database)
        assert take(again, tmp_path, "again.tar")[1].objects == 2


def test_what_is_lost_is_said(service, tmp_path):
    run_id = only_run(service.database)
    open_storage(service.settings).remove(f"runs/{run_id}")
    _, done = take(service, tmp_path)
    assert (done.missing, done.gone) == ([f"runs/{run_id}"], [])


def test_one_of_a_newer_version_is_refused(service, make_empty, tmp_path):
    with service.database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'ffff'"))
    file, _ = take(service, tmp_path)
    settings, database = make_empty()
    with pytest.raises(UserError, match="newer version"):
        restore(settings, database, SERVICE, file, quiet)
    assert is_empty(database)
