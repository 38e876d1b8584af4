"""Documents over REST: draft, check, publish, fork, compare, try, download; the whole as a ZIP."""

from __future__ import annotations

import io
import zipfile

import pytest

from steelyard.server.library.storage import open_storage
from tests.server.finished_run import add_run
from tests.server.library.test_documents import INDICATOR, REQUIREMENTS, SCORECARD
from tests.server.library.test_packed import damaged, encrypted


@pytest.fixture
def root(service):
    return f"/api/v1/projects/{service.ours}"


@pytest.fixture
def client(service):
    return service.client("manager")


@pytest.fixture
def run(service):
    return add_run(service.database, open_storage(service.settings), service.ours)


def make(client, root, kind, name, text):
    answer = client.post(f"{root}/documents", json={"kind": kind, "name": name, "text": text})
    assert answer.status_code == 201, answer.text
    return f"{root}/documents/{answer.json()['id']}"


def test_from_draft_to_version(service, client, root):
    place = make(service.client("evaluator"), root, "requirements", "needs", "nonsense")
    assert client.get(place).json()["newest"] is None
    refused = client.post(f"{place}/publish", json={})
    assert (refused.status_code, refused.json()["code"]) == (422, "input_invalid")
    tag = client.get(f"{place}/versions/0").headers["etag"]
    saved = client.put(f"{place}/draft", json={"text": REQUIREMENTS}, headers={"If-Match": tag})
    assert saved.status_code == 200
    stale = client.put(f"{place}/draft", json={"text": "x"}, headers={"If-Match": tag})
    assert stale.status_code == 412
    assert service.client("evaluator").post(f"{place}/publish", json={}).status_code == 403
    assert client.post(f"{place}/publish", json={"note": "first"}).json()["number"] == 1
    changed = REQUIREMENTS.replace("3.11", "3.12")
    client.put(f"{place}/draft", json={"text": changed})
    assert client.post(f"{place}/publish", json={}).json()["number"] == 2
    diff = client.get(f"{place}/versions/2/diff", params={"against": 1}).json()
    assert diff["changes"] == [
        {"path": "[python.version].value", "before": "3.11", "after": "3.12"}
    ]
    assert client.get(f"{place}/versions/1/file").text == REQUIREMENTS
    assert [one["number"] for one in client.get(f"{place}/versions").json()] == [0, 1, 2]
    assert client.delete(place).json() == {"removed": False}
    assert client.get(f"{root}/documents").json()["items"] == []
    assert len(client.get(f"{root}/documents", params={"archived": True}).json()["items"]) == 1


def test_texts_are_checked_in_the_readers_language(client, root):
    make(client, root, "indicator", "own", INDICATOR)
    good = {"kind": "scorecard", "name": "mine", "text": SCORECARD}
    found = client.post(f"{root}/documents/check", json=good).json()
    assert (found["ok"], found["facts"]["id"]) == (True, "mine")
    bad = good | {"text": SCORECARD.replace("own.answered", "no.such")}
    said = client.post(
        f"{root}/documents/check", json=bad, headers={"Accept-Language": "zh"}
    ).json()
    assert said["ok"] is False
    assert "指标" in said["problems"][0]


@pytest.mark.slow
def test_drafts_are_tried_on_a_run(client, root, run):
    own = make(client, root, "indicator", "own", INDICATOR)
    card = make(client, root, "scorecard", "mine", SCORECARD)
    found = client.post(f"{own}/versions/0/try", json={"run_id": run})
    assert found.status_code == 200, found.text
    assert found.json()["indicators"][0]["value"] == 1.0
    weighed = client.post(f"{card}/versions/0/try", json={"run_id": run})
    assert weighed.status_code == 200, weighed.text
    assert weighed.json()["overall"]["score"] is not None
    assert client.post(f"{own}/versions/0/try", json={"run_id": "no"}).status_code == 404
    other = make(client, root, "requirements", "needs", REQUIREMENTS)
    assert client.post(f"{other}/versions/0/try", json={"run_id": run}).status_code == 422


def test_a_fork_needs_both_projects(service, client, root):
    place = make(client, root, "scorecard", "mine", SCORECARD)
    version = client.get(f"{place}/versions/0").json()["id"]
    theirs = f"/api/v1/projects/{service.theirs}/documents/fork"
    given = {"version_id": version, "name": "copy"}
    assert service.client("stranger").post(theirs, json=given).status_code == 404
    assert client.post(theirs, json=given).status_code == 403
    made = service.client("admin").post(theirs, json=given)
    assert (made.status_code, made.json()["forked_from"]) == (201, version)
    assert client.post(f"{root}/documents/fork", json=given).json()["name"] == "copy"


def test_another_project_is_another_world(service, client, root):
    place = make(client, root, "scorecard", "mine", SCORECARD)
    id_ = place.rsplit("/", 1)[-1]
    theirs = f"/api/v1/projects/{service.theirs}/documents/{id_}"
    stranger = service.client("stranger")
    for path in ("", "/versions", "/versions/0", "/versions/0/file"):
        assert stranger.get(theirs + path).status_code == 404
    assert stranger.put(f"{theirs}/draft", json={"text": "x"}).status_code == 404
    assert stranger.post(f"{theirs}/publish", json={}).status_code == 404


def test_a_library_is_one_file(service, client, root):
    make(client, root, "scorecard", "mine", SCORECARD)
    make(client, root, "indicator", "own", INDICATOR)
    client.post(f"{root}/agents", json={"name": "A", "config": {"replay": {}}})
    answer = client.get(f"{root}/library")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert "scorecards/mine.yaml" in archive.namelist()
    admin = service.client("admin")
    theirs = f"/api/v1/projects/{service.theirs}"
    done = admin.post(f"{theirs}/library", content=answer.content)
    assert done.status_code == 200, done.text
    assert done.json() == {
        "made": ["scorecards/mine.yaml", "indicators/own.yaml", "agents/A"],
        "problems": [],
    }
    assert len(admin.get(f"{theirs}/documents").json()["items"]) == 2
    assert admin.post(f"{theirs}/library", content=b"nonsense").status_code == 422
    slip = io.BytesIO()
    with zipfile.ZipFile(slip, "w") as archive:
        archive.writestr("../x.yaml", "x")
    assert admin.post(f"{theirs}/library", content=slip.getvalue()).status_code == 422


def test_a_zip_that_is_locked_or_damaged_is_refused(client, root):
    for content in (encrypted(), damaged()):
        for path in ("library", "datasets/check?file_name=a.xlsx"):
            answer = client.post(f"{root}/{path}", content=content)
            assert (answer.status_code, answer.json()["code"]) == (422, "data_invalid")
