"""Types of assertions that are decided for many answers at once: patterns, and resemblance.

Patterns are evaluated by RE2, which takes linear time whatever the pattern; that of the database is
there already.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from steelyard.i18n import t
from steelyard.model import Assertion, check_params
from steelyard.scorers.scorer import SCORERS, column_of
from steelyard.scorers.text.assert_checks import Finding, excerpt

if TYPE_CHECKING:
    import duckdb

RESEMBLANCE = {
    "rouge-n": "text.rouge_1",
    "rouge-l": "text.rouge_l",
    "bleu": "text.bleu",
    "chrf": "text.chrf",
    "token-f1": "text.token_f1",
}
"""Types that are a scorer of ours, with its usual parameters, held against a threshold."""

_QUERY = """
    SELECT TRY(regexp_matches(answer, pattern)), TRY(regexp_extract(answer, pattern))
    FROM (SELECT unnest($1) AS answer, unnest($2) AS pattern, unnest($3) AS place)
    ORDER BY place
"""

_EXTRACT = """
    SELECT TRY(regexp_matches(answer, $2)),
        coalesce(TRY(regexp_extract_all(answer, $2, $3)), TRY(regexp_extract_all(answer, $2, 0)))
    FROM (SELECT unnest($1) AS answer, unnest($4) AS place)
    ORDER BY place
"""

Pairs = Sequence[tuple[Assertion, str]]


def match_patterns(pairs: Pairs) -> list[Finding]:
    """Search each answer, as it is, for its pattern."""
    if not pairs:
        return []
    answers = [_storable(answer) for _, answer in pairs]
    patterns = [_storable(one.value) for one, _ in pairs]
    places = list(range(len(pairs)))
    found = _engine().cursor().execute(_QUERY, [answers, patterns, places]).fetchall()
    bad = Finding(None, reason=t("asserts.bad_pattern"))
    return [
        bad if holds is None else Finding(holds, excerpt(text) if holds else None)
        for holds, text in found
    ]


def extract_last(answers: Sequence[str], pattern: str, group: int) -> list[str | None]:
    """Return what the group captures in the last match in each answer; None without a match.

    A pattern that has no such group gives its whole match.
    """
    if not answers:
        return []
    places = list(range(len(answers)))
    values = [list(map(_storable, answers)), _storable(pattern), group, places]
    found = _engine().cursor().execute(_EXTRACT, values).fetchall()
    return [captured[-1] if holds and captured else None for holds, captured in found]


def pattern_error(pattern: str) -> str | None:
    """Return what is wrong with a pattern, in the words of RE2; None when it can be used."""
    import duckdb

    try:
        extract_last([""], pattern, 0)
    except duckdb.Error as error:
        return str(error).splitlines()[0].rpartition("Error: ")[2]
    return None


def measure_resemblance(type_: str, pairs: Pairs) -> list[Finding]:
    """Measure how much each answer resembles the texts of its assertion."""
    if not pairs:
        return []
    scorer = SCORERS.get(RESEMBLANCE[type_])
    batch = {
        "output": [answer for _, answer in pairs],
        "references": [one.value for one, _ in pairs],
    }
    params = check_params(scorer.algorithm, {})
    values = scorer.score(batch, params)[column_of(scorer.algorithm.id)]
    return [
        Finding(None if value is None else value >= (one.threshold or 0), value)
        for (one, _), value in zip(pairs, values, strict=True)
    ]


@cache
def _engine() -> duckdb.DuckDBPyConnection:
    import duckdb

    return duckdb.connect(":memory:", config={"threads": 1})


def _storable(text: str) -> str:
    """Return the text without halves of characters, which UTF-8 does not know."""
    return text.encode("utf-8", "replace").decode()
