"""Runs from elsewhere: what one says of itself breaks no list."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from tests.api.stock import fill


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
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(client.zip)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == file and change is not None:
                values = json.loads(content)
                change(values)
                content = json.dumps(values).encode()
            new.writestr(name, content)
    headers = {"Content-Type": "application/octet-stream"}
    return client.post(client.runs, content=made.getvalue(), headers=headers)


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
        ("summary.json", with_(gates=[{"text": 5, "passed": False}]), "gates_failed"),
        ("summary.json", with_(gates=["overall"]), ""),
        ("manifest.json", with_(run_id=None), "run_id"),
        ("manifest.json", with_(run_id="x" * 65), "run_id"),
        ("manifest.json", without("run_id"), ""),
        ("manifest.json", without("name"), "name"),
        ("manifest.json", with_(plan=[]), "plan"),
        ("manifest.json", with_(asks=10**30), "rows"),
        ("manifest.json", with_(asks="many"), ""),
        ("manifest.json", with_(dataset="cases.jsonl"), ""),
        ("manifest.json", with_(finished_at="yesterday"), ""),
        ("manifest.json", with_(finished_at="2026-01-01T00:00:00"), "finished_at"),
        ("manifest.json", with_(counts={"ok": "all"}), "counts"),
        ("manifest.json", with_(duration_s="long"), "duration_s"),
    ],
)
def test_a_run_that_lists_could_not_show_is_refused(ours, file, change, said):
    before = ours.get(ours.runs).json()
    answer = push(ours, change, file)
    assert (answer.status_code, answer.json()["code"]) == (422, "data_invalid"), answer.text
    assert said in answer.json()["title"]
    assert ours.get(ours.runs).json() == before
