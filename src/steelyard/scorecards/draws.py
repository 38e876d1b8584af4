"""How agents rank when the weights, and the scores themselves, are drawn thousands of times."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from steelyard.scorecards.ranks import ranks

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from steelyard.scorecards.aggregation.record import Array, Kernel

_CELLS = 1_000_000  # numbers held at once, however many draws and agents there are
_TAIL = 0.025


class Draws(NamedTuple):
    """Per agent: how often it came first (a tie counts as a share), and its 95 % rank interval."""

    p_first: list[float]
    rank_low: list[int]
    rank_high: list[int]


class Chance(NamedTuple):
    """What is drawn: how often, how tightly around the weights, and from which seed."""

    draws: int = 10_000
    concentration: float = 100.0
    seed: int = 7


class RankCounts:
    """How often each agent had each rank, added up over blocks of draws."""

    def __init__(self, agents: int) -> None:
        import numpy as np

        self._counts = np.zeros((agents, agents + 1), dtype=np.int64)
        self._first = np.zeros(agents)
        self._draws = 0

    def add(self, ranked: npt.NDArray[np.int64]) -> None:
        """Count a block of ranks, a row per draw."""
        import numpy as np

        leads = ranked == 1
        self._first += (leads / leads.sum(axis=1, keepdims=True)).sum(axis=0)
        for agent, counts in enumerate(self._counts):
            counts += np.bincount(ranked[:, agent], minlength=len(counts))
        self._draws += len(ranked)

    def draws(self) -> Draws:
        """Return what was counted."""
        share = self._counts.cumsum(axis=1) / self._draws
        return Draws(
            [float(p) for p in self._first / self._draws],
            [int(rank) for rank in (share > _TAIL).argmax(axis=1)],
            [int(rank) for rank in (share >= 1 - _TAIL).argmax(axis=1)],
        )


def draw_ranks(
    x: Array, w: Array, kernel: Kernel, chance: Chance, errors: Array | None = None
) -> Draws:
    """Return how the agents rank over Dirichlet(concentration · w) weights.

    Args:
        x: scores from 0 to 1, a row per agent.
        w: weights that sum to 1.
        kernel: the method that turns them into scores.
        chance: how to draw.
        errors: standard errors of the scores, drawn too when given; the scores stay in [0, 1].
    """
    import numpy as np

    agents, columns = x.shape
    random = np.random.default_rng(chance.seed)
    counts = RankCounts(agents)
    block = max(1, _CELLS // (agents * max(agents, columns)))
    weighed = w > 0  # a weight of 0 stays 0
    for start in range(0, chance.draws, block):
        size = min(block, chance.draws - start)
        drawn = np.zeros((size, columns))
        gammas = random.gamma(chance.concentration * w[weighed], size=(size, int(weighed.sum())))
        total = gammas.sum(axis=1, keepdims=True)
        drawn[:, weighed] = np.where(
            total > 0, gammas / np.where(total > 0, total, 1.0), w[weighed]
        )
        scores = x
        if errors is not None:
            noise = random.standard_normal((size, agents, columns))
            scores = np.clip(x + errors * noise, 0.0, 1.0)
        # All agents equal is undefined for some methods, and a tie here.
        counts.add(ranks(np.nan_to_num(kernel.scores(scores, drawn))))
    return counts.draws()
