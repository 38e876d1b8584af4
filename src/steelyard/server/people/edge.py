"""What a request says of itself that both the API and the pages read in the same way."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

from steelyard.i18n import Language
from steelyard.server.settings import Settings

_FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


def address_of(asking: Any, settings: Settings) -> str | None:
    """Return where a request or socket comes from, through the proxies trusted to say it.

    Each proxy adds whom it heard at the end, so what is said is read from there, as long as it is
    a trusted one that says it; whatever a client wrote itself stands before and is never reached.
    """
    if asking.client is None:
        return None
    address: str = asking.client.host
    if not settings.proxies:
        return address
    # A proxy may add a line of its own instead of adding to the client's.
    said = ",".join(asking.headers.getlist("x-forwarded-for")).split(",")
    while said and _is_trusted(settings, address):
        heard = _address(said.pop().strip())
        if heard is None:
            break
        address = str(heard)
    return address


def is_near(asking: Any) -> bool:
    """Whether a request comes from this machine itself, and not through a proxy on it."""
    if asking.client is None or any(name in asking.headers for name in _FORWARDED):
        return False
    address = _address(asking.client.host)
    return address is not None and address.is_loopback


def preferred_language(header: str) -> Language:
    """Return the first of our languages that a browser asks for, by its weight."""
    wanted = []
    for part in header.split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((-float(weight or 1), tag.lower()))
        except ValueError:
            continue
    for _, tag in sorted(wanted, key=lambda pair: pair[0]):
        if tag.startswith("zh"):
            return "zh"
        if tag.startswith("en"):
            return "en"
    return "en"


def _is_trusted(settings: Settings, address: str) -> bool:
    found = _address(address)
    return found is not None and any(found in network for network in settings.proxies)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    # A socket for both families shows an IPv4 peer as ::ffff:10.0.0.1.
    return getattr(found, "ipv4_mapped", None) or found
