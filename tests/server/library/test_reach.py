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


OPEN = ["8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8", "64:ff9b::808:808"]
LOOPBACK = [
    "127.0.0.1",
    "127.8.9.10",
    "::1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::1",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
]
NOWHERE = ["0.0.0.0", "::", "::ffff:0.0.0.0"]  # which systems take for this machine
CLOSED = [
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "169.254.0.1",
    "100.100.100.200",
    "100.64.0.1",
    "192.0.0.192",
    "224.0.0.1",
    "255.255.255.255",
    "240.0.0.1",
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
def test_public_addresses_are_open(tmp_path, number):
    assert reach(tmp_path).is_open(number, number, 80)


@pytest.mark.parametrize("number", LOOPBACK)
def test_loopback_is_closed_until_an_administrator_opens_it(tmp_path, number):
    for allowed in ((), ("0.0.0.0/0", "::/0"), ("*", "*.example"), ("126.0.0.0/7",)):
        closed = reach(tmp_path, allow_loopback=False, allow_hosts=allowed)
        assert not closed.is_open("host.example", number, 80)
    assert reach(tmp_path, allow_loopback=True).is_open("host.example", number, 80)
    named = ("127.0.0.0/8", "::1")
    assert reach(tmp_path, allow_loopback=False, allow_hosts=named).is_open("x", number, 80)
    named = ("localhost",)
    guard = reach(tmp_path, allow_loopback=False, allow_hosts=named)
    assert guard.is_open("localhost.", number, 80)
    assert not guard.is_open("host.example", number, 80)


@pytest.mark.parametrize("number", NOWHERE)
def test_no_address_is_none_whatever_is_open(tmp_path, number):
    for allowed in ((), ("0.0.0.0/0", "::/0"), ("127.0.0.0/8",)):
        guard = reach(tmp_path, allow_loopback=True, allow_hosts=allowed)
        assert not guard.is_open("host.example", number, 80)


def own_address():
    """Return an address of this machine that is not loopback; None when it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
        except OSError:
            return None
        return probe.getsockname()[0]


@pytest.mark.parametrize("number", [*LOOPBACK, *NOWHERE])
def test_the_port_of_the_service_is_closed_whatever_is_open(tmp_path, number):
    open_ = {"allow_loopback": True, "allow_hosts": ("0.0.0.0/0", "::/0", "localhost", "*")}
    guard = reach(tmp_path, port=8765, **open_)
    guard.open_port(8765)
    for host in ("localhost", "host.example", number):
        assert not guard.is_open(host, number, 8765)
    if number in LOOPBACK:
        assert guard.is_open("host.example", number, 8766)


def test_the_service_is_closed_at_every_address_of_this_machine(tmp_path):
    own = own_address()
    if own is None:
        pytest.skip("this machine has loopback only")
    guard = reach(tmp_path, port=8765, allow_hosts=(f"{own}/32",))
    assert guard.is_open("host.example", own, 8766)
    for number in (own, f"::ffff:{own}"):
        assert not guard.is_open("host.example", number, 8765)


def test_the_public_address_of_the_service_is_closed(tmp_path):
    guard = reach(tmp_path, public_url="https://Steelyard.example/", allow_hosts=("*",))
    assert not guard.is_open("steelyard.example.", "8.8.8.8", 443)
    assert guard.is_open("steelyard.example", "8.8.8.8", 8443)
    assert guard.is_open("agents.example", "8.8.8.8", 443)


SPELLINGS = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "0x7f000001",
    "0177.0.0.1",
    "0.0.0.0",
    "0",
    "localhost",
    "localhost.",
    "LOCALHOST",
    "127.0.0.1.",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[0:0:0:0:0:ffff:7f00:1]",
]


@pytest.mark.slow
@pytest.mark.parametrize("host", SPELLINGS)
def test_no_spelling_leads_to_this_machine(tmp_path, http_server, host):
    url = f"http://{host}:{http_server.server_port}/"
    closed = reach(tmp_path, allow_loopback=False)
    own = reach(tmp_path, allow_loopback=True, port=http_server.server_port)
    for guard in (closed, own):
        with pytest.raises(InputError) as told:
            guard.check_url(url)
        assert "allow_loopback" in str(told.value.hint)
        with pytest.raises(aiohttp.ClientError):
            get(guard, url)
        with pytest.raises(ClosedAddressError):
            guard.address(host.strip("[]"), http_server.server_port)
    assert not http_server.seen


def test_a_redirect_and_another_answer_lead_no_further(tmp_path, http_server, monkeypatch):
    """Neither to a service on loopback, nor to our own port when loopback is open."""
    port, inside = http_server.server_port, f"http://localhost:{http_server.server_port}/inside"
    outer = reach(tmp_path, allow_loopback=False, allow_hosts=("127.0.0.2",))
    assert not outer.is_open("localhost", "127.0.0.1", port)
    own = reach(tmp_path, allow_loopback=True, port=port)
    for guard in (outer, own):
        with pytest.raises(aiohttp.ClientError):
            get(guard, inside)
    answers = iter(["8.8.8.8", "127.0.0.1", "127.0.0.1"])

    def resolve(host, *_args, **_more):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    outer.check_url(f"http://rebound.example:{port}/")
    with pytest.raises(aiohttp.ClientError):
        get(outer, f"http://rebound.example:{port}/")
    with pytest.raises(ClosedAddressError):
        outer.address("rebound.example", port)
    assert not http_server.seen


def test_a_task_reaches_the_ports_it_opened_itself(tmp_path, http_server):
    guard = reach(tmp_path, allow_loopback=False)
    with pytest.raises(aiohttp.ClientError):
        get(guard, http_server.url)
    guard.open_port(http_server.server_port)
    assert "ready" in get(guard, http_server.url)
    assert not reach(tmp_path, allow_loopback=False).is_open("x", "127.0.0.1", 80)
    denied = reach(tmp_path, allow_loopback=False, deny_hosts=("127.0.0.1",))
    denied.open_port(http_server.server_port)
    assert not denied.is_open("x", "127.0.0.1", http_server.server_port)


@pytest.mark.parametrize("number", CLOSED)
def test_the_rest_is_closed_unless_named(tmp_path, number):
    assert not reach(tmp_path).is_open("host.example", number, 80)
    everything = reach(tmp_path, allow_hosts=("0.0.0.0/0", "::/0"))
    assert everything.is_open("host.example", number, 80)


def test_names_and_networks_are_opened(tmp_path):
    guard = reach(tmp_path, allow_hosts=("10.0.0.0/8", "*.internal"))
    assert guard.is_open("a.example", "10.1.2.3", 80)
    assert guard.is_open("Agent.Internal.", "192.168.0.5", 80)
    assert not guard.is_open("a.example", "192.168.0.5", 80)
    assert not guard.is_open("internal", "192.168.0.5", 80)
    assert not guard.is_open("a.internal.example", "192.168.0.5", 80)


@pytest.mark.parametrize("number", ["169.254.169.254", "fd00:ec2::254", "::ffff:169.254.169.254"])
def test_a_pattern_opens_no_metadata(tmp_path, number):
    guard = reach(tmp_path, allow_hosts=("*.internal", "*"))
    assert guard.is_open("agent.internal", "10.0.0.1", 80)
    for host in ("metadata.google.internal", number):
        assert not guard.is_open(host, number, 80)
    named = reach(tmp_path, allow_hosts=("metadata.google.internal",))
    assert named.is_open("Metadata.Google.Internal.", number, 80)
    assert not named.is_open("other.internal", number, 80)


def test_what_is_denied_is_closed_whatever_else_is_said(tmp_path):
    guard = reach(tmp_path, allow_hosts=("*",), deny_hosts=("127.0.0.0/8", "bad.example", "::1"))
    assert guard.is_open("x", "10.0.0.1", 80)
    assert not guard.is_open("x", "127.0.0.1", 80)
    assert not guard.is_open("x", "::ffff:127.0.0.1", 80)
    assert not guard.is_open("x", "::1", 80)
    assert not guard.is_open("bad.example.", "8.8.8.8", 80)


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


@pytest.mark.slow
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001"])
def test_closed_addresses_are_not_dialled(tmp_path, http_server, host):
    guard = reach(tmp_path, deny_hosts=("127.0.0.0/8", "::1/128"))
    with pytest.raises(aiohttp.ClientError):
        get(guard, f"http://{host}:{http_server.server_port}/")
    assert not http_server.seen


def test_a_redirect_is_checked_too(tmp_path, http_server):
    guard = reach(tmp_path, allow_loopback=False, allow_hosts=("127.0.0.1",))
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
