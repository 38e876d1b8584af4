"""Runs from elsewhere: what one says of itself breaks no list."""

from __future__ import annotations

import io
import json
import os
import signal
import uuid
import zipfile
import zlib

import pytest

from steelyard.server.db.tables import Run
from steelyard.server.errors import UnavailableError
from steelyard.server.library.storage import open_storage
from steelyard.server.tasks.results_reader import results_of
from steelyard.server.tasks.rows import Look, read_rows
from tests.api.stock import fill

pytestmark = pytest.mark.slow


@pytest.fixture
def ours(service):
    """The runs of a project, as an evaluator sees them, and one of them as a zip."""
    run = fill(service)["run"]
    client = service.client("evaluator")
    client.runs = f"/api/v1/projects/{service.ours}/runs"
    answer = client.get(f"{client.runs}/{run}/download")
    assert answer.status_code == 200
    client.zip = answer.content
    return client


def push(client, change=None, file="manifest.json"):
    """Push the run again, as somebody would who has changed one of its files."""
    return send(client, changed(client, change, file))


def send(client, content):
    headers = {"Content-Type": "application/octet-stream"}
    return client.post(client.runs, content=content, headers=headers)


def changed(client, change, file):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(client.zip)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name in (file, "manifest.json") and change is not None:
                values = json.loads(content)
                values.pop("crc32")  # of what it was
                if name == "manifest.json":
                    values["run_id"] = uuid.uuid4().hex  # one that was not pushed before
                if name == file:
                    change(values)
                content = json.dumps(values).encode()
            new.writestr(name, content)
    return made.getvalue()


def test_a_run_that_is_as_it_was_is_taken(ours):
    answer = push(ours)
    assert answer.status_code == 201, answer.text
    assert answer.json() in ours.get(ours.runs).json()["items"]


def without(name):
    return lambda values: values.pop(name)


def with_(**given):
    return lambda values: values.update(given)


@pytest.mark.parametrize(
    ("file", "change", "said"),
    [
        ("summary.json", lambda summary: summary["overall"].update(score="high"), "score"),
        ("summary.json", lambda summary: summary["overall"].update(ci_low=[1]), "ci_low"),
        ("summary.json", with_(overall=[1]), ""),
        ("summary.json", with_(gates=[{"text": 5, "passed": False}]), "gates.0.text: "),
        ("summary.json", with_(gates=["overall"]), ""),
        ("manifest.json", with_(run_id=None), "run_id"),
        ("manifest.json", with_(run_id="x" * 65), "run_id"),
        ("manifest.json", without("run_id"), ""),
        ("manifest.json", without("name"), "name"),
        ("manifest.json", with_(plan=[]), "plan"),
        ("manifest.json", with_(asks=10**30), "asks: "),
        ("manifest.json", with_(asks=2**20, epochs=2**20), "asks × epochs"),
        ("manifest.json", with_(asks="many"), "asks: "),
        ("manifest.json", with_(dataset="cases.jsonl"), ""),
        ("manifest.json", with_(finished_at="yesterday"), ""),
        ("manifest.json", with_(finished_at="2026-01-01T00:00:00"), "finished_at"),
        ("manifest.json", with_(counts={"ok": "all"}), "counts"),
        ("manifest.json", with_(duration_s="long"), "duration_s"),
        ("manifest.json", with_(indicators="x"), "manifest.json: indicators: "),
        ("manifest.json", with_(indicators=[{"source": "x"}]), "indicators.0.indicators: "),
        ("manifest.json", with_(scorecard="x"), "manifest.json: scorecard: "),
        ("manifest.json", lambda manifest: manifest["plan"].update(params="x"), "plan.params: "),
        ("summary.json", with_(indicators="x"), "summary.json: indicators: "),
        ("summary.json", with_(indicators=[{"value": 1}]), "summary.json: indicators.0.id: "),
        ("summary.json", with_(undefined="x"), "summary.json: undefined: "),
        ("summary.json", with_(tree="x"), "summary.json: tree: "),
        ("summary.json", lambda summary: summary["tree"].update(children="x"), "tree.children: "),
        ("summary.json", with_(breakdowns="x"), "summary.json: breakdowns: "),
        ("summary.json", with_(breakdowns={"scene": [1]}), "summary.json: breakdowns.scene.0: "),
    ],
)
def test_a_run_that_lists_could_not_show_is_refused(ours, file, change, said):
    before = ours.get(ours.runs).json()
    answer = push(ours, change, file)
    assert (answer.status_code, answer.json()["code"]) == (422, "data_invalid"), answer.text
    assert said in answer.json()["title"]
    assert ours.get(ours.runs).json() == before


def damaged(client, names, compression=zipfile.ZIP_STORED):
    """Return the zip with the content of some files replaced by what is none."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(client.zip)) as old,
        zipfile.ZipFile(made, "w", compression) as new,
    ):
        for name in old.namelist():
            new.writestr(name, b"{" if name.endswith(names) else old.read(name))
    return made.getvalue()


@pytest.mark.parametrize("name", ["manifest.json", "summary.json", ".parquet"])
def test_a_file_that_cannot_be_read_is_named_and_the_server_is_not_described(ours, service, name):
    answer = send(ours, damaged(ours, (name,)))
    assert (answer.status_code, answer.json()["code"]) == (422, "data_invalid"), answer.text
    said = answer.json()["title"]
    assert (name if name != ".parquet" else "results") in said
    assert "Error" not in said
    assert str(service.settings.data_dir) not in answer.text
    assert "/tmp" not in answer.text


def test_what_is_packed_by_a_broken_compressor_is_refused(ours):
    content = bytearray(damaged(ours, ("nothing",), zipfile.ZIP_LZMA))
    first = zipfile.ZipFile(io.BytesIO(content)).infolist()[0]
    start = first.header_offset + 30 + len(first.filename) + 9  # behind the properties
    content[start : start + 40] = b"\xff" * 40
    answer = send(ours, bytes(content))
    assert (answer.status_code, answer.json()["code"]) == (422, "data_invalid"), answer.text


def crashing(path, *args):
    """Stand for a Parquet file that kills its reader."""
    os.kill(os.getpid(), signal.SIGKILL)


def with_results(client, content):
    """Return the zip with another results table, its checksum and a new identity."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(client.zip)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "manifest.json":
                values = {**json.loads(data), "run_id": uuid.uuid4().hex}
                values.pop("crc32")  # of what it was
                values["results_crc32"] = [f"{zlib.crc32(content):08x}"]
                data = json.dumps(values).encode()
            new.writestr(name, content if name.endswith(".parquet") else data)
    return made.getvalue()


def table_of(client):
    with zipfile.ZipFile(io.BytesIO(client.zip)) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".parquet")]
        return archive.read(name)


def reader_of(service, run):
    storage = open_storage(service.settings)
    with service.database.reading() as session:
        return results_of(session, session.get(Run, run), storage.run_folder(run))


def test_rows_of_a_pushed_run_are_read_in_another_process(ours, service):
    run = push(ours, with_()).json()["id"]
    reader = reader_of(service, run)
    assert reader.read(process_of) != os.getpid()
    with pytest.raises(UnavailableError):
        reader.read(crashing)
    answer = ours.get(f"{ours.runs}/{run}/rows")
    assert (answer.status_code, answer.json()["total"]) == (200, 6)
    trusted = reader._replace(trusted=True)
    assert trusted.read(process_of) == os.getpid()
    assert trusted.read(read_rows, Look()) == reader.read(read_rows, Look())


def process_of(path):
    return os.getpid()


def test_a_damaged_table_is_an_error_of_its_request(ours, service):
    """Its footer is whole, so the push accepts it; its pages are not."""
    content = bytearray(table_of(ours))
    footer = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    content[4:footer] = b"\xff" * (footer - 4)
    run = send(ours, with_results(ours, bytes(content))).json()["id"]
    for path in ("rows", "rows/1", "rows?text=x", "rows/1/review"):
        answer = ours.get(f"{ours.runs}/{run}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (422, "bundle_invalid"), path
        assert "results table" in answer.json()["title"]
        assert str(service.settings.data_dir) not in answer.text
