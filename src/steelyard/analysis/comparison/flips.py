"""Cases that one run passed and the other failed: how many, whether chance explains it, and which.

With repeats, the verdict on a case is that of most of them. Counting and choosing is done in the
database; only the cases shown are read.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from steelyard.analysis.comparison.content import Flip, Flips
from steelyard.analysis.comparison.side_by_side import side_by_side
from steelyard.analysis.comparison.tables import KEY
from steelyard.analysis.statistics.paired import mcnemar_exact
from steelyard.bundle import sql_text
from steelyard.indicators.intervals import clopper_pearson

if TYPE_CHECKING:
    from steelyard.analysis.comparison.tables import Tables

_TEXT = 2000  # characters kept of an answer
_QUESTION = 1000
_BROKEN = "base_passed > 0.5 AND new_passed < 0.5"
_FIXED = "base_passed < 0.5 AND new_passed > 0.5"
_KNOWN = "base_passed IS NOT NULL AND new_passed IS NOT NULL"


def find_flips(tables: Tables, *, shown: int = 20, confidence: float = 0.95) -> Flips | None:
    """Return how verdicts changed; None when the runs share no case with a verdict in both.

    Args:
        tables: both results tables, paired, with `make_cases` done.
        shown: cases read in full, broken ones first.
        confidence: of the interval of the odds ratio.
    """
    [row] = tables.con.execute(
        "SELECT count(*) FILTER (WHERE base_passed > 0.5 AND new_passed > 0.5),"
        " count(*) FILTER (WHERE base_passed < 0.5 AND new_passed < 0.5),"
        f" count(*) FILTER (WHERE {_BROKEN}), count(*) FILTER (WHERE {_FIXED}),"
        " count(*) FILTER (WHERE base_passed = 0.5 OR new_passed = 0.5),"
        f" coalesce(max(repeats), 1), count(*) FROM pairs WHERE {_KNOWN}"
    ).fetchall()
    passed, failed, broken, fixed, undecided, repeats, total = map(int, row)
    if total == 0:
        return None
    ratio, low, high = _odds(broken, fixed, confidence)
    clustered = tables.pairing.clustered
    return Flips(
        both_passed=passed,
        both_failed=failed,
        broken=broken,
        fixed=fixed,
        undecided=undecided,
        p=_clustered(tables) if clustered else mcnemar_exact(broken, fixed),
        test="mcnemar_clustered" if clustered else "mcnemar_exact",
        odds_ratio=ratio,
        odds_low=None if clustered else low,
        odds_high=None if clustered else high,
        majority=repeats > 1,
        cases=tuple(_cases(tables, shown)),
    )


def _odds(
    broken: int, fixed: int, confidence: float
) -> tuple[float | None, float | None, float | None]:
    """Return fixed for each broken, with the exact interval given that a case flipped."""
    if broken + fixed == 0:
        return None, None, None
    low, high = clopper_pearson(fixed, broken + fixed, confidence)
    ratio = None if broken == 0 else fixed / broken
    return ratio, low / (1 - low), None if high >= 1 else high / (1 - high)


def _clustered(tables: Tables) -> float:
    """Return p of McNemar's test with clusters as units: (Σ net)² / Σ net², by chi squared."""
    [(net, squares)] = tables.con.execute(
        "SELECT coalesce(sum(net), 0), coalesce(sum(net * net), 0) FROM ("
        f"SELECT count(*) FILTER (WHERE {_FIXED}) - count(*) FILTER (WHERE {_BROKEN}) AS net"
        " FROM pairs GROUP BY cluster)"
    ).fetchall()
    return 1.0 if not squares else math.erfc(abs(net) / math.sqrt(squares) / math.sqrt(2))


def _cases(tables: Tables, shown: int) -> list[Flip]:
    half = f"abs(new_passed - base_passed) DESC, key LIMIT {int(shown)}"
    query = "SELECT key, {0} AS broken, base_passed, new_passed FROM pairs WHERE {1} ORDER BY {2}"
    chosen = tables.con.execute(query.format("true", _BROKEN, half)).fetchall()
    # Both kinds are seen, however many of one there are.
    fixed = tables.con.execute(query.format("false", _FIXED, half)).fetchall()
    room = max(shown - len(fixed), (shown + 1) // 2)
    chosen = chosen[:room]
    chosen += fixed[: shown - len(chosen)]
    if not chosen:
        return []
    base, new = (_answers(tables, side, chosen) for side in ("base", "new"))
    return [_flip(row, base[row[0]], new[row[0]]) for row in chosen]


def _answers(
    tables: Tables, side: str, chosen: list[tuple[Any, ...]]
) -> dict[str, tuple[Any, ...]]:
    """Return, by key, the first row whose verdict is that of the case."""
    keys = ", ".join(f"({sql_text(row[0])}, {_passes(side, broken=row[1])})" for row in chosen)
    rows = tables.con.execute(
        f"SELECT k.key, case_id, scene, domain, left(input, {_QUESTION}), length(input),"
        f" left(coalesce(expected_output, label), {_QUESTION}),"
        f" left(output, {_TEXT}), length(output), left(coalesce(error_reason, error), 200)"
        f" FROM (SELECT *, {KEY} AS __key FROM {side}_rows WHERE condition IS NULL) r"
        f" JOIN (VALUES {keys}) k(key, verdict) ON r.__key = k.key AND r.passed = k.verdict"
        " QUALIFY row_number() OVER (PARTITION BY k.key ORDER BY epoch, row) = 1"
    ).fetchall()
    return {str(row[0]): row[1:] for row in rows}


def _passes(side: str, *, broken: bool) -> str:
    return "true" if broken == (side == "base") else "false"


def _flip(row: tuple[Any, ...], base: tuple[Any, ...], new: tuple[Any, ...]) -> Flip:
    key, broken, before, after = row
    case_id, scene, domain, asked, asked_length, expected, output, length, error = base
    other, other_length, other_error = new[6:]
    change: Literal["broken", "fixed"] = "broken" if broken else "fixed"
    return Flip(
        case_id=str(case_id or key),
        change=change,
        scene=scene,
        domain=domain,
        input=asked or "",
        expected=expected,
        base_output=output,
        new_output=other,
        base_error=error,
        new_error=other_error,
        base_passed=float(before),
        new_passed=float(after),
        diff=side_by_side(output or "", other or ""),
        cut=(asked_length or 0) > _QUESTION or max(length or 0, other_length or 0) > _TEXT,
    )
