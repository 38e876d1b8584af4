"""Whatever earlier releases wrote, this one opens: databases migrate, runs report and re-score.

A fixture per release, made by `scripts/release_fixture.py` with the code of that release.
"""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from fastapi.testclient import TestClient
from sqlalchemy import inspect, text

import steelyard
from steelyard.api import create_app
from steelyard.bundle import Bundle
from steelyard.pipeline import rescore
from steelyard.plan import make_plan
from steelyard.report import report_of, write_report
from steelyard.server.db import open_database
from steelyard.server.db.base import Base
from steelyard.server.db.migrate import check_migrated, migrate
from steelyard.server.operations.verify import strays, verify
from steelyard.server.settings import Settings
from steelyard.signing import make_key, sign_run
from tests.server.ops.fill import SECRET, secret_of
from tests.signing.signed_run import problems

RELEASES = sorted((Path(__file__).parent / "releases").iterdir())
EVERY = pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)


def copy_service(release, folder):
    """Lay out the files of a service as a machine has them."""
    shutil.copytree(release / "service", folder)
    (folder / "secret-keys").chmod(0o600)


def sql_of(release, name):
    return gzip.decompress((release / f"{name}.sql.gz").read_bytes()).decode()


def rows_of(database, tables=None):
    """Return the rows of every table, with the names of their columns."""
    with database.engine.connect() as connection:
        names = tables or [*inspect(connection).get_table_names()]
        return {
            name: [
                dict(row._mapping) for row in connection.execute(text(f'SELECT * FROM "{name}"'))
            ]
            for name in names
            if name != "alembic_version"
        }


def check_migration(database):
    before = rows_of(database)
    assert {
        len(before[name]) > 0 for name in ("users", "projects", "runs", "tasks", "secrets")
    } == {True}
    migrate(database)
    check_migrated(database)
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    after = rows_of(database, [*before])
    for name, rows in before.items():
        columns = rows[0].keys() if rows else ()
        kept = [{column: row[column] for column in columns} for row in after[name]]
        assert sorted(kept, key=repr) == sorted(rows, key=repr), name  # in no order of their own


@pytest.fixture
def sqlite(request, tmp_path):
    """A service of an earlier release on SQLite."""
    folder = tmp_path / "service"
    copy_service(request.param, folder)
    with closing(sqlite3.connect(folder / "steelyard.sqlite")) as connection:
        connection.executescript(sql_of(request.param, "sqlite"))
    settings = Settings(data_dir=folder, workers=0)
    with closing(open_database(settings)) as database:
        yield settings, database


@pytest.mark.parametrize("sqlite", RELEASES, ids=lambda path: path.name, indirect=True)
def test_a_service_on_sqlite(sqlite):
    settings, database = sqlite
    check_migration(database)
    assert list(verify(settings, database, lambda _: None)) == []
    assert strays(settings, database) == []
    assert secret_of(settings, database) == SECRET
    app = create_app(settings)
    client = TestClient(app, base_url="http://127.0.0.1")
    try:
        with database.reading() as session:
            [project] = session.execute(text("SELECT id FROM projects")).scalars()
        signed_in = client.post(
            "/api/v1/session", json={"login": "ada", "password": "correct horse battery"}
        )
        assert signed_in.status_code < 300, signed_in.text
        [run] = client.get(f"/api/v1/projects/{project}/runs").json()["items"]
        assert run["state"] == "finished"
        for part in ("summary", "rows"):
            shown = client.get(f"/api/v1/projects/{project}/runs/{run['id']}/{part}")
            assert shown.status_code == 200, shown.text
    finally:
        client.close()
        app.state.database.close()


@EVERY
def test_a_service_on_postgres(release, postgres, tmp_path):
    name = f"release_{release.name.replace('.', '_')}"
    postgres.sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    postgres.sql(f"CREATE DATABASE {name}")
    import psycopg

    with psycopg.connect(postgres.url(name), autocommit=True) as connection:
        connection.execute(sql_of(release, "postgres"))
    settings = Settings(data_dir=tmp_path, database_url=postgres.url(name), workers=0)
    with closing(open_database(settings)) as database:
        check_migration(database)


def old_runs():
    """Return the runs of every release; one of each is enough for a quick look."""
    for release in RELEASES:
        for number, path in enumerate(sorted((release / "bundles").iterdir())):
            marks = [pytest.mark.slow] if number else []
            yield pytest.param(path, id=f"{release.name}-{path.name}", marks=marks)


@pytest.fixture(params=old_runs())
def old_run(request, tmp_path):
    """A run of an earlier release."""
    return Path(shutil.copytree(request.param, tmp_path / "run"))


@pytest.mark.slow
def test_runs_report_compare_and_re_score(old_run, tmp_path):
    before = Bundle(old_run)
    report = report_of(before)
    for to in ("html", "md", "json"):
        assert write_report(report, to, tmp_path / f"report.{to}").stat().st_size > 1000
    again = Path(shutil.copytree(old_run, tmp_path / "again"))
    after = rescore(Bundle(again), make_plan(before.manifest.values["plan"], source="x"))
    notes = " ".join(after.manifest.values["notes"])
    [against] = steelyard.compare(old_run, again).content.runs
    if before.manifest.values.get("verdict_rules") is None:  # before 0.2, keyword overlap decided
        assert "The rules of judging changed" in notes
        assert "--scorer text.keyword_match" in notes
        assert "auto/" in notes
        assert "judged by" in against.not_comparable
    # Judged as before, the verdicts are those of before.
    old = make_plan(
        {**before.manifest.values["plan"], "scorers": ["text.keyword_match"]}, source="x"
    )
    same = rescore(Bundle(Path(shutil.copytree(old_run, tmp_path / "same"))), old)
    assert passed(same) == passed(before)
    assert "rules of judging" not in " ".join(same.manifest.values["notes"])


def passed(bundle):
    import duckdb

    files = f"{bundle.results_path}/*.parquet"
    return duckdb.sql(f"SELECT row, passed FROM '{files}' ORDER BY row").fetchall()


def test_runs_can_be_signed(old_run, tmp_path):
    sign_run(old_run, make_key(tmp_path / "k.pem", "k"))
    assert problems(old_run, tmp_path) == set()


def test_every_release_has_its_fixture():
    """From 0.1 on, whatever the version of the code before this one was."""
    names = {path.name for path in RELEASES}
    assert "0.1" in names
    for path in RELEASES:
        parts = {one.name for one in path.iterdir()}
        assert {"bundles", "service", "sqlite.sql.gz", "postgres.sql.gz"} <= parts
        size = sum(one.stat().st_size for one in path.rglob("*") if one.is_file())
        assert size < 600_000
