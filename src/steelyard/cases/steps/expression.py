"""The filter language: comparisons of a field with a literal, joined by and, or, not.

    scene_type = 'train' and (difficulty > 0.5 or domain in ('law', '金融')) and not label is null

Logic is SQL's: a comparison with a missing value is neither true nor false (None here).
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any, NamedTuple, NoReturn

from steelyard.cases.rows import show
from steelyard.cases.steps.fields import field_name
from steelyard.cases.steps.logic import (
    COMPARE,
    Test,
    all_of,
    any_of,
    comparison,
    containment,
    is_null,
    membership,
    negation,
)
from steelyard.cases.steps.options import Options
from steelyard.errors import PlanError
from steelyard.i18n import t
from steelyard.model import FIELDS

DEPTH = 50
_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.]))
    | (?P<text>'(?:[^']|'')*'|"(?:[^"]|"")*")
    | (?P<name>`[^`]+`|[^\W\d][\w.\-]*)
    | (?P<sign><=|>=|!=|<>|==|[=<>(),])
    )""",
    re.VERBOSE,
)
_WORDS = frozenset({"and", "or", "not", "in", "is", "null", "contains", "true", "false"})


class Parsed(NamedTuple):
    """A test of a record, and the names it looks at."""

    test: Test
    names: frozenset[str]


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


def parse(text: str, options: Options) -> Parsed:
    """Return the test that `text` describes.

    Raises:
        PlanError: it is not an expression; the message gives the character.
    """
    return _Parser(text, options).whole()


class _Parser:
    def __init__(self, text: str, options: Options) -> None:
        self._text = text
        self._options = options
        self._tokens = self._split()
        self._next = 0
        self._depth = 0
        self._names: set[str] = set()

    def whole(self) -> Parsed:
        test = self._or()
        if self._peek().kind != "end":
            self._unexpected("filter_want_join")
        return Parsed(test, frozenset(self._names))

    def _split(self) -> list[_Token]:
        tokens, at = [], 0
        text = self._text.rstrip()
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                place = at + len(text[at:]) - len(text[at:].lstrip())
                raise self._error(place, t("cases.filter_char", char=text[place]))
            kind = match.lastgroup or ""
            token = _Token(kind, match.group(kind), match.start(kind))
            if kind == "name" and token.text.lower() in _WORDS:
                token = _Token("word", token.text.lower(), token.at)
            tokens.append(token)
            at = match.end()
        return [*tokens, _Token("end", "", len(text))]

    def _peek(self) -> _Token:
        return self._tokens[self._next]

    def _accept(self, *texts: str) -> str | None:
        token = self._peek()
        if token.kind in ("word", "sign") and token.text in texts:
            self._next += 1
            return token.text
        return None

    def _or(self) -> Test:
        tests = [self._and()]
        while self._accept("or"):
            tests.append(self._and())
        return tests[0] if len(tests) == 1 else any_of(tests)

    def _and(self) -> Test:
        tests = [self._not()]
        while self._accept("and"):
            tests.append(self._not())
        return tests[0] if len(tests) == 1 else all_of(tests)

    def _not(self) -> Test:
        self._depth += 1
        if self._depth > DEPTH:
            raise self._error(self._peek().at, t("cases.filter_deep", depth=DEPTH))
        if self._accept("not"):
            test = negation(self._not())
        elif self._accept("("):
            test = self._or()
            self._expect(")", "filter_want_close")
        else:
            test = self._comparison()
        self._depth -= 1
        return test

    def _comparison(self) -> Test:
        token = self._peek()
        if token.kind != "name":
            self._unexpected("filter_want_name")
        self._next += 1
        name = field_name(token.text.strip("`"))
        self._names.add(name)
        if self._accept("is"):
            return self._is(name)
        negated = self._accept("not") is not None
        if self._accept("in"):
            test = membership(name, self._literals(name))
        elif self._accept("contains"):
            test = containment(name, self._literal(name, item=True))
        elif not negated and (sign := self._accept("=", "==", "!=", "<>", "<", "<=", ">", ">=")):
            sign = {"==": "=", "<>": "!="}.get(sign, sign)
            return comparison(name, COMPARE[sign], self._literal(name))
        else:
            self._unexpected("filter_want_sign")
        return negation(test) if negated else test

    def _is(self, name: str) -> Test:
        negated = self._accept("not") is not None
        self._expect("null", "filter_want_null")
        test = is_null(name)
        return negation(test) if negated else test

    def _literals(self, name: str) -> list[Any]:
        self._expect("(", "filter_want_open")
        values = [self._literal(name)]
        while self._accept(","):
            values.append(self._literal(name))
        self._expect(")", "filter_want_close")
        return values

    def _literal(self, name: str, *, item: bool = False) -> Any:
        token = self._peek()
        if token.kind == "number":
            value: Any = float(token.text) if re.search(r"[.eE]", token.text) else int(token.text)
        elif token.kind == "text":
            quote = token.text[0]
            value = token.text[1:-1].replace(quote * 2, quote)
        elif token.kind == "word" and token.text in ("true", "false"):
            value = token.text == "true"
        else:
            self._unexpected("filter_want_literal")
        self._next += 1
        if not item:
            self._check_literal(name, value, token)
        return value

    def _check_literal(self, name: str, value: Any, token: _Token) -> None:
        """A known field can only ever equal a value of its type; say so before any row is read."""
        field = FIELDS.get(name)
        if field is None or field.type in ("any", "list", "json"):
            return
        kinds = {"text": str, "bool": bool, "int": int | float, "float": int | float}
        fits = isinstance(value, kinds[field.type])
        if not fits or (isinstance(value, bool) and field.type != "bool"):
            wanted = t(f"cases.literal_{field.type}")
            raise self._error(
                token.at, t("cases.filter_type", name=name, wanted=wanted, found=show(value))
            )
        if field.allowed and value not in field.allowed:
            close = get_close_matches(str(value), field.allowed, n=1)
            near = " " + t("cases.did_you_mean", names=close[0]) if close else ""
            choices = ", ".join(field.allowed)
            problem = t("cases.filter_choice", name=name, found=show(value), choices=choices)
            raise self._error(token.at, problem + near)

    def _expect(self, text: str, wanted: str) -> None:
        if not self._accept(text):
            self._unexpected(wanted)

    def _unexpected(self, wanted: str) -> NoReturn:
        token = self._peek()
        found = token.text or t("cases.filter_end")
        raise self._error(
            token.at, t("cases.filter_expected", wanted=t(f"cases.{wanted}"), found=found)
        )

    def _error(self, at: int, problem: str) -> PlanError:
        line = self._text.replace("\n", " ")
        hint = f"  {line}\n  {' ' * at}^"
        return self._options.error(t("cases.filter_at", at=at + 1, problem=problem), hint)
