"""Runs of agents whose quality is known, made by really asking them."""

from __future__ import annotations

import random

import steelyard

ACCURACY = """
id: accuracy_only
version: 1
name: {en: Accuracy only, zh: 仅准确率}
root: {id: root, name: {en: Root, zh: 根}, children: [{indicator: base.accuracy}]}
"""


def cases(n, start=0):
    return [
        {
            "id": f"c{i:04}",
            "input": f"what is {i} + {i}?",
            "expected_output": str(2 * i),
            "scene": ("shop", "bank", "school")[i % 3],
        }
        for i in range(start, start + n)
    ]


def right(number, quality, seed):
    """Whether an agent gets a question right: hard ones are hard for everybody."""
    hard = random.Random(number).random()
    return 0.5 * hard + 0.5 * random.Random(f"{number}-{seed}").random() < quality


def agent(quality, seed, cost=None):
    def ask(text):
        number = int(str(text).split()[2])
        said = str(2 * number) if right(number, quality, seed) else "no idea"
        return said if cost is None else {"output": said, "cost": cost}

    return ask


def make_run(out, quality, seed, *, n=120, start=0, cost=None, **plan):
    plan = {"name": out.name, "scorers": ["text.exact_match"], **plan}
    return steelyard.evaluate(agent(quality, seed, cost), cases(n, start), out=out, **plan)
