"""What people mistype in an expression, told before or instead of the parser's own message."""

from __future__ import annotations

from difflib import get_close_matches

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.functions import AGGREGATES, FUNCTIONS
from steelyard.indicators.place import Place, refusal

# Typed while an input method was still in Chinese.
_FULL_WIDTH = {
    "（": "(", "）": ")", "［": "[", "］": "]", "，": ",", "＝": "=", "＞": ">", "＜": "<",
    "＋": "+", "－": "-", "＊": "*", "／": "/", "‘": "'", "’": "'", "“": "'", "”": "'",
}  # fmt: skip
_CASE = "case when ... then ... else ... end"
_INSTEAD = {
    "mean": "avg", "average": "avg", "share": "rate", "ratio": "rate", "countif": "count_if",
    "percentile": "quantile_cont", "percentile_cont": "quantile_cont", "log": "ln",
    "if": _CASE, "iff": _CASE, "ifnull": "coalesce", "nvl": "coalesce",
    "nunique": "count(distinct ...)", "&&": "and", "||": "or", "~~": "=", "!~~": "<>",
}  # fmt: skip
_SHOWN = {"~~": "LIKE", "!~~": "NOT LIKE"}
_UNWRITTEN = ("neg", "and", "or", "not", "in", "is_same", "is_distinct", "is_null", "is_not_null")


def check_characters(text: str) -> None:
    """Raise for brackets, quotes and signs of full width, and for brackets that do not pair up."""
    opened: list[int] = []
    quote = ""
    for at, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in ("'", '"'):
            quote = character
        elif character in _FULL_WIDTH:
            instead = _FULL_WIDTH[character]
            reason = t("indicators.full_width", found=character, instead=instead)
            raise refusal(_at(text, at), reason)
        elif character == "(":
            opened.append(at)
        elif character == ")" and not opened:
            raise refusal(_at(text, at), t("indicators.bracket_closed"))
        elif character == ")":
            opened.pop()
    if opened and not quote:
        raise refusal(_at(text, opened[-1]), t("indicators.bracket_open"))


def unknown_function(name: str, place: Place) -> InputError:
    """Return the error for a function there is not, with the one that was meant if it is clear."""
    known = [*AGGREGATES, *(key for key in FUNCTIONS if key[0].isalpha() and key not in _UNWRITTEN)]
    close = [_INSTEAD[name]] if name in _INSTEAD else get_close_matches(name, known, n=2)
    shown = _SHOWN.get(name, name)
    if close:
        hint = t("indicators.column_close", names=", ".join(close))
        return refusal(place, t("indicators.function_none", name=shown), hint=hint)
    allowed = ", ".join(sorted(known))
    return refusal(place, t("indicators.function_unknown", name=shown, allowed=allowed))


def is_quoted(place: Place) -> bool:
    """Return whether a name was written in double quotes, as people write texts elsewhere."""
    return place.byte >= 0 and place.text.encode()[place.byte : place.byte + 1] == b'"'


def _at(text: str, character: int) -> Place:
    return Place(text, len(text[:character].encode()))
