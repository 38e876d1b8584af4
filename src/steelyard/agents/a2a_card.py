"""Agent cards: where an A2A agent says who it is and how it is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from yarl import URL

from steelyard.agents.a2a_words import Version
from steelyard.agents.answer import bad_reply
from steelyard.agents.mapping import outline
from steelyard.errors import AskError
from steelyard.i18n import t

PLACES = ("/.well-known/agent-card.json", "/.well-known/agent.json")
"""Where a card is looked for: the second is from before 0.3."""


class Card(NamedTuple):
    """What is needed of a card.

    Attributes:
        name: the agent's name.
        url: where it takes JSON-RPC.
        version: the dialect it speaks there.
        streaming: whether it says that it streams; None when it says nothing.
        tenant: what requests have to carry as `tenant`, if anything.
    """

    name: str
    url: str
    version: Version
    streaming: bool | None = None
    tenant: str | None = None


def card_places(url: str) -> list[str]:
    """Return where to look for the card of an agent: a `.json` address is the card itself."""
    address = URL(url)
    if address.path.endswith(".json"):
        return [url]
    return [str(address.with_path(address.path.rstrip("/") + place)) for place in PLACES]


def read_card(document: Any, wanted: Version | None = None) -> Card:
    """Return what a card says.

    Args:
        document: the card.
        wanted: the version the plan asks for; None takes the newest that is offered.

    Raises:
        AskError: it is no card, or offers no JSON-RPC in that version.
    """
    if not isinstance(document, Mapping) or not isinstance(document.get("name"), str):
        raise bad_reply(t("a2a.not_a_card", found=outline(document)), "bad_card")
    offered = list(_interfaces(document))
    able = [i for i in offered if i.binding == "JSONRPC" and wanted in (None, i.version)]
    if not able:
        shown = ", ".join(f"{i.binding} {i.version} {i.url}" for i in offered) or "–"
        message = t("a2a.no_interface", name=document["name"], wanted=wanted or "", found=shown)
        raise AskError(message, kind="infra", reason="bad_card", retryable=False, fatal=True)
    best = max(able, key=lambda interface: interface.version == "1.0")
    capabilities = document.get("capabilities")
    streaming = capabilities.get("streaming") if isinstance(capabilities, Mapping) else None
    # The newer form leaves out what is false.
    streams = bool(streaming) if isinstance(capabilities, Mapping) else None
    return Card(document["name"], best.url, best.version, streams, best.tenant)


class _Interface(NamedTuple):
    url: str
    binding: str
    version: Version
    tenant: str | None = None


def _interfaces(card: Mapping[str, Any]) -> Iterator[_Interface]:
    """Yield the ways of asking on a card, in its order; a card may be written in both forms."""
    for item in _objects(card.get("supportedInterfaces")):
        version: Version = "0.3" if str(item.get("protocolVersion", "")).startswith("0.") else "1.0"
        binding = str(item.get("protocolBinding") or "JSONRPC").upper()
        yield _Interface(str(item.get("url")), binding, version, item.get("tenant") or None)
    if isinstance(card.get("url"), str):
        binding = str(card.get("preferredTransport") or "JSONRPC").upper()
        yield _Interface(card["url"], binding, "0.3")
    for item in _objects(card.get("additionalInterfaces")):
        yield _Interface(str(item.get("url")), str(item.get("transport")).upper(), "0.3")


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
