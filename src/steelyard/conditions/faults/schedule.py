"""Which requests are disturbed, and how: decided by the seed and the request alone."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from steelyard.conditions.faults.fault import Planned
from steelyard.conditions.sample import stable_number

_WHOLE = 2**64
_REMEMBERED = 100_000  # keys whose attempts are counted; the oldest are forgotten first


@dataclass(frozen=True, slots=True)
class Rule:
    """A fault with its parameters, and the share of the requests it hits."""

    kind: str
    share: float
    params: Mapping[str, Any]


class Seen(NamedTuple):
    """A request as the proxy sees it; `key` is what its header `X-Steelyard-Ask` says."""

    method: str
    target: str
    body: bytes | None
    key: str | None = None


class Schedule:
    """Decides for every request.

    The shares of the rules lie side by side on [0, 1); where the number drawn for a key falls, that
    fault hits it. So the shares hold, one request has one fault, and the order in which requests
    come changes nothing.

    Args:
        rules: faults with their shares, which add up to at most 1.
        seed: the same seed disturbs the same keys.
        hits: how many attempts of a key are disturbed; None for all of them. Without a header that
            names the ask, equal requests are attempts of one key when `hits` is set, and keys of
            their own when it is not.
    """

    def __init__(self, rules: Sequence[Rule], *, seed: int = 0, hits: int | None = None) -> None:
        self.rules = tuple(rules)
        self._seed = seed
        self._hits = hits
        self._seen: dict[str, int] = {}

    def decide(self, seen: Seen) -> Planned | None:
        """Return the fault for this request, or None."""
        key = seen.key
        if key is None:
            key = _name(seen)
            if self._hits is None:
                key = f"{key} #{self._count(key)}"
        return self.attempt(key)

    def attempt(self, key: str) -> Planned | None:
        """Return the fault for the next attempt of a key, or None."""
        attempt = self._count(f"attempt {key}")
        rule = self.rule_of(key)
        if rule is None or (self._hits is not None and attempt > self._hits):
            return None
        seed = stable_number(self._seed, key, rule.kind, attempt)
        return Planned(key, rule.kind, attempt, rule.params, seed)

    def rule_of(self, key: str) -> Rule | None:
        """Return the rule that a key falls under, whatever came before."""
        place, edge = stable_number(self._seed, "fault", key) / _WHOLE, 0.0
        for rule in self.rules:
            edge += rule.share
            if place < edge:
                return rule
        return None

    def _count(self, key: str) -> int:
        count = self._seen.pop(key, 0) + 1
        self._seen[key] = count
        if len(self._seen) > _REMEMBERED:
            del self._seen[next(iter(self._seen))]
        return count


def _name(seen: Seen) -> str:
    name = f"{seen.method} {seen.target}"
    if seen.body:
        name += f" {hashlib.blake2b(seen.body, digest_size=6).hexdigest()}"
    return name
