"""Pages, filters, tags and keys: what makes lists whole and changes happen once."""

from __future__ import annotations

import base64
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from steelyard.api.app import all_routes
from steelyard.server.people import audit
from steelyard.server.people.policy import SERVICE
from tests.api.stock import fill
from tests.server.library.test_documents import INDICATOR
from tests.server.library.test_lists import counted

NEW = {
    "agents": {"config": {"openai": {"base_url": "http://127.0.0.1:9/v1", "model": "m",
                                     "api_key_env": "KEY"}}},
    "documents": {"kind": "indicator", "text": INDICATOR},
}  # fmt: skip


def paged_routes(app):
    """Return every route that gives pages, as the description says."""
    return sorted(
        path
        for path, methods in app.openapi()["paths"].items()
        for parameter in methods.get("get", {}).get("parameters", ())
        if parameter["name"] == "cursor"
    )


def ids(found):
    return [one for page in found for one in page]


def pages(client, path, limit, between=lambda: None):
    """Return the identities on each page."""
    found, cursor = [], None
    while True:
        params = {"limit": limit, **({} if cursor is None else {"cursor": cursor})}
        page = client.get(path, params=params).json()
        found.append([item["id"] for item in page["items"]])
        cursor = page["next"]
        if cursor is None:
            return found
        between()


@pytest.mark.parametrize("number", [0, 1, 5, 6, 7])
def test_pages_are_whole_at_their_edges(service, number):
    client = service.client("evaluator")
    path = f"/api/v1/projects/{service.ours}/datasets"
    made = [client.post(path, json={"name": f"d{n}"}).json()["id"] for n in range(number)]
    found = pages(client, path, 3)
    assert ids(found) == made
    assert all(len(page) == 3 for page in found[:-1])


@pytest.mark.parametrize("kind", ["agents", "documents"])
def test_a_list_asks_as_often_for_many_as_for_one(service, kind):
    client = service.client("manager")
    client.put(f"/api/v1/projects/{service.ours}/secrets/KEY", json={"value": "value"})
    path = f"/api/v1/projects/{service.ours}/{kind}"
    asked = []
    for many in (1, 8):
        for n in range(many):
            made = client.post(path, json={**NEW[kind], "name": f"n{many}-{n}"})
            assert made.status_code == 201, made.text
        with counted(service.app.state.database) as questions:
            found = client.get(path).json()["items"]
        asked.append(len(questions))
    assert len(found) == 9
    assert all(client.get(f"{path}/{one['id']}").json() == one for one in found)
    assert asked[0] == asked[1]


def test_what_is_added_and_removed_meanwhile_moves_nothing(service):
    client = service.client("manager")
    path = f"/api/v1/projects/{service.ours}/datasets"
    made = [client.post(path, json={"name": f"d{n}"}).json()["id"] for n in range(9)]
    meanwhile = iter(range(100))

    def change():
        n = next(meanwhile)
        client.post(path, json={"name": f"new {n}"})
        if n == 0:
            client.delete(f"{path}/{made[0]}")  # of the page before
            client.delete(f"{path}/{made[8]}")  # of one to come

    found = ids(pages(client, path, 3, change))
    assert len(set(found)) == len(found)
    assert found[:8] == made[:8]
    assert made[8] not in found


def test_the_newest_first_is_not_disturbed_by_newer_ones(service):
    admin = service.client("admin")
    for n in range(5):
        admin.post("/api/v1/users", json={"login": f"user{n}"})
    before = ids(pages(admin, "/api/v1/audit", 500))

    def act():
        with service.database.transaction() as session:
            audit.record(session, SERVICE, "thing.do")

    assert ids(pages(admin, "/api/v1/audit", 2, act)) == before


CURSORS = ["", "###", "é", "====", "AAAA", "x" * 201, "MQ==\n"] + [
    base64.urlsafe_b64encode(key).decode() for key in (b"' OR 1=1", b"\xff\xfe", b"9" * 40)
]


@pytest.mark.slow
def test_a_cursor_that_is_none_is_refused_everywhere(service):
    there = fill(service)
    client = service.client("admin")
    for path in paged_routes(service.app):
        for cursor in CURSORS:
            answer = client.get(path.format_map(there), params={"cursor": cursor})
            assert answer.status_code == 422, (path, cursor, answer.text)
            assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.slow
@pytest.mark.parametrize("row", [10**40, -(10**40), 1e300, "x", None, []])
@pytest.mark.parametrize("sort", ["row", "-latency_s", "input"])
def test_a_cursor_of_rows_that_names_none_is_refused(service, sort, row):
    run = fill(service)["run"]
    cursor = base64.urlsafe_b64encode(json.dumps(["1", row]).encode()).decode()
    path = f"/api/v1/projects/{service.ours}/runs/{run}/rows"
    answer = service.client("viewer").get(path, params={"sort": sort, "cursor": cursor})
    assert (answer.status_code, answer.json()["code"]) == (422, "input_invalid"), answer.text


@pytest.mark.parametrize("limit", ["0", "-1", "501", "many", "1e3", ""])
def test_a_limit_that_is_none_is_refused(service, limit):
    answer = service.client("admin").get("/api/v1/users", params={"limit": limit})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert answer.json()["fields"][0]["where"] == "query.limit"


@pytest.mark.parametrize(
    "filter_",
    [
        {"outcome": "maybe"},
        {"since": "yesterday"},
        {"since": "2026-01-01T00:00:00"},
        {"user": "x" * 201},
    ],
)
def test_a_filter_that_makes_no_sense_is_refused(service, filter_):
    assert service.client("admin").get("/api/v1/audit", params=filter_).status_code == 422


def test_filters_narrow_and_mean_themselves(service):
    client = service.client("evaluator")
    path = f"/api/v1/projects/{service.ours}/datasets"
    for name in ("100% sure", "100 sure", "a_b", "aXb"):
        client.post(path, json={"name": name})
    for text, names in {
        "100%": ["100% sure"],
        "a_b": ["a_b"],
        "SURE": ["100% sure", "100 sure"],
    }.items():
        found = client.get(path, params={"text": text}).json()["items"]
        assert [item["name"] for item in found] == names, text
    admin = service.client("admin")
    created = admin.get("/api/v1/audit", params={"action": "dataset."}).json()["items"]
    assert len(created) == 4
    later = {"since": created[1]["at"], "action": "dataset."}
    assert len(admin.get("/api/v1/audit", params=later).json()["items"]) == 2


EARLIEST, LATEST = "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"  # not so in UTC


def test_times_at_the_ends_of_the_calendar_are_times(service):
    admin = service.client("admin")
    everything = {"since": EARLIEST, "until": LATEST}
    nothing = {"since": LATEST, "until": EARLIEST}
    assert admin.post("/api/v1/users", json={"login": "new"}).status_code == 201
    for wanted, found in ((everything, True), (nothing, False)):
        answer = admin.get("/api/v1/audit", params=wanted)
        assert answer.status_code == 200, answer.text
        assert bool(answer.json()["items"]) is found
    token = admin.post("/api/v1/me/tokens", json={"name": "t", "expires_at": LATEST})
    assert token.status_code == 201, token.text
    assert [one["name"] for one in admin.get("/api/v1/me/tokens").json()] == ["t"]


def changeable(service):
    """Return one of each thing that carries a tag, and a change to it."""
    there = fill(service)
    base = f"/api/v1/projects/{service.ours}"
    return {
        base: {"description": "new"},
        f"{base}/datasets/{there['dataset']}": {"description": "new"},
        f"{base}/agents/{there['agent']}": {"description": "new"},
        f"{base}/documents/{there['document']}": {"description": "new"},
        f"{base}/runs/{there['run']}": {"name": "new"},
        f"{base}/schedules/{there['schedule']}": {"name": "new"},
        f"{base}/tasks/{there['task']}": {"priority": 3},
        f"/api/v1/users/{there['user']}": {"name": "new"},
        "/api/v1/me": {"name": "new"},
        "/api/v1/settings": {"agent_concurrency": 3},
    }


@pytest.mark.slow
def test_what_was_changed_meanwhile_is_not_overwritten(service):
    admin = service.client("admin")
    for path, change in changeable(service).items():
        tag = admin.get(path).headers["etag"]
        assert admin.get(path).headers["etag"] == tag, path
        for wrong in ('"other"', "", "other", f'"{"x" * 900}"'):
            answer = admin.patch(path, json=change, headers={"If-Match": wrong})
            assert (answer.status_code, answer.json()["code"]) == (412, "stale"), (path, wrong)
        assert admin.get(path).headers["etag"] == tag, path
        right = {"If-Match": f'"other", W/{tag}'}
        changed = admin.patch(path, json=change, headers=right)
        assert changed.status_code == 200, path
        assert changed.headers["etag"] == admin.get(path).headers["etag"] != tag, path
        assert admin.patch(path, json=change, headers={"If-Match": tag}).status_code == 412, path
        assert admin.patch(path, json=change, headers={"If-Match": "*"}).status_code == 200, path


@pytest.mark.slow
def test_what_is_known_is_not_sent_again(service):
    admin = service.client("admin")
    for path, change in changeable(service).items():
        known = admin.get(path)
        tag = known.headers["etag"]
        for said in (tag, f'"other", W/{tag}', "*"):
            answer = admin.get(path, headers={"If-None-Match": said})
            assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", tag)
            assert "content-length" not in answer.headers
            assert "content-type" not in answer.headers
            assert answer.headers["x-content-type-options"] == "nosniff"
        for said in ('"other"', "", "other"):
            answer = admin.get(path, headers={"If-None-Match": said})
            assert (answer.status_code, answer.json()) == (200, known.json()), path
        admin.patch(path, json=change)
        assert admin.get(path, headers={"If-None-Match": tag}).status_code == 200, path
    refused = service.client().get(path, headers={"If-None-Match": "*"})
    assert refused.status_code == 401
    untagged = admin.get("/api/v1/projects", headers={"If-None-Match": "*"})
    assert untagged.status_code == 200


def creates(service):
    """Return where things are made with a key, and of what."""
    return {
        "/api/v1/projects": {"slug": "new", "name": "New"},
        "/api/v1/users": {"login": "new", "password": "correct horse battery"},
        f"/api/v1/projects/{service.ours}/datasets": {"name": "new"},
    }


def test_sent_again_it_makes_nothing_new(service):
    admin = service.client("admin")
    for path, given in creates(service).items():
        key = {"Idempotency-Key": f"key of {path}"}
        first = admin.post(path, json=given, headers=key)
        assert first.status_code == 201, first.text
        again = admin.post(path, json=given, headers=key)
        assert (again.status_code, again.json()) == (201, first.json())
        other = {**given, "name": "another"}
        assert admin.post(path, json=other, headers=key).status_code == 409
    for bad in ("", "x" * 201):
        wrong = admin.post("/api/v1/projects", json={}, headers={"Idempotency-Key": bad})
        assert wrong.status_code == 422


def test_a_key_is_its_accounts_own_and_free_again_after_an_error(service):
    key = {"Idempotency-Key": "k"}
    path = f"/api/v1/projects/{service.ours}/datasets"
    evaluator, manager = service.client("evaluator"), service.client("manager")
    assert evaluator.post(path, json={"name": "d"}, headers=key).status_code == 201
    assert manager.post(path, json={"name": "d"}, headers=key).status_code == 409  # the name
    assert manager.post(path, json={"name": "e"}, headers=key).status_code == 201


def test_the_same_request_at_the_same_time_makes_one(service):
    client = service.client("evaluator")
    path = f"/api/v1/projects/{service.ours}/datasets"

    def post(_):
        return client.post(path, json={"name": "d"}, headers={"Idempotency-Key": "k"})

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(post, range(8)))
    assert {answer.status_code for answer in answers} <= {201, 409}
    made = {answer.json()["id"] for answer in answers if answer.status_code == 201}
    assert len(made) == 1
    assert len(client.get(path).json()["items"]) == 1


def test_secrets_that_are_shown_once_are_not_kept_for_a_key():
    """Their routes take no key: the answer would have to be kept, with the secret in it."""
    shown_once = {"/api/v1/me/tokens", "/api/v1/projects/{project}/webhooks"}
    for path, route in all_routes():
        if path in shown_once and "POST" in route.methods:
            names = {one.alias for one in route.dependant.header_params}
            assert "idempotency-key" not in names
