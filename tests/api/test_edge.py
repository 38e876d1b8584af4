"""The edge: what every answer carries, and what is refused before any work is done."""

from __future__ import annotations

import io
import socket
import subprocess
import tempfile
import zipfile

import pytest
from fastapi.testclient import TestClient
from starlette.exceptions import HTTPException

from steelyard.api import create_app
from steelyard.server import heavy_work
from steelyard.server.library.storage import open_storage
from steelyard.server.people import audit, throttle
from steelyard.server.people.sign_ins import COOKIE
from tests.api.conftest import PASSWORD
from tests.api.live_server import serving
from tests.api.stock import fill

SIGN_IN = "/api/v1/session"
ME = "/api/v1/me"
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
}


def carries_all(answer):
    missing = {name for name, value in HEADERS.items() if answer.headers.get(name) != value}
    assert not missing, (answer.status_code, str(answer.request.url), missing)
    assert answer.headers["x-request-id"]
    if answer.status_code >= 400:
        assert answer.headers["content-type"] == "application/problem+json"
        said = answer.json()
        assert said["status"] == answer.status_code
        assert said["title"]
        assert said["request_id"] == answer.headers["x-request-id"]


def break_(_request):
    message = "secret detail"
    raise ZeroDivisionError(message)


@pytest.mark.slow
def test_every_answer_carries_the_headers(service):
    ids = fill(service)
    service.app.add_route("/api/v1/broken", break_)
    manager, nobody = service.client("manager"), service.client()
    base = f"/api/v1/projects/{service.ours}"
    expected = [
        (manager.get(ME), 200),
        (nobody.get(ME), 401),
        (manager.get("/api/v1/users"), 403),
        (manager.get("/api/v1/nowhere"), 404),
        (manager.get("/nowhere"), 404),
        (manager.get(f"{base}/agents/nothing"), 404),
        (manager.put(ME), 405),
        (manager.post(f"{base}/datasets", json={"name": "d"}), 409),
        (manager.post(f"{base}/datasets", json={}), 422),
        (manager.post(f"{base}/datasets", content=b"{"), 422),
        (manager.post(f"{base}/datasets", content=b"x" * 5_000_000), 413),
        (manager.get(ME, headers={"Host": "evil.example"}), 421),
        (manager.get("/api/v1/broken"), 500),
        (manager.get(f"{base}/datasets/{ids['dataset']}/versions/1/file"), 200),
        (manager.get(f"{base}/runs/{ids['run']}/download", params={"format": "html"}), 200),
        (manager.get(f"{base}/runs/{ids['run']}/download", params={"format": "zip"}), 200),
        (manager.get(f"{base}/documents/{ids['document']}/versions/1/file"), 200),
        (manager.get(f"{base}/library"), 200),
        (manager.options(ME), 405),
        (manager.get("/healthz"), 200),
    ]
    for answer, status in expected:
        assert answer.status_code == status, answer.text[:300]
        carries_all(answer)
    assert "secret detail" not in "".join(answer.text for answer, _ in expected)


def test_what_is_not_there_is_said_in_the_readers_language(service):
    client = service.client("viewer")
    client.headers["Accept-Language"] = "zh-CN"
    nowhere = client.get("/api/v1/nowhere").json()
    assert (nowhere["code"], "不存在" in nowhere["title"]) == ("not_found", True)
    assert "/api/v1/nowhere" in nowhere["title"]
    body = {"content": b'{"name": "\xff"}', "headers": {"Content-Type": "application/json"}}
    unread = client.patch(ME, **body)
    assert (unread.status_code, unread.json()["code"]) == (400, "invalid")
    assert "UTF-8" in unread.json()["title"]


def test_an_answer_says_what_would_have_been_taken(service):
    client = service.client("viewer")
    base = f"/api/v1/projects/{service.ours}"
    for path, allowed in (
        (ME, "GET, PATCH"),
        (f"{base}/agents/any", "DELETE, GET, PATCH"),
        ("/healthz", "GET"),
    ):
        answer = client.put(path)
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
        assert allowed in answer.json()["title"]
        assert answer.json()["code"] == "not_allowed"


def test_it_says_so_also_where_pages_take_what_no_route_does(service):
    def no_page(_request):
        raise HTTPException(404)

    service.app.add_route("/{rest:path}", no_page, methods=["GET", "PUT", "HEAD"])
    client = service.client("viewer")
    answer = client.put(ME)
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, PATCH")
    assert client.put("/api/v1/nowhere").status_code == 404
    assert client.get("/nowhere").status_code == 404
    assert client.get(ME).status_code == 200


def test_who_is_not_known_is_told_how_to_be(service):
    for client in (service.client(), service.bearer("wrong")):
        answer = client.get(ME)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


@pytest.mark.slow
def test_downloads_are_saved_not_shown(service):
    ids = fill(service)
    base = f"/api/v1/projects/{service.ours}"
    client = service.client("viewer")
    for path in (
        f"runs/{ids['run']}/download?format=html",
        f"datasets/{ids['dataset']}/versions/1/file",
        "library",
    ):
        said = client.get(f"{base}/{path}").headers["content-disposition"]
        assert said.startswith("attachment; filename=")
    exported = service.client("admin").get("/api/v1/audit/export").headers
    assert exported["content-disposition"].startswith("attachment;")


def test_reports_over_the_queue_are_refused_for_a_while(service, monkeypatch):
    ids = fill(service)
    path = f"/api/v1/projects/{service.ours}/runs/{ids['run']}/download?format=md"
    client = service.client("viewer")
    monkeypatch.setattr(heavy_work, "WAITING", -heavy_work.AT_ONCE)
    refused = client.get(path)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
    assert 0 < int(refused.headers["retry-after"]) < 60
    monkeypatch.undo()
    assert client.get(path).status_code == 200
    monkeypatch.setattr(heavy_work, "WAITING", -heavy_work.AT_ONCE)
    assert client.get(path).status_code == 200  # it is there now, and costs nothing


def test_a_request_keeps_the_id_it_came_with(service):
    client = service.client("viewer")
    assert client.get(ME, headers={"X-Request-Id": "mine-1.2"}).headers["x-request-id"] == (
        "mine-1.2"
    )
    for bad in ("a b", "x" * 65, "a;b"):
        found = client.get(ME, headers={"X-Request-Id": bad}).headers["x-request-id"]
        assert found not in ("", bad)
    client.get("/api/v1/users", headers={"X-Request-Id": "refused-1"})
    with service.database.reading() as session:
        [entry] = audit.search(session, audit.Wanted(outcome="refused"), 5)
        assert entry.request_id == "refused-1"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8765", 200),
        ("[::1]:8765", 200),
        ("localhost", 200),
        ("steelyard", 200),
        ("LOCALHOST.", 200),
        ("weigh.example.org", 200),
        ("evil.example", 421),
        ("weigh.example.org.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("[broken", 421),
    ],
)
def test_only_our_names_lead_here(settings, host, status):
    app = create_app(settings.model_copy(update={"public_url": "https://weigh.example.org/"}))
    answer = TestClient(app).get("/healthz", headers={"Host": host})
    app.state.database.close()
    assert answer.status_code == status


def ask(address, head, *pieces):
    """Send a request as it is written; return the status line and the rest."""
    with socket.create_connection(address, timeout=30) as line:
        line.sendall(head.replace("\n", "\r\n").encode() + b"\r\n")
        try:
            for piece in pieces:
                line.sendall(piece)
        except OSError:
            pass  # it was refused before its end
        found = b""
        try:
            while piece := line.recv(65536):
                found += piece
        except OSError:
            pass
        return found.decode("utf-8", "replace")


def test_a_body_without_a_length_is_limited_as_well(service):
    client = service.client("evaluator")
    head = (
        f"POST /api/v1/projects/{service.ours}/datasets HTTP/1.1\nHost: localhost\n"
        f"Cookie: {COOKIE}={client.cookies[COOKIE]}\n"
        f"X-CSRF-Token: {client.headers['X-CSRF-Token']}\nConnection: close\n"
        "Content-Type: application/json\n"
    )
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    with serving(service.app) as address:
        chunked = ask(address, head + "Transfer-Encoding: chunked\n", *[chunk] * 80, b"0\r\n\r\n")
        small = ask(
            address,
            head + "Transfer-Encoding: chunked\n",
            b'f\r\n{"name": "one"}\r\n0\r\n\r\n',
        )
        lying = ask(address, head + "Content-Length: 5000000\n", *[b" " * 65536] * 77)
    assert chunked.startswith("HTTP/1.1 413")
    assert "application/problem+json" in chunked
    assert small.startswith("HTTP/1.1 201")
    assert lying.startswith("HTTP/1.1 413")


def test_signing_in_always_begins_another_session(service):
    client = service.client()
    client.cookies.set(COOKIE, "chosen-by-an-attacker", domain="127.0.0.1")
    given = {"login": "viewer", "password": PASSWORD}
    first = client.post(SIGN_IN, json=given)
    assert first.status_code == 201
    cookie = first.headers["set-cookie"].partition("=")[2].partition(";")[0]
    assert cookie != "chosen-by-an-attacker"
    client.cookies.clear()
    client.cookies.set(COOKIE, cookie, domain="127.0.0.1")
    csrf = {"X-CSRF-Token": first.json()["csrf"]}
    again = client.post(SIGN_IN, json={"login": "manager", "password": PASSWORD}, headers=csrf)
    assert again.status_code == 201
    old = service.client()
    old.cookies.set(COOKIE, cookie, domain="127.0.0.1")
    assert old.get(ME).status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"X-CSRF-Token": ""},
        {"X-CSRF-Token": "x" * 32},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"X-CSRF-Token": "", "Origin": "http://evil.example"},
    ],
)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_every_method_that_changes_needs_the_token_of_the_session(service, method, headers):
    client = service.client("admin")
    answer = client.request(method, f"/api/v1/projects/{service.ours}", headers=headers)
    assert answer.status_code in (403, 405)
    patched = client.patch(ME, json={"name": "forged"}, headers=headers)
    assert patched.status_code == 403
    assert client.get(ME).json()["user"]["name"] == "admin"


def test_a_form_of_another_site_is_not_understood(service):
    """What a page can send without asking first: no JSON, and no token."""
    client = service.client("admin")
    token = client.headers.pop("X-CSRF-Token")
    plain = {"Content-Type": "text/plain"}
    body = b'{"slug": "forged", "name": "Forged"}'
    assert client.post("/api/v1/projects", content=body, headers=plain).status_code == 403
    plain["X-CSRF-Token"] = token
    assert client.post("/api/v1/projects", content=body, headers=plain).status_code == 422


def test_too_many_tries_from_one_address(service):
    with service.database.transaction() as session:
        for _ in range(30):
            throttle.count(session, "login testclient", most=30, seconds=60)
    refused = service.client().post(SIGN_IN, json={"login": "viewer", "password": PASSWORD})
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
    assert int(refused.headers["retry-after"]) > 0


@pytest.mark.parametrize(
    "name", ["../../outside.jsonl", "..\\outside.jsonl", "/etc/outside.jsonl", "a\0b.jsonl"]
)
def test_a_name_never_becomes_a_path(service, name):
    client = service.client("evaluator")
    base = f"/api/v1/projects/{service.ours}/datasets"
    dataset = client.post(base, json={"name": "d"}).json()["id"]
    answer = client.post(
        f"{base}/{dataset}/versions",
        params={"file_name": name},
        content=b'{"input": "x"}\n',
        headers={"Content-Type": "application/octet-stream"},
    )
    assert answer.status_code in (201, 422)
    folder = service.settings.data_dir
    assert not list(folder.rglob("*outside*"))
    assert not list(folder.parent.glob("*outside*"))
    if answer.status_code == 201:
        assert not set("/\\\0") & set(answer.json()["file_name"])
        saved = client.get(f"{base}/{dataset}/versions/1/file").headers["content-disposition"]
        assert not set("/\\") & set(saved)


@pytest.mark.parametrize("kind", ["plan", "scorecard", "requirements"])
@pytest.mark.parametrize("name", ["../outside", "../../outside", "/outside", "a/../../../outside"])
def test_a_text_that_is_checked_is_written_nowhere_else(service, monkeypatch, name, kind):
    folder = service.settings.data_dir / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    given = {"kind": kind, "name": name, "text": "- outside\n"}
    path = f"/api/v1/projects/{service.ours}/documents/check"
    answer = service.client("viewer").post(path, json=given)
    assert answer.status_code == 200
    assert answer.json()["ok"] is False
    assert name in answer.json()["problems"][0]
    assert not list(service.settings.data_dir.rglob("*outside*"))


def zipped(name):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(name, "outside")
        archive.writestr("manifest.json", "{}")
    return file.getvalue()


@pytest.mark.parametrize("name", ["../outside", "/tmp/outside", "a/../../outside", "..\\outside"])
@pytest.mark.parametrize("path", ["library", "runs"])
def test_an_archive_writes_nothing_outside(service, path, name):
    client = service.client("manager")
    answer = client.post(
        f"/api/v1/projects/{service.ours}/{path}",
        content=zipped(name),
        headers={"Content-Type": "application/octet-stream"},
    )
    assert answer.status_code < 500
    if answer.status_code < 400:
        assert answer.json()["made"] == []
    folder = service.settings.data_dir
    assert not list(folder.rglob("*outside*"))
    assert not list(folder.parent.glob("outside*"))


def test_a_null_in_a_text_is_refused_wherever_it_stands(service):
    ids = fill(service)
    manager, admin = service.client("manager"), service.client("admin")
    base = f"/api/v1/projects/{service.ours}"
    bad = "a\0b"
    answers = [
        service.client().post(SIGN_IN, json={"login": bad, "password": PASSWORD}),
        admin.post("/api/v1/users", json={"login": "new", "password": PASSWORD, "name": bad}),
        admin.post("/api/v1/projects", json={"slug": "new", "name": bad}),
        manager.patch(ME, json={"name": bad}),
        manager.post("/api/v1/me/tokens", json={"name": bad}),
        manager.post(f"{base}/datasets", json={"name": bad}),
        manager.patch(f"{base}/datasets/{ids['dataset']}", json={"description": bad}),
        manager.patch(f"{base}/runs/{ids['run']}", json={"name": bad}),
        manager.get(f"{base}/runs", params={"text": bad}),
        manager.get(f"{base}/datasets/%00"),
        manager.post(f"{base}/documents", json={"kind": "plan", "name": bad, "text": "x"}),
        manager.post(f"{base}/documents", json={"kind": "plan", "name": "p", "text": bad}),
    ]
    for answer in answers:
        assert answer.status_code == 422, (str(answer.request.url), answer.text)
        carries_all(answer)


@pytest.mark.slow
def test_a_full_disk_is_told_as_such(service):
    ids = fill(service)
    path = f"/api/v1/projects/{service.ours}/runs/{ids['run']}/download?format=html"
    client = service.client("viewer")
    scratch = open_storage(service.settings).scratch
    command = ["mount", "-t", "tmpfs", "-o", "size=16k", "none", scratch]
    if subprocess.run(command, capture_output=True).returncode:
        pytest.skip("no right to mount")
    try:
        answer = client.get(path)
        assert (answer.status_code, answer.json()["code"]) == (503, "machine"), answer.text
        assert answer.json()["title"] == "The disk is full."  # where is nobody's concern
        assert int(answer.headers["retry-after"]) > 0
        assert client.get(ME).status_code == 200
    finally:
        subprocess.run(["umount", "-l", scratch], check=True)
    assert client.get(path).status_code == 200
