"""Datasets: what is uploaded is what is read; versions, lineage, previews, differences."""

from __future__ import annotations

import gzip
import json
import shutil

import duckdb
import pytest

from steelyard.cases import read_cases
from steelyard.errors import DataError, InputError, PlanError, UnknownNameError
from steelyard.server.db.tables import Task
from steelyard.server.errors import ConflictError, NotFoundError, TooLargeError
from steelyard.server.library import datasets, intake
from steelyard.server.people import audit
from steelyard.server.people.policy import SERVICE
from tests.server.conftest import make_settings

ROWS = [
    {"id": f"c{n}", "input": f"What is {n} + {n}?", "expected_output": str(2 * n), "tag": n % 3}
    for n in range(30)
]


def jsonl(rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def take(storage, settings, content, name="cases.jsonl", reading=None):
    file = storage.scratch / "upload"
    file.write_bytes(content)
    return intake.take_in(storage, settings, file, name, reading or {})


@pytest.fixture
def dataset(database, project):
    with database.transaction() as session:
        return datasets.create_dataset(session, SERVICE, project, "Sums", "two of a kind")


def add(database, dataset, taken):
    with database.transaction() as session:
        return datasets.add_version(session, SERVICE, session.merge(dataset), taken)


def test_the_same_content_is_the_same_version(database, settings, storage, dataset):
    first, new = add(database, dataset, take(storage, settings, jsonl(ROWS)))
    assert new
    assert (first.number, first.rows, first.rejected) == (1, 30, 0)
    assert first.profile["fields"]["expected_output"]["filled"] == 30
    again, new = add(database, dataset, take(storage, settings, jsonl(ROWS), "other.jsonl"))
    assert (again.id, new) == (first.id, False)
    mapped = take(storage, settings, jsonl(ROWS), reading={"map": {"tag": "scene"}})
    second, new = add(database, dataset, mapped)
    assert (second.number, new, second.sha256) == (2, True, first.sha256)
    with database.reading() as session:
        assert [v.number for v in datasets.versions_of(session, dataset)] == [1, 2]
        assert datasets.find_version(session, dataset).number == 2
        assert audit.search(session, audit.Wanted(action="dataset.version"), 5)[0].after == {
            "number": 2,
            "sha256": first.sha256,
            "steps": [],
        }


def test_row_errors_are_told_and_can_be_listed(settings, storage, database, dataset):
    lines = jsonl(ROWS[:3]) + b'{"input": ""}\nnot json\n' + jsonl([ROWS[1]])
    taken = take(storage, settings, lines)
    assert taken.profile["rows_rejected"] == 3
    assert [one["line"] for one in taken.profile["rejects"]] == [4, 5, 6]
    version, _ = add(database, dataset, taken)
    found = list(intake.rejects(storage, version))
    assert [reject.line for reject in found] == [4, 5, 6]
    assert found[2].errors[0].code == "duplicate_id"
    assert found[0].file == "cases.jsonl"


def test_a_file_without_one_case_is_refused_with_its_first_errors(settings, storage):
    with pytest.raises(DataError) as raised:
        take(storage, settings, b'{"input": ""}\n{"input": null}\n')
    assert "2 rows" in raised.value.message
    assert raised.value.hint.startswith("1: ")


@pytest.mark.parametrize("format_", ["csv", "json", "parquet", "jsonl.gz", "tsv"])
def test_every_format_is_read(settings, storage, tmp_path, format_):
    path = tmp_path / f"x.{format_}"
    (tmp_path / "rows.jsonl").write_bytes(jsonl(ROWS))
    table = f"read_json('{tmp_path}/rows.jsonl')"
    if format_ == "json":
        path.write_text(json.dumps(ROWS))
    elif format_ == "jsonl.gz":
        path.write_bytes(gzip.compress(jsonl(ROWS)))
    else:
        how = "parquet" if format_ == "parquet" else "csv, DELIMITER '\t'"
        how = "csv" if format_ == "csv" else how
        duckdb.sql(f"COPY (FROM {table}) TO '{path}' (FORMAT {how})")
    taken = take(storage, settings, path.read_bytes(), f"我的 用例.{format_}")
    assert taken.profile["cases"] == 30
    assert taken.file_name == f"我的 用例.{format_}"


@pytest.mark.parametrize(
    ("name", "reading", "error"),
    [
        ("cases.exe", {}, DataError),
        ("cases", {}, DataError),
        ("cases.jsonl", {"path": "/etc/passwd"}, InputError),
        ("cases.jsonl", {"steps": ["deduplicate"]}, InputError),
        ("cases.jsonl", {"format": "nonsense"}, UnknownNameError),
        ("cases.jsonl", {"delimiter": ",,"}, InputError),
        ("cases.jsonl", {"map": {"nothing": "input"}}, DataError),
        ("cases.jsonl", {"map": {"tag": "../../x"}}, PlanError),
    ],
)
def test_what_cannot_be_read_is_told(settings, storage, name, reading, error):
    with pytest.raises(error):
        take(storage, settings, jsonl(ROWS), name, reading)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd.jsonl", "passwd.jsonl"),
        ("C:\\data\\cases.csv", "cases.csv"),
        (".hidden", "hidden"),
        ("a\nb.csv", "a_b.csv"),
        ("..", "cases"),
    ],
)
def test_names_are_only_shown(name, shown):
    assert intake.shown_name(name) == shown


def test_too_many_rows_and_bombs_are_refused(tmp_path, storage):
    few = make_settings(tmp_path, upload_rows=10, expansion_ratio=10)
    with pytest.raises(DataError, match="10 rows"):
        take(storage, few, jsonl(ROWS))
    with pytest.raises(TooLargeError):
        take(storage, few, gzip.compress(bytes(64 << 20)), "cases.jsonl.gz")


@pytest.mark.slow
def test_processing_makes_a_version_that_knows_where_it_comes_from(
    database, settings, storage, dataset
):
    first, _ = add(
        database, dataset, take(storage, settings, jsonl([*ROWS, ROWS[0] | {"id": "d"}]))
    )
    steps = [{"deduplicate": {"by": "input"}}, {"filter": "metadata.tag > 0"}]
    taken = intake.process(storage, settings, first, steps, seed=3)
    second, new = add(database, dataset, taken)
    assert (new, second.rows, second.parent_id, second.steps) == (True, 20, first.id, steps)
    logs = second.profile["processing"]
    assert [(log["step"], log["rows_in"], log["rows_out"]) for log in logs] == [
        ("deduplicate", 31, 30),
        ("filter", 30, 20),
    ]
    with database.reading() as session:
        found = datasets.lineage(session, datasets.find_version(session, dataset))
        assert [version.number for version in found] == [2, 1]
    # What was processed is read back as it was written.
    with intake.opened(storage, first, steps) as (folder, spec):
        wanted = list(read_cases(spec, base=folder))
    with intake.opened(storage, second) as (folder, spec):
        assert list(read_cases(spec, base=folder)) == wanted
    assert datasets.diff_versions(storage, first, second) == datasets.VersionDiff(20, 0, 0, 11)
    with pytest.raises(DataError):
        intake.process(storage, settings, first, [{"filter": "metadata.tag > 5"}])


def test_a_preview_shows_rows_before_and_after(database, settings, storage, dataset):
    version, _ = add(database, dataset, take(storage, settings, jsonl(ROWS)))
    plain = intake.preview(storage, version, limit=2)
    assert [row["case_id"] for row in plain.rows] == ["c0", "c1"]
    found = intake.preview(storage, version, [{"filter": "metadata.tag == 1"}], limit=3)
    assert [row["after"] is None for row in found.rows] == [True, False, True]
    assert (found.looked_at, found.steps[0]["rows_out"]) == (30, 10)
    nothing = intake.preview(storage, version, [{"filter": "metadata.tag > 9"}], limit=1)
    assert nothing.rows[0]["after"] is None
    with pytest.raises(UnknownNameError):
        intake.preview(storage, version, ["nonsense"])


def test_versions_are_compared_case_by_case(database, settings, storage, dataset):
    old, _ = add(database, dataset, take(storage, settings, jsonl(ROWS[:20])))
    changed = [row | {"expected_output": "?"} for row in ROWS[5:10]] + ROWS[10:]
    new, _ = add(database, dataset, take(storage, settings, jsonl(changed)))
    assert datasets.diff_versions(storage, old, new) == datasets.VersionDiff(10, 5, 10, 5)


def test_what_was_used_is_archived_instead_of_removed(
    database, settings, storage, dataset, project
):
    version, _ = add(database, dataset, take(storage, settings, jsonl(ROWS)))
    child, _ = add(
        database,
        dataset,
        intake.process(storage, settings, version, [{"filter": "metadata.tag > 0"}]),
    )
    with database.transaction() as session:
        session.add(Task(project_id=project, name="t", plan={}, dataset_version_id=child.id))
    with database.transaction() as session:
        found = datasets.find_dataset(session, project, dataset.id)
        assert datasets.remove_dataset(session, SERVICE, found) is False
        assert found.archived_at is not None
        assert not list(session.scalars(datasets.datasets_of(project)))
        assert list(session.scalars(datasets.datasets_of(project, archived=True)))
    with database.transaction() as session:
        session.query(Task).delete()
        found = datasets.find_dataset(session, project, dataset.id)
        assert datasets.remove_dataset(session, SERVICE, found) is True
    with database.reading() as session, pytest.raises(NotFoundError):
        datasets.find_dataset(session, project, dataset.id)


def test_names_are_taken_once_in_a_project(database, project, other, dataset):
    with database.transaction() as session, pytest.raises(ConflictError):
        datasets.create_dataset(session, SERVICE, project, "Sums")
    with database.transaction() as session:
        there = datasets.create_dataset(session, SERVICE, other, "Sums")
        with pytest.raises(NotFoundError):
            datasets.find_dataset(session, project, there.id)


def test_a_version_is_laid_out_for_a_worker(database, settings, storage, dataset, tmp_path):
    version, _ = add(database, dataset, take(storage, settings, jsonl(ROWS)))
    folder = tmp_path / "work"
    folder.mkdir()
    assert intake.place_version(storage, version, folder) == {
        "path": "cases.jsonl",
        "format": "jsonl",
    }
    assert (folder / "cases.jsonl").read_bytes() == jsonl(ROWS)
    shutil.rmtree(folder)
    assert storage.local(version.path).exists()


def test_what_no_version_names_is_cleared_in_time(database, settings, storage, dataset):
    version, _ = add(database, dataset, take(storage, settings, jsonl(ROWS)))
    orphan = take(storage, settings, jsonl(ROWS[:1]))
    with database.transaction() as session:
        assert datasets.clear_orphans(session, storage) == 0
        assert datasets.clear_orphans(session, storage, hours=-1) == 1
    assert storage.local(version.path).exists()
    with pytest.raises(NotFoundError):
        storage.local(orphan.path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.parquet", b"PAR1xxxxPAR1"),
        ("a.csv", b"input\n\xff\xfe\xfa\n"),
        ("a.csv", b"\n"),
        ("a.csv", b"x,y\n1,2\n"),
        ("a.xlsx", b"nonsense"),
        ("a.json", b"nonsense"),
        ("a.jsonl", b""),
    ],
)
def test_errors_name_the_file_as_it_was_sent(settings, storage, name, content):
    with pytest.raises(DataError) as refused:
        take(storage, settings, content, name)
    said = str(refused.value)
    assert name in said
    assert str(storage.scratch) not in said
    assert "cases." not in said
