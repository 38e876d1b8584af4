"""How a team talked: rounds, answered questions, repeats and balance, from its messages."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from steelyard.model import nfkc


class Message(NamedTuple):
    """One message; `correct` is None when nobody judged it, `ts` is in seconds."""

    trace: str | None
    id: str | None
    sender: str
    receiver: str | None
    reply_to: str | None
    expects_reply: bool
    text: str | None
    correct: bool | None
    ts: float | None = None
    tokens: int | None = None


class Talk(NamedTuple):
    """How a team talked; None where nothing can be said.

    Attributes:
        messages: messages between agents; those to oneself do not count.
        rounds: messages that are not replies.
        response_rate: share of the rounds that expect a reply and got one.
        info_accuracy: share of the judged messages that are correct.
        redundancy: share of messages that repeat an earlier one between the same two; None when
            no message has a text.
        balance: evenness of messages over the agents: 1 is alike, 0 one agent alone.
    """

    messages: int
    rounds: int
    response_rate: float | None
    info_accuracy: float | None
    redundancy: float | None
    balance: float | None


def trace(messages: Sequence[Message]) -> Talk:
    """Return how a team talked."""
    kept = [message for message in messages if message.sender != message.receiver]
    rounds = [message for message in kept if message.reply_to is None]
    answered = {(m.trace, m.reply_to) for m in kept if m.reply_to is not None}
    asking = [(m.trace, m.id) in answered for m in rounds if m.expects_reply]
    judged = [message.correct for message in kept if message.correct is not None]
    said = Counter(
        (m.trace, m.sender, m.receiver, _norm(m.text)) for m in kept if m.text is not None
    )
    return Talk(
        messages=len(kept),
        rounds=len(rounds),
        response_rate=fmean(asking) if asking else None,
        info_accuracy=fmean(judged) if judged else None,
        redundancy=sum(n - 1 for n in said.values()) / len(kept) if said else None,
        balance=_balance(kept),
    )


def agents_of(messages: Sequence[Message]) -> set[str]:
    """Return everyone who speaks or is spoken to."""
    return {m.sender for m in messages} | {m.receiver for m in messages if m.receiver is not None}


def _balance(messages: Sequence[Message]) -> float | None:
    agents = agents_of(messages)
    if len(agents) < 2:
        return None
    shares = [n / len(messages) for n in Counter(m.sender for m in messages).values()]
    return abs(math.fsum(share * math.log(share) for share in shares)) / math.log(len(agents))


def _norm(text: str) -> str:
    return nfkc(text).casefold().strip()
