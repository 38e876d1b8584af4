"""Which packages we are compared with are installed, and how one that is not is told of."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from benchmarks.record import Peer

INSTALL = "not installed: pip install 'steelyard[{extra}]'"

# Every package that somebody compares with: name in the table -> distribution on the index.
DISTRIBUTIONS = {
    "raw aiohttp": "aiohttp",
    "pydantic-evals": "pydantic-evals",
    "Inspect AI": "inspect-ai",
    "sacreBLEU": "sacrebleu",
    "rouge-score": "rouge-score",
    "rouge-score-rs": "rouge-score-rs",
    "pytrec_eval": "pytrec-eval-terrier",
    "ir_measures": "ir-measures",
    "ranx": "ranx",
    "pandas": "pandas",
}


def peer(name: str, *also: str, title: str = "", extra: str = "bench") -> Peer:
    """Return the peer; it is missing when it, or a package it needs (`also`), is not installed."""
    try:
        found = version(DISTRIBUTIONS[name])
        for other in also:
            version(other)
    except PackageNotFoundError:
        return Peer(title or name, missing=INSTALL.format(extra=extra))
    return Peer(title or name, found)


def left_out(known: Peer) -> Peer:
    """Return a peer that is installed but takes too long for a quick run."""
    return Peer(known.name, missing=known.missing or "left out of a quick run")


def versions() -> dict[str, str]:
    """Return the version of everybody we compare with, and of what their clients use."""
    wanted = {**DISTRIBUTIONS, "OpenAI package": "openai", "numba": "numba", "DuckDB": "duckdb"}
    return {
        name: version(package) if is_installed(package) else "not installed"
        for name, package in wanted.items()
    }


def is_installed(distribution: str) -> bool:
    """Return whether a distribution is installed."""
    try:
        version(distribution)
    except PackageNotFoundError:
        return False
    return True
