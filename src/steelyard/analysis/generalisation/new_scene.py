"""What to expect in a scene that was never seen, from how much the scenes seen differ."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

from steelyard.analysis.generalisation.places import Place
from steelyard.analysis.generalisation.random_effects import LEAST, RandomEffects, random_effects
from steelyard.analysis.generalisation.rate import Rate
from steelyard.i18n import LANGUAGES, t, using_language
from steelyard.indicators.intervals import shrink_for_few
from steelyard.model import Words, weakest


@dataclass(frozen=True, slots=True)
class NewScene:
    """Completion in a scene never seen, if it is drawn as the scenes seen were.

    Attributes:
        scenes: that it rests on: those that are named and have a verdict.
        typical: completion in a typical scene, with the interval of that mean.
        low: where a scene never seen is expected to lie from (prediction interval).
        high: where to.
        between_sd: standard deviation of completion between scenes, beyond chance inside them.
        icc: share of the variance of single cases that lies between scenes.
        i2: share of the spread of the scenes' rates that is not chance.
        left_out_error: mean error when each scene is predicted from all others.
        confidence: of both intervals.
        reason: why there is nothing to expect.
    """

    scenes: int
    typical: Rate
    low: float | None
    high: float | None
    between_sd: float | None
    icc: float | None
    i2: float | None
    left_out_error: float | None
    confidence: float = 0.95
    reason: Words | None = None


class _Scene(NamedTuple):
    """Cases of a scene, and the share of them that was completed."""

    n: int
    share: float


def new_scene(places: Sequence[Place], *, confidence: float = 0.95) -> NewScene | None:
    """Return what to expect in a scene never seen; None when no case names a scene.

    Random effects after DerSimonian and Laird, on shares: the chance inside a scene is that of the
    pooled share, so that a scene of three cases that all pass does not claim to be certain. The
    interval is that of a beta distribution around the mean. How much scenes differ is itself only
    estimated, so its variance takes the largest τ² that nine in ten samples would not exceed, and
    is widened for few scenes by (t / z)². Needs three scenes, else it says why not.

    Args:
        places: the scenes.
        confidence: of the intervals.
    """
    named = [place.completion for place in places if place.name is not None]
    scenes = [_Scene(r.n, r.value) for r in named if r.value is not None and r.n]
    if not named:
        return None
    found = _pooled(scenes, confidence)
    if found is None:
        reason = _both("few_scenes", n=len(scenes), least=LEAST)
        return NewScene(
            len(scenes), Rate(None), None, None, None, None, None, None, confidence, reason
        )
    widened = 1 / shrink_for_few(len(scenes) - 2, confidence)
    typical = _beta(found.mean, found.error**2, confidence)
    spread = _spread(found, len(scenes)) + found.error**2
    low, high = _beta(found.mean, widened * spread, confidence)
    source = weakest(rate.provenance for rate in named)
    cases = sum(scene.n for scene in scenes)
    return NewScene(
        scenes=len(scenes),
        typical=Rate(found.mean, *typical, cases, source),
        low=low,
        high=high,
        between_sd=math.sqrt(found.tau2),
        icc=min(1.0, found.tau2 / _chance(scenes)),
        i2=found.i2,
        left_out_error=_left_out(scenes, confidence),
        confidence=confidence,
    )


def _pooled(scenes: Sequence[_Scene], confidence: float) -> RandomEffects | None:
    shares = [scene.share for scene in scenes]
    chance = _chance(scenes) if scenes else 0.0
    return random_effects(shares, [chance / scene.n for scene in scenes], confidence)


def _spread(found: RandomEffects, scenes: int) -> float:
    """Return τ², or the larger one that the data do not rule out at 90 %."""
    from scipy.special import gammaincinv

    least = 2 * float(gammaincinv((scenes - 1) / 2, 0.1))  # of a chi-square
    return max(found.tau2, (found.q - least) / found.scale)


def _chance(scenes: Sequence[_Scene]) -> float:
    """Return the variance of one case; half a case on either side keeps it above 0."""
    n = sum(scene.n for scene in scenes)
    share = (sum(scene.n * scene.share for scene in scenes) + 0.5) / (n + 1)
    return share * (1 - share)


def _beta(mean: float, variance: float, confidence: float) -> tuple[float, float]:
    """Return the middle of the beta distribution of that mean and variance."""
    from scipy.special import betaincinv

    if not 0 < mean < 1:
        reach = NormalDist().inv_cdf(0.5 + confidence / 2) * math.sqrt(variance)
        return max(0.0, mean - reach), min(1.0, mean + reach)
    # As spread out as a share can be, but not so that all of it lies at 0 and 1.
    size = max(1e-3, mean * (1 - mean) / max(variance, 1e-12) - 1)
    tail = (1 - confidence) / 2
    a, b = mean * size, (1 - mean) * size
    return float(betaincinv(a, b, tail)), float(betaincinv(a, b, 1 - tail))


def _left_out(scenes: Sequence[_Scene], confidence: float) -> float | None:
    """Return how far each scene is, on average, from what the others let expect."""
    errors = []
    for at, scene in enumerate(scenes):
        found = _pooled([*scenes[:at], *scenes[at + 1 :]], confidence)
        if found is None:
            return None
        errors.append(abs(scene.share - found.mean))
    return sum(errors) / len(errors)


def _both(key: str, **values: object) -> Words:
    made = []
    for language in LANGUAGES:
        with using_language(language):
            made.append(t(f"generalisation.{key}", **values))
    return Words(*made)
