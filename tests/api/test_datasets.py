"""Datasets over REST: streamed in, looked at, processed, streamed out."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace

import pytest

from steelyard.api import create_app

ROWS = [{"id": f"c{n}", "q": f"What is {n}?", "tag": n % 3} for n in range(30)]
LINES = "".join(json.dumps(row) + "\n" for row in ROWS).encode()
READING = json.dumps({"map": {"q": "input"}})


@pytest.fixture
def place(service):
    return f"/api/v1/projects/{service.ours}/datasets"


@pytest.fixture
def client(service):
    return service.client("evaluator")


def made(client, place, name="Sums"):
    answer = client.post(place, json={"name": name})
    assert answer.status_code == 201, answer.text
    return f"{place}/{answer.json()['id']}"


def send(client, dataset, content=LINES, name="cases.jsonl", **query):
    query = {"file_name": name, "reading": READING} | query
    return client.post(f"{dataset}/versions", params=query, content=content)


@pytest.mark.slow
def test_a_file_goes_in_and_comes_out(client, place):
    dataset = made(client, place)
    answer = send(client, dataset, name="用例.jsonl")
    assert answer.status_code == 201, answer.text
    version = answer.json()
    assert (version["number"], version["rows"], version["rejected"]) == (1, 30, 0)
    assert version["profile"]["fields"]["input"]["filled"] == 30
    assert send(client, dataset).json()["id"] == version["id"]
    [listed] = client.get(f"{dataset}/versions").json()
    assert listed["sha256"] == version["sha256"]
    file = client.get(f"{dataset}/versions/1/file")
    assert file.content == LINES
    assert "filename*=UTF-8''%E7%94%A8%E4%BE%8B.jsonl" in file.headers["content-disposition"]
    assert client.get(f"{dataset}/versions/2").status_code == 404
    assert client.get(f"{dataset}/versions/99999999999").status_code == 422


def test_a_check_tells_row_errors_and_keeps_nothing(client, place, service):
    content = LINES + b"not json\n"
    query = {"file_name": "x.jsonl", "reading": READING}
    answer = client.post(f"{place}/check", params=query, content=content)
    assert answer.status_code == 200, answer.text
    profile = answer.json()["profile"]
    assert (profile["cases"], profile["rows_rejected"]) == (30, 1)
    assert profile["rejects"][0]["line"] == 31
    kept = service.settings.data_dir / "storage"
    assert not [path for path in kept.rglob("*") if path.is_file()]


def test_rejects_are_downloaded(client, place):
    dataset = made(client, place)
    assert send(client, dataset, LINES + b"{}\nnonsense\n").status_code == 201
    lines = client.get(f"{dataset}/versions/1/rejects").text.splitlines()
    assert [json.loads(line)["line"] for line in lines] == [31, 32]


def test_steps_are_previewed_and_carried_out(client, place):
    dataset = made(client, place)
    send(client, dataset)
    steps = [{"filter": "metadata.tag == 1"}]
    shown = client.post(f"{dataset}/versions/1/preview", json={"steps": steps, "limit": 2}).json()
    assert [row["after"] is None for row in shown["rows"]] == [True, False]
    answer = client.post(f"{dataset}/versions/1/process", json={"steps": steps})
    assert answer.status_code == 201, answer.text
    assert (answer.json()["number"], answer.json()["rows"]) == (2, 10)
    lineage = client.get(f"{dataset}/versions/2/lineage").json()
    assert [version["number"] for version in lineage] == [2, 1]
    assert lineage[0]["steps"] == steps
    diff = client.get(f"{dataset}/versions/2/diff", params={"against": 1}).json()
    assert diff == {"same": 10, "changed": 0, "added": 0, "removed": 20}
    wrong = client.post(f"{dataset}/versions/1/process", json={"steps": [{"filter": "((("}]})
    assert wrong.status_code == 422


@pytest.mark.parametrize(
    ("content", "query", "status"),
    [
        (b"", {}, 422),
        (b"x", {"file_name": "x.exe"}, 422),
        (b"x", {"file_name": "x.jsonl", "reading": "["}, 422),
        (b"x", {"file_name": "x.jsonl", "reading": '{"path": "/etc/passwd"}'}, 422),
        (b"PK\x03\x04 broken", {"file_name": "x.xlsx", "reading": ""}, 422),
        (gzip.compress(bytes(64 << 20)), {"file_name": "x.jsonl.gz"}, 413),
    ],
)
def test_what_cannot_be_read_is_a_problem(client, place, content, query, status):
    dataset = made(client, place)
    answer = send(client, dataset, content, **query)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"


def test_an_upload_may_be_larger_than_other_requests_but_not_than_its_limit(
    service, client, place, monkeypatch
):
    small = service.settings.model_copy(update={"upload_bytes": 6_000_000})
    app = create_app(small)
    limited = replace(service, app=app, settings=small)
    client = limited.client("evaluator")
    dataset = made(client, place)
    row = json.dumps({"q": "x" * 990}) + "\n"
    assert send(client, dataset, (row * 5000).encode()).status_code == 201
    refused = send(client, dataset, (row * 7000).encode())
    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")
    app.state.database.close()


def test_an_etag_keeps_others_changes(client, place):
    dataset = made(client, place)
    tag = client.get(dataset).headers["etag"]
    changed = client.patch(dataset, json={"description": "x"}, headers={"If-Match": tag})
    assert (changed.status_code, changed.json()["description"]) == (200, "x")
    stale = client.patch(dataset, json={"name": "y"}, headers={"If-Match": tag})
    assert (stale.status_code, stale.json()["code"]) == (412, "stale")
    new = changed.headers["etag"]
    assert client.patch(dataset, json={"name": "y"}, headers={"If-Match": new}).status_code == 200


def test_lists_are_paged_and_searched(client, place):
    for number in range(5):
        made(client, place, f"Set {number}")
    assert client.post(place, json={"name": "Set 1"}).status_code == 409
    first = client.get(place, params={"limit": 3}).json()
    rest = client.get(place, params={"limit": 3, "cursor": first["next"]}).json()
    assert [one["name"] for one in first["items"] + rest["items"]] == [f"Set {n}" for n in range(5)]
    assert rest["next"] is None
    found = client.get(place, params={"text": "set 3"}).json()["items"]
    assert [one["name"] for one in found] == ["Set 3"]


def test_another_project_is_another_world(service, client, place):
    dataset = made(client, place)
    send(client, dataset)
    id_ = dataset.rsplit("/", 1)[-1]
    stranger = service.client("stranger")
    theirs = f"/api/v1/projects/{service.theirs}/datasets/{id_}"
    for path in ("", "/versions", "/versions/1", "/versions/1/file", "/versions/1/lineage"):
        assert stranger.get(theirs + path).status_code == 404
    assert stranger.delete(theirs).status_code == 404
    assert send(stranger, theirs).status_code == 404
    assert client.delete(dataset).status_code == 403
    assert service.client("manager").delete(dataset).json() == {"removed": True}


def test_a_create_that_is_sent_again_makes_nothing_new(client, place):
    key = {"Idempotency-Key": "once"}
    first = client.post(place, json={"name": "A"}, headers=key)
    again = client.post(place, json={"name": "A"}, headers=key)
    assert (again.status_code, again.json()) == (201, first.json())
    assert client.post(place, json={"name": "B"}, headers=key).status_code == 409
    assert len(client.get(place).json()["items"]) == 1
