"""How far a 95 % t interval reaches, without a statistics package, which takes long to load.

Few degrees of freedom: the distribution function of whole degrees is a finite sum (Abramowitz and
Stegun 26.7.3 and 26.7.4), inverted by Newton steps. Many: the expansion in 1/degrees (26.7.5).
"""

from __future__ import annotations

import math

_SHARE = 0.975
NORMAL_REACH = 1.9599639845400543  # what a normal variable stays below with that probability
_MANY = 200


def t_reach(degrees: int) -> float:
    """Return how many standard errors a 95 % interval reaches to each side."""
    guess = _expansion(NORMAL_REACH, degrees)
    if degrees >= _MANY:
        return guess
    if degrees == 1:
        return math.tan(math.pi * (_SHARE - 0.5))
    for _ in range(100):
        step = (_below(guess, degrees) - _SHARE) / _density(guess, degrees)
        guess -= step
        if abs(step) < 1e-13 * guess:
            break
    return guess


def _expansion(z: float, degrees: int) -> float:
    powers = z * z
    terms = (
        (powers + 1) / 4,
        ((5 * powers + 16) * powers + 3) / 96,
        (((3 * powers + 19) * powers + 17) * powers - 15) / 384,
        ((((79 * powers + 776) * powers + 1482) * powers - 1920) * powers - 945) / 92160,
    )
    return z * (
        1 + sum(term / float(degrees) ** power for power, term in enumerate(terms, start=1))
    )


def _below(value: float, degrees: int) -> float:
    angle = math.atan(value / math.sqrt(degrees))
    cosine_squared = math.cos(angle) ** 2
    odd = degrees % 2
    term = total = math.cos(angle) if odd else 1.0
    for n in range(2 + odd, degrees - 1, 2):
        term *= cosine_squared * (n - 1) / n
        total += term
    inside = math.sin(angle) * total
    if odd:
        inside = 2 / math.pi * (angle + inside)
    return 0.5 + inside / 2


def _density(value: float, degrees: int) -> float:
    scale = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
    scale -= math.log(degrees * math.pi) / 2
    return math.exp(scale - (degrees + 1) / 2 * math.log1p(value * value / degrees))
