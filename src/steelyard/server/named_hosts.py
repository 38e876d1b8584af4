"""Hosts and networks as the settings name them: what is allowed, what is closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network

from steelyard.errors import InputError
from steelyard.i18n import t

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class Rules:
    """Hosts and networks by name, as the settings give them."""

    hosts: tuple[str, ...]
    networks: tuple[Network, ...]

    @classmethod
    def of(cls, entries: Sequence[str]) -> Rules:
        """Tell networks from names.

        Raises:
            InputError: an entry is neither.
        """
        hosts, networks = [], []
        for entry in entries:
            text = entry.strip().rstrip(".").lower()
            try:
                networks.append(ip_network(text, strict=False))
            except ValueError:
                if not text or "/" in text or ":" in text:
                    raise InputError(t("reach.bad_rule", found=entry)) from None
                hosts.append(text)
        return cls(tuple(hosts), tuple(networks))

    def name(self, host: str) -> bool:
        """Whether a host is named, alone or by a pattern."""
        return any(fnmatchcase(host, pattern) for pattern in self.hosts)

    def name_alone(self, host: str) -> bool:
        """Whether a host is named by its whole name."""
        return host in self.hosts

    def hold_within(self, address: Address, bounds: Sequence[Network]) -> bool:
        """Whether an address is in one of the networks that lie in the bounds themselves."""
        narrow = [one for one in self.networks if any(_lies_in(one, bound) for bound in bounds)]
        return Rules((), tuple(narrow)).hold(address)

    def hold(self, address: Address) -> bool:
        """Whether an address is in one of the networks."""
        return any(
            address in network for network in self.networks if network.version == address.version
        )


def _lies_in(network: Network, bound: Network) -> bool:
    if isinstance(network, IPv4Network) and isinstance(bound, IPv4Network):
        return network.subnet_of(bound)
    if isinstance(network, IPv6Network) and isinstance(bound, IPv6Network):
        return network.subnet_of(bound)
    return False
