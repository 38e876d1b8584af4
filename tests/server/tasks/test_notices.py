"""Notices reach a real HTTP server, signed, and a real mail server; what fails is tried again."""

from __future__ import annotations

import hashlib
import hmac
import json
import socketserver
import threading
from datetime import timedelta
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from sqlalchemy import select

from steelyard.errors import InputError
from steelyard.server.db.base import now
from steelyard.server.db.tables import Notice, Secret, Webhook
from steelyard.server.people.policy import SERVICE
from steelyard.server.tasks import subscriptions
from steelyard.server.tasks.notices import MOST_ATTEMPTS, deliver_due


@pytest.fixture
def receiver():
    """An HTTP server that keeps what it gets and answers with what stands in `status`."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            server.got.append((dict(self.headers), body))
            self.send_response(server.status)
            if server.status == 302:
                self.send_header("Location", f"{server.url}elsewhere")
            self.end_headers()

        def log_message(self, *_):
            return

    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.got, server.status = [], 200
    server.url = f"http://127.0.0.1:{server.server_port}/"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def post_office():
    """A mail server that speaks as much SMTP as it takes to be given a message."""

    class Handler(socketserver.StreamRequestHandler):
        def say(self, text):
            self.wfile.write(f"{text}\r\n".encode())

        def handle(self):
            self.say("220 here")
            while line := self.rfile.readline().strip().upper():
                if line.startswith((b"EHLO", b"HELO")):
                    self.say("250 here")
                elif line == b"DATA":
                    self.say("354 go on")
                    lines = []
                    while (piece := self.rfile.readline()) != b".\r\n":
                        lines.append(piece)
                    server.got.append(b"".join(lines))
                    self.say("250 taken")
                elif line == b"QUIT":
                    self.say("221 bye")
                    return
                else:
                    self.say("250 ok")

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.got = []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def subscribe(bench, kind, target, events=()):
    with bench.database.transaction() as session:
        return subscriptions.subscribe(
            session, SERVICE, bench.settings, bench.project.id, kind, target, events
        )


def notice(bench):
    with bench.database.reading() as session:
        return session.scalar(select(Notice).order_by(Notice.id.desc()).limit(1))


def due_now(bench):
    with bench.database.transaction() as session:
        for one in session.scalars(select(Notice).where(Notice.state == "waiting")):
            one.next_at = now() - timedelta(seconds=1)


@pytest.mark.slow
def test_a_webhook_is_told_and_can_see_that_it_was_us(bench, receiver):
    _, key = subscribe(bench, "webhook", receiver.url, ["cancelled"])
    task = bench.task("one", 2)
    bench.want("pause", task)  # not subscribed to
    bench.want("cancel", task)
    assert deliver_due(bench.database, bench.settings) == 1
    assert deliver_due(bench.database, bench.settings) == 0
    [(headers, body)] = receiver.got
    stamp = headers["X-Steelyard-Timestamp"]
    expected = hmac.new(key.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
    assert headers["X-Steelyard-Signature"] == f"v1={expected}"
    told = json.loads(body)
    assert (told["event"], told["task"]["id"]) == ("task.cancelled", task)
    assert notice(bench).state == "sent"


@pytest.mark.slow
@pytest.mark.parametrize("status", [500, 302])
def test_what_is_not_taken_is_sent_again_until_it_is_hopeless(bench, receiver, status):
    subscribe(bench, "webhook", receiver.url)
    receiver.status = status
    bench.want("cancel", bench.task("one", 2))
    assert deliver_due(bench.database, bench.settings) == 0
    first = notice(bench)
    assert (first.state, first.attempts) == ("waiting", 1)
    assert first.next_at > now()
    for _ in range(MOST_ATTEMPTS - 1):
        due_now(bench)
        deliver_due(bench.database, bench.settings)
    assert notice(bench).state == "given_up"
    assert len(receiver.got) == MOST_ATTEMPTS  # and nobody was redirected
    assert len({headers["X-Steelyard-Delivery"] for headers, _ in receiver.got}) == 1


@pytest.mark.slow
def test_one_who_is_not_to_be_told_any_more_is_not_even_told_what_waits(bench, receiver):
    webhook, _ = subscribe(bench, "webhook", receiver.url)
    bench.want("cancel", bench.task("sent", 2))
    deliver_due(bench.database, bench.settings)
    receiver.status = 500
    bench.want("cancel", bench.task("waits", 2))
    deliver_due(bench.database, bench.settings)
    for enabled in (False, True):
        with bench.database.transaction() as session:
            row = session.get(Webhook, webhook.id)
            subscriptions.change(session, SERVICE, bench.settings, row, enabled=enabled)
        due_now(bench)
        deliver_due(bench.database, bench.settings)
    assert len(receiver.got) == 2
    assert notice(bench).state == "sent"  # what was told stays written down


def test_closed_addresses_are_refused_early_and_late(bench):
    for target in ("http://169.254.169.254/latest", "ftp://x/", "http://user@127.0.0.1/"):
        with pytest.raises(InputError):
            subscribe(bench, "webhook", target)
    with pytest.raises(InputError):
        subscribe(bench, "mail", "nobody")
    with pytest.raises(InputError):
        subscribe(bench, "mail", "a@b.c", ["dinner"])
    # A name that came to mean a closed address after it was checked.
    webhook, _ = subscribe(bench, "webhook", "http://127.0.0.1:1/")
    with bench.database.transaction() as session:
        session.get(Webhook, webhook.id).target = "http://169.254.169.254/latest"
    bench.want("cancel", bench.task("one", 2))
    assert deliver_due(bench.database, bench.settings) == 0
    assert "169.254.169.254" in notice(bench).error


def lose_key(session, webhook):
    session.get(Secret, session.get(Webhook, webhook.id).key_secret_id).ciphertext = b"lost"


def leave_dns(session, webhook):
    session.get(Webhook, webhook.id).target = f"http://{'a' * 64}.example/"  # no name is so long


@pytest.mark.slow
@pytest.mark.parametrize("spoil", [lose_key, leave_dns])
def test_one_that_cannot_be_told_keeps_nobody_else_waiting(bench, receiver, spoil):
    spoiled, _ = subscribe(bench, "webhook", "http://127.0.0.1:1/")
    good, _ = subscribe(bench, "webhook", receiver.url)
    with bench.database.transaction() as session:
        spoil(session, spoiled)
    bench.want("cancel", bench.task("one", 2))
    assert deliver_due(bench.database, bench.settings) == 1
    assert len(receiver.got) == 1
    with bench.database.reading() as session:
        found = {one.webhook_id: one for one in session.scalars(select(Notice))}
    assert found[good.id].state == "sent"
    assert (found[spoiled.id].state, found[spoiled.id].attempts) == ("waiting", 1)
    assert found[spoiled.id].error
    assert found[spoiled.id].next_at > now()


@pytest.mark.slow
def test_mail_arrives(make_bench, post_office):
    port = post_office.server_address[1]
    bench = make_bench(smtp_url=f"smtp://127.0.0.1:{port}", mail_from="s@example.org")
    subscribe(bench, "mail", "someone@example.org")
    task = bench.task("夜间\nBcc: all@example.org", 2)
    bench.want("cancel", task)
    assert deliver_due(bench.database, bench.settings) == 1
    [raw] = post_office.got
    message = message_from_bytes(raw, policy=policy.default)
    assert message["To"] == "someone@example.org"
    assert message["Bcc"] is None
    assert "夜间" in message["Subject"]
    assert task in message.get_content()


def test_without_a_mail_server_a_mail_waits_and_says_why(bench):
    subscribe(bench, "mail", "someone@example.org")
    bench.want("cancel", bench.task("one", 2))
    assert deliver_due(bench.database, bench.settings) == 0
    assert "smtp_url" in notice(bench).error


def test_an_end_of_a_subscription_takes_its_key_along(bench, receiver):
    webhook, _ = subscribe(bench, "webhook", receiver.url)
    bench.want("cancel", bench.task("one", 2))
    with bench.database.transaction() as session:
        found = subscriptions.find_webhook(session, bench.project.id, webhook.id)
        subscriptions.unsubscribe(session, SERVICE, found)
    with bench.database.reading() as session:
        assert session.scalar(select(Notice)) is None
        assert session.scalar(select(Secret)) is None
