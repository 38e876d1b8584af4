"""Where a request comes from: only trusted proxies are believed, and only what they add."""

from __future__ import annotations

import pytest
from fastapi import Request
from fastapi.testclient import TestClient
from sqlalchemy import select

from steelyard.api import create_app
from steelyard.errors import UserError
from steelyard.server.db.tables import AuditEntry, Throttle
from steelyard.server.people.edge import address_of
from steelyard.server.settings import load_settings
from tests.server.conftest import make_settings


def heard(peer, *lines, trusted=()):
    """Return the address of a request from `peer` with these X-Forwarded-For lines."""
    headers = [(b"x-forwarded-for", line.encode()) for line in lines]
    scope = {"type": "http", "client": (peer, 1), "headers": headers}
    return address_of(Request(scope), make_settings("unused", trusted_proxies=trusted))


PROXY = "10.0.0.1"


@pytest.mark.parametrize(
    ("peer", "lines", "trusted", "expected"),
    [
        # Nobody is trusted: whatever is said, the peer is who it is.
        ("127.0.0.1", ("6.6.6.6",), (), "127.0.0.1"),
        # A stranger cannot speak for anyone.
        ("5.5.5.5", ("6.6.6.6",), (PROXY,), "5.5.5.5"),
        (PROXY, ("5.5.5.5",), (PROXY,), "5.5.5.5"),
        # What the client wrote itself stands before what the proxy added.
        (PROXY, ("6.6.6.6, 5.5.5.5",), (PROXY,), "5.5.5.5"),
        (PROXY, ("6.6.6.6", "5.5.5.5"), (PROXY,), "5.5.5.5"),
        # Naming a trusted address does not help: the first stranger from the end counts.
        (PROXY, (f"6.6.6.6, {PROXY}, 5.5.5.5",), (PROXY,), "5.5.5.5"),
        # Two proxies, one network.
        (PROXY, ("6.6.6.6, 5.5.5.5, 10.0.0.2",), ("10.0.0.0/8",), "5.5.5.5"),
        ("::ffff:10.0.0.1", ("5.5.5.5",), (PROXY,), "5.5.5.5"),
        ("::1", ("2001:db8::7",), ("::1",), "2001:db8::7"),
        # Nonsense is no address.
        (PROXY, ("unknown",), (PROXY,), PROXY),
        (PROXY, ("5.5.5.5, <script>",), (PROXY,), PROXY),
        (PROXY, ("",), (PROXY,), PROXY),
        (PROXY, (), (PROXY,), PROXY),
        # Behind a socket of the machine there is no peer to trust.
        ("testclient", ("5.5.5.5",), (PROXY,), "testclient"),
    ],
)
def test_who_is_believed(peer, lines, trusted, expected):
    assert heard(peer, *lines, trusted=trusted) == expected


def test_a_network_that_is_none_is_refused():
    with pytest.raises(UserError, match="trusted_proxies"):
        load_settings(trusted_proxies=("10.0.0.0/33",))


@pytest.mark.slow
@pytest.mark.parametrize("trusted", [(), ("127.0.0.1",)])
def test_throttling_and_the_audit_trail_go_by_it(service, trusted):
    settings = service.settings.model_copy(update={"trusted_proxies": trusted})
    app = create_app(settings)
    client = TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 1))
    wrong = {"login": "viewer", "password": "wrong"}
    forged = {"X-Forwarded-For": "6.6.6.6, 5.5.5.5"}
    assert client.post("/api/v1/session", json=wrong, headers=forged).status_code == 401
    expected = "5.5.5.5" if trusted else "127.0.0.1"
    with service.database.reading() as session:
        entry = session.scalars(select(AuditEntry).order_by(AuditEntry.id.desc())).first()
        assert entry.address == expected
        keys = list(session.scalars(select(Throttle.key)))
    app.state.database.close()
    assert f"login {expected}" in keys
    assert not any("6.6.6.6" in key for key in keys)


def test_whoever_has_a_network_of_addresses_counts_as_one(service):
    app = create_app(service.settings.model_copy(update={"requests_per_minute": 3}))

    def ask(address):
        client = TestClient(app, base_url="http://127.0.0.1", client=(address, 1))
        return client.get("/api/v1/setup").status_code

    assert [ask(f"2001:db8::{n}") for n in range(5)] == [200, 200, 200, 429, 429]
    assert ask("2001:db8:0:1::1") == 200
    assert ask("192.0.2.1") == 200
    app.state.database.close()
