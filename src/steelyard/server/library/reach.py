"""Where agents and webhooks may be: the guard against reaching into the network through us.

Public addresses are open; private networks are open when `allow_hosts` names them or the host;
link-local addresses, where clouds keep their metadata, and everything that is no single machine
stay closed unless named, and a pattern such as `*.internal` does not name them: some cloud calls
its metadata so. Loopback, where databases and other services trust whoever is there, is open when
`allow_loopback` says so or `allow_hosts` names it, and nothing wider than it does. `deny_hosts`
closes whatever else is said. The service's own port is always closed, at every address of this
machine, and so is `public_url`.

A task may reach the ports on loopback that it opened itself: of the proxy that injects faults, and
of the agent that an environment starts.

What is checked is the number that is dialled, at the moment it is dialled. So it does not matter
how an address is written, what a name means next time, or where a redirect leads.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.named_hosts import Address, Rules
from steelyard.server.settings import Settings

# Clouds that keep their metadata elsewhere than at a link-local address.
_METADATA = frozenset(map(ip_address, ("100.100.100.200", "fd00:ec2::254", "192.0.0.192")))
# IPv6 that carries an IPv4 address inside, and where it stands.
_CARRIERS = (
    (ip_network("64:ff9b::/96"), 0),
    (ip_network("2002::/16"), 80),
    (ip_network("::ffff:0:0:0/96"), 0),
    (ip_network("::/96"), 0),
)
_HERE = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
_PORTS = {"http": 80, "https": 443}


class ClosedAddressError(OSError):
    """The address may not be reached; the connection is not made."""


class Reach:
    """What one service may reach."""

    def __init__(self, settings: Settings) -> None:
        self._allow = Rules.of(settings.allow_hosts)
        self._deny = Rules.of(settings.deny_hosts)
        self._loopback = settings.allow_loopback
        self._port = settings.port
        self._public = _origin(settings.public_url)
        self._opened: set[int] = set()

    def is_open(self, host: str, number: str, port: int) -> bool:
        """Whether `host`, which means this number now, may be reached at a port."""
        host = host.rstrip(".").lower()
        address = _plain(number)
        if self._deny.name(host) or self._deny.hold(address) or self._is_us(host, address, port):
            return False
        if self._allow.name_alone(host):
            return True
        if _is_here(address):
            return self._is_open_here(address, port)
        if self._allow.hold(address) or (self._allow.name(host) and not _is_delicate(address)):
            return True
        return _is_public(address)

    def open_port(self, port: int) -> None:
        """Open a port on loopback that the task itself listens on."""
        self._opened.add(port)

    def _is_open_here(self, address: Address, port: int) -> bool:
        if not address.is_loopback:
            return False  # no address at all, which systems take for this machine
        own = port in self._opened
        return own or self._loopback or self._allow.hold_within(address, _HERE)

    def _is_us(self, host: str, address: Address, port: int) -> bool:
        """Whether the service itself answers there."""
        if (host, port) == self._public:
            return True
        return port == self._port and (_is_here(address) or _is_of_this_machine(address))

    def address(self, host: str, port: int) -> str:
        """Return a number of `host` that may be dialled.

        Raises:
            OSError: there is no such host, or none of its addresses is open.
        """
        found = socket.getaddrinfo(host.rstrip("."), port, type=socket.SOCK_STREAM)
        numbers = [str(one[4][0]) for one in found]
        for number in numbers:
            if self.is_open(host, number, port):
                return number
        raise _closed(host, numbers)

    def check_url(self, url: str) -> None:
        """Say early that an address is closed; a name that means nothing now may do so later.

        Raises:
            InputError: it is.
        """
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError:
            host, port = None, None
        # A browser's parser drops line ends and tabs; what is sent later would hold them.
        if any(c.isspace() or not c.isprintable() for c in url):
            host = None
        if not host or parts.scheme not in ("http", "https") or "@" in parts.netloc:
            raise InputError(t("reach.bad_url"))
        try:
            self.address(host, port or _PORTS[parts.scheme])
        except ClosedAddressError as error:
            raise InputError(str(error), hint=t("reach.hint")) from None
        except (OSError, UnicodeError):
            return

    def connector(self, **options: Any) -> aiohttp.TCPConnector:
        """Return a connector that dials open addresses only."""
        # Addresses that are open because of the name they were found under.
        named: set[tuple[str, int]] = set()

        def make_socket(found: tuple[Any, ...]) -> socket.socket:
            number, port = str(found[4][0]), int(found[4][1])
            if self._is_us(number, _plain(number), port):
                raise _closed(number, [number])
            if (number, port) not in named and not self.is_open(number, number, port):
                raise _closed(number, [number])
            return socket.socket(family=found[0], type=found[1], proto=found[2])

        resolver = _GuardedResolver(self, named)
        return aiohttp.TCPConnector(**options, resolver=resolver, socket_factory=make_socket)


def printable(text: str) -> str:
    """Return the beginning of a text with line ends and the like as escapes, to be shown."""
    shown = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[:200])
    return "".join(shown)


class _GuardedResolver(AbstractResolver):
    """Finds the open addresses of a name."""

    def __init__(self, reach: Reach, named: set[tuple[str, int]]) -> None:
        self._inner = ThreadedResolver()
        self._reach = reach
        self._named = named

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await self._inner.resolve(host, port, family)
        good = [one for one in found if self._reach.is_open(host, one["host"], port)]
        if found and not good:
            raise _closed(host, [one["host"] for one in found])
        self._named.update((one["host"], port) for one in good)
        return good

    async def close(self) -> None:
        await self._inner.close()


def _closed(host: str, numbers: Sequence[str]) -> ClosedAddressError:
    return ClosedAddressError(t("reach.closed", host=host, address=", ".join(numbers[:3])))


@lru_cache(maxsize=4096)
def _plain(number: str) -> Address:
    """Return the address, out of the IPv6 form it may be carried in."""
    address = ip_address(number.partition("%")[0])
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.is_loopback or address.is_unspecified:
        return address
    for network, shift in _CARRIERS:
        if address in network:
            return IPv4Address(int(address) >> shift & 0xFFFFFFFF)
    return address


def _is_here(address: Address) -> bool:
    """Whether an address leads back to this machine, whichever it is."""
    return address.is_loopback or address.is_unspecified


def _is_of_this_machine(address: Address) -> bool:
    """Whether a network of this machine has the address: only then can something listen on it."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((str(address), 0))
        except OSError:
            return False
    return True


def _origin(url: str | None) -> tuple[str, int] | None:
    """Return host and port of an address."""
    try:
        parts = urlsplit(url or "")
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None
    if not parts.hostname or port is None:
        return None
    return parts.hostname.rstrip(".").lower(), port


def _is_public(address: Address) -> bool:
    if _is_delicate(address) or address.is_multicast or address.is_unspecified:
        return False
    # Of what is set aside for later, the system's libraries say that it is global.
    return address.is_global and not address.is_reserved and not _is_site_local(address)


def _is_delicate(address: Address) -> bool:
    """Whether machines tell secrets there to whoever asks from near by."""
    return address.is_link_local or address in _METADATA


def _is_site_local(address: Address) -> bool:
    return isinstance(address, IPv6Address) and address.is_site_local
