"""Logistic and linear regression with standard errors that bear clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

_STEPS, _NEAR, _FAR = 50, 1e-10, 15.0


class Fit(NamedTuple):
    """Coefficients, the constant first, and their covariance."""

    weights: Numbers
    covariance: Numbers


def logit(design: Numbers, target: Numbers, clusters: npt.NDArray[np.int64] | None) -> Fit | None:
    """Fit the log-odds of a target in [0, 1] by maximum likelihood.

    Args:
        design: a row per observation; its first column is 1.
        target: shares, or 0 and 1.
        clusters: observations of one cluster are not independent; None when all are.

    Returns:
        None when the likelihood has no maximum: the predictors tell the target apart wholly.
    """
    import numpy as np

    weights = np.zeros(design.shape[1])
    for _ in range(_STEPS):
        odds = design @ weights
        expected = 1 / (1 + np.exp(-np.clip(odds, -700, 700)))
        spread = np.maximum(expected * (1 - expected), 1e-12)
        information = design.T @ (design * spread[:, None])
        step = _solved(information, design.T @ (target - expected))
        if step is None:
            return None
        weights = weights + step
        if np.abs(step).max() < _NEAR:
            break
        if np.abs(weights[1:]).max(initial=0.0) > _FAR:  # of standardised predictors
            return None
    else:
        return None
    return _with_errors(design, target - expected, information, weights, clusters)


def linear(design: Numbers, target: Numbers, clusters: npt.NDArray[np.int64] | None) -> Fit | None:
    """Fit a target by least squares; None when predictors determine each other."""
    products = design.T @ design
    weights = _solved(products, design.T @ target)
    if weights is None:
        return None
    rest = target - design @ weights
    if clusters is None:
        freedom = max(1, len(target) - design.shape[1])
        # Multiplied, not divided: predictors that fit exactly leave no remainder, and no error.
        return Fit(weights, _inverse(products) * (float(rest @ rest) / freedom))
    return _with_errors(design, rest, products, weights, clusters)


def _with_errors(
    design: Numbers,
    rest: Numbers,
    information: Numbers,
    weights: Numbers,
    clusters: npt.NDArray[np.int64] | None,
) -> Fit:
    import numpy as np

    inverse = _inverse(information)
    if clusters is None:
        return Fit(weights, inverse)
    labels, places = np.unique(clusters, return_inverse=True)
    pulls = np.zeros((len(labels), design.shape[1]))
    np.add.at(pulls, places, design * rest[:, None])
    few = len(labels) / max(1, len(labels) - 1)
    return Fit(weights, few * inverse @ (pulls.T @ pulls) @ inverse)


def _inverse(information: Numbers) -> Numbers:
    import numpy as np

    found: Numbers = np.linalg.pinv(information, hermitian=True).astype(np.float64)
    return found


def _solved(matrix: Numbers, right: Numbers) -> Numbers | None:
    import numpy as np

    try:
        if np.linalg.cond(matrix) > 1e13:
            return None
        found: Numbers = np.linalg.solve(matrix, right).astype(np.float64)
    except np.linalg.LinAlgError:
        return None
    return found
