"""A team of two with weaknesses that are known: a planner asks, its partner looks things up.

Time is a clock of their own, one second per message, so that what is true can be worked out.
"""

from __future__ import annotations

import random

DEPOTS = {"north": 40, "south": 25, "east": 60, "west": 15, "hill": 30, "port": 80}


class Team:
    """Asks for the stock of each depot in a question and adds it up."""

    def __init__(self, *, repeats=0.0, wrong=0.0, silent=0.0, seed=7):
        self._repeats, self._wrong, self._silent = repeats, wrong, silent
        self._chance = random.Random(seed)

    def __call__(self, question):
        messages = []

        def say(sender, receiver, text, answers=None):
            message = {"id": len(messages), "ts": float(len(messages)), "sender": sender}
            message |= {"receiver": receiver, "text": text}
            messages.append(message | ({} if answers is None else {"in_reply_to": answers}))
            return message["id"]

        total = 0
        for depot in question.split():
            asked = say("planner", "partner", f"What is the {depot} stock?")
            if self._chance.random() < self._silent:
                continue
            stock = DEPOTS[depot]
            told = stock + 1 if self._chance.random() < self._wrong else stock
            total += told
            say("partner", "planner", f"The {depot} stock is {told}.", asked)
            if self._chance.random() < self._repeats:
                say("partner", "planner", f"The {depot} stock is {told}.", asked)
        return {"output": str(total), "messages": messages}


def cases(count, *, seed=11):
    """Questions about one to six depots, with the facts both agents share."""
    chance = random.Random(seed)
    made = []
    for number in range(count):
        depots = chance.sample(sorted(DEPOTS), chance.randint(1, len(DEPOTS)))
        made.append(
            {
                "id": f"q{number}",
                "input": " ".join(depots),
                "expected_output": str(sum(DEPOTS[depot] for depot in depots)),
                "shared_facts": {f"{depot} stock": stock for depot, stock in DEPOTS.items()},
            }
        )
    return made
