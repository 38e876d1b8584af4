"""The guard on addresses: whatever way one is written, the number that is dialled decides."""

from __future__ import annotations

import asyncio
import socket

import aiohttp
import pytest
from pydantic import ValidationError

from steelyard.errors import InputError
from steelyard.server.library.reach import ClosedAddressError, Reach
from tests.server.conftest import make_settings


def reach(tmp_path, **settings):
    return Reach(make_settings(tmp_path, **settings))


OPEN = ["8.8.8.8", "127.0.0.1", "::1", "2001:4860:4860::8888", "::ffff:8.8.8.8", "64:ff9b::808:808"]
CLOSED = [
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "169.254.0.1",
    "100.100.100.200",
    "100.64.0.1",
    "192.0.0.192",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "240.0.0.1",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "fd00:ec2::254",
    "fd12::1",
    "ff02::1",
    "::ffff:169.254.169.254",
    "::ffff:10.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::1",
    "::169.254.169.254",
    "::10.0.0.1",
    "fec0::1",
    "4000::1",
]


@pytest.mark.parametrize("number", OPEN)
def test_public_addresses_and_loopback_are_open(tmp_path, number):
    assert reach(tmp_path).is_open(number, number)


@pytest.mark.parametrize("number", CLOSED)
def test_the_rest_is_closed_unless_named(tmp_path, number):
    assert not reach(tmp_path).is_open("host.example", number)
    everything = reach(tmp_path, allow_hosts=("0.0.0.0/0", "::/0"))
    assert everything.is_open("host.example", number)


def test_names_and_networks_are_opened(tmp_path):
    guard = reach(tmp_path, allow_hosts=("10.0.0.0/8", "*.internal"))
    assert guard.is_open("a.example", "10.1.2.3")
    assert guard.is_open("Agent.Internal.", "192.168.0.5")
    assert not guard.is_open("a.example", "192.168.0.5")
    assert not guard.is_open("internal", "192.168.0.5")
    assert not guard.is_open("a.internal.example", "192.168.0.5")


@pytest.mark.parametrize("number", ["169.254.169.254", "fd00:ec2::254", "::ffff:169.254.169.254"])
def test_a_pattern_opens_no_metadata(tmp_path, number):
    guard = reach(tmp_path, allow_hosts=("*.internal", "*"))
    assert guard.is_open("agent.internal", "10.0.0.1")
    for host in ("metadata.google.internal", number):
        assert not guard.is_open(host, number)
    named = reach(tmp_path, allow_hosts=("metadata.google.internal",))
    assert named.is_open("Metadata.Google.Internal.", number)
    assert not named.is_open("other.internal", number)


def test_what_is_denied_is_closed_whatever_else_is_said(tmp_path):
    guard = reach(tmp_path, allow_hosts=("*",), deny_hosts=("127.0.0.0/8", "bad.example", "::1"))
    assert guard.is_open("x", "10.0.0.1")
    assert not guard.is_open("x", "127.0.0.1")
    assert not guard.is_open("x", "::ffff:127.0.0.1")
    assert not guard.is_open("x", "::1")
    assert not guard.is_open("bad.example.", "8.8.8.8")


@pytest.mark.parametrize("entry", ["10.0.0.0/33", "http://x", "", "a/b"])
def test_a_wrong_rule_is_told(tmp_path, entry):
    with pytest.raises(ValidationError, match="allow_hosts or deny_hosts"):
        reach(tmp_path, allow_hosts=(entry,))


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest/meta-data",
        "http://2852039166/",  # the same in decimal
        "http://0xa9fea9fe/",
        "http://0251.0376.0251.0376/",  # in octal
        "http://169.254.43518/",
        "http://[::ffff:169.254.169.254]/",
        "http://[fe80::1]/",
        "http://169.254.169.254./",
        "http://user@169.254.169.254/",
        "http://8.8.8.8@169.254.169.254/",
        "ftp://8.8.8.8/",
        "http:///x",
        "http://[::1",
        "http://0/",
        "http://10.0.0.7:8000/v1",
    ],
)
def test_closed_addresses_are_told_when_they_are_given(tmp_path, url):
    with pytest.raises(InputError):
        reach(tmp_path).check_url(url)


def test_a_name_that_means_nothing_now_may_do_so_later(tmp_path):
    reach(tmp_path).check_url("http://no-such-host.invalid:8000/v1")
    reach(tmp_path).check_url("http://127.0.0.1:8000/v1")


def get(guard, url, **options):
    async def ask():
        async with (
            aiohttp.ClientSession(connector=guard.connector()) as session,
            session.post(url, **options) as response,
        ):
            return await response.text()

    return asyncio.run(ask())


def test_open_addresses_are_reached(tmp_path, http_server):
    assert "ready" in get(reach(tmp_path), http_server.url)
    port = http_server.server_port
    assert "ready" in get(reach(tmp_path), f"http://localhost:{port}/")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001"])
def test_closed_addresses_are_not_dialled(tmp_path, http_server, host):
    guard = reach(tmp_path, deny_hosts=("127.0.0.0/8", "::1/128"))
    with pytest.raises(aiohttp.ClientError):
        get(guard, f"http://{host}:{http_server.server_port}/")
    assert not http_server.seen


def test_a_redirect_is_checked_too(tmp_path, http_server):
    guard = reach(tmp_path, deny_hosts=("127.0.0.2",))
    target = f"http://127.0.0.2:{http_server.server_port}/"
    with pytest.raises(aiohttp.ClientError):
        get(guard, f"{http_server.url}/redirect?to={target}", allow_redirects=True)
    assert [path for path, _ in http_server.seen] == [f"/redirect?to={target}"]


def test_a_name_that_means_another_address_next_time_is_checked_again(
    tmp_path, http_server, monkeypatch
):
    """Rebinding: the first answer is open, the second one is not."""
    port = http_server.server_port
    answers = iter(["8.8.8.8", "127.0.0.1", "127.0.0.1"])

    def resolve(host, *_args, **_more):
        place = (next(answers), port)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", place)]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    guard = reach(tmp_path, deny_hosts=("127.0.0.0/8",))
    guard.check_url(f"http://rebound.example:{port}/")
    with pytest.raises(aiohttp.ClientError):
        get(guard, f"http://rebound.example:{port}/")
    with pytest.raises(ClosedAddressError):
        guard.address("rebound.example", port)
    assert not http_server.seen
