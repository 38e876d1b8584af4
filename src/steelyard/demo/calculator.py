"""The demo agent's calculator: arithmetic and unit conversion found in a question by rule.

It reads digits, not number words, and knows only plain percentages, which is why it does well on
sums and units and less well on everything around them.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable
from typing import NamedTuple


class Sum(NamedTuple):
    """What was computed and what came out, as text."""

    expression: str
    result: str


def calculate(question: str) -> Sum | None:
    """Return the sum or conversion that `question` asks for, or None when it asks for none."""
    for rule in (_convert, _temperature, _percentage, _change, _share, _arithmetic):
        if found := rule(question):
            return found
    return None


# Factor to the base unit of its kind; a conversion needs two units of one kind.
_UNITS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("千米", "公里", "kilometre", "kilometer", "km"), ("length", 1000.0)),
    **dict.fromkeys(("米", "metre", "meter"), ("length", 1.0)),
    **dict.fromkeys(("厘米", "centimetre", "centimeter", "cm"), ("length", 0.01)),
    **dict.fromkeys(("毫米", "millimetre", "millimeter", "mm"), ("length", 0.001)),
    **dict.fromkeys(("千克", "公斤", "kilogram", "kg"), ("mass", 1000.0)),
    **dict.fromkeys(("克", "gram"), ("mass", 1.0)),
    **dict.fromkeys(("吨", "tonne"), ("mass", 1_000_000.0)),
    **dict.fromkeys(("小时", "hour"), ("time", 3600.0)),
    **dict.fromkeys(("分钟", "minute"), ("time", 60.0)),
    **dict.fromkeys(("秒", "second"), ("time", 1.0)),
    "公顷": ("area", 10_000.0),
    "平方米": ("area", 1.0),
}
_NAMES = "|".join(sorted(_UNITS, key=len, reverse=True))
_NUMBER = r"\d+(?:\.\d+)?"
_CONVERSIONS = (
    re.compile(rf"(?P<n>{_NUMBER})\s*(?P<a>{_NAMES})(?:等于|是|合)多少(?P<b>{_NAMES})"),
    re.compile(rf"how many (?P<b>{_NAMES})s? are in (?P<n>{_NUMBER}) (?P<a>{_NAMES})s?\b"),
    re.compile(rf"convert (?P<n>{_NUMBER}) (?P<a>{_NAMES})s? to (?P<b>(?:{_NAMES})s?)\b"),
)
_PERCENTAGES = (
    re.compile(rf"(?P<n>{_NUMBER})的(?P<p>{_NUMBER})%"),
    re.compile(rf"(?P<p>{_NUMBER})% of (?P<n>{_NUMBER})"),
)
_CHANGE = re.compile(rf"(?P<n>{_NUMBER}) (?P<way>falls|rises) by (?P<p>{_NUMBER})(?:%| percent)")
_SHARE = re.compile(rf"(?P<part>{_NUMBER})是(?P<whole>{_NUMBER})的百分之几")
_CELSIUS = re.compile(rf"(?P<n>{_NUMBER})摄氏度(?:等于|是|合)多少华氏度")
_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: math.pow,
}
_SPOKEN = (
    (r"乘以|\btimes\b|×", "*"),
    (r"除以|\bdivided by\b|÷", "/"),
    (r"加上|加|\bplus\b", "+"),
    (r"减去|减|\bminus\b", "-"),
    (r"\bto the power of\b", "**"),
)
_EXPRESSION = re.compile(r"[(\d][\d.\s()+*/-]*[)\d]")
_LONGEST = 100
_ASKS_FOR_A_SUM = re.compile(r"等于|计算|what is|calculate")


def _convert(question: str) -> Sum | None:
    for pattern in _CONVERSIONS:
        if found := pattern.search(question):
            name = found["b"]
            (kind, factor), (other, divisor) = _UNITS[found["a"]], _UNITS[name.removesuffix("s")]
            if kind == other:
                value = _plain(float(found["n"]) * factor / divisor)
                return Sum(found[0], _with_unit(value, name))
    return None


def _with_unit(value: str, name: str) -> str:
    if not name.isascii():
        return value + name
    return f"{value} {name}" if name.endswith("s") else f"{value} {name}s"


def _temperature(question: str) -> Sum | None:
    found = _CELSIUS.search(question)
    return Sum(found[0], _plain(float(found["n"]) * 9 / 5 + 32) + "华氏度") if found else None


def _percentage(question: str) -> Sum | None:
    for pattern in _PERCENTAGES:
        if found := pattern.search(question):
            return Sum(found[0], _plain(float(found["n"]) * float(found["p"]) / 100))
    return None


def _change(question: str) -> Sum | None:
    found = _CHANGE.search(question)
    if not found:
        return None
    change = float(found["p"]) * (1 if found["way"] == "rises" else -1)
    return Sum(found[0], _plain(float(found["n"]) * (100 + change) / 100))


def _share(question: str) -> Sum | None:
    found = _SHARE.search(question)
    if not found or not float(found["whole"]):
        return None
    return Sum(found[0], _plain(100 * float(found["part"]) / float(found["whole"])) + "%")


def _arithmetic(question: str) -> Sum | None:
    if not _ASKS_FOR_A_SUM.search(question):
        return None
    for pattern, sign in _SPOKEN:
        question = re.sub(pattern, sign, question)
    for found in _EXPRESSION.findall(question):
        text = found.replace(" ", "")
        value = _evaluate(text)
        if value is not None:
            return Sum(text, _plain(value))
    return None


def _evaluate(text: str) -> float | None:
    """Return the value of an expression with at least one operator, or None."""
    if len(text) > _LONGEST:
        return None
    try:
        tree = ast.parse(text, mode="eval").body
        value = _value(tree) if isinstance(tree, ast.BinOp) else math.nan
    except (SyntaxError, ValueError, ArithmeticError):
        return None
    return value if math.isfinite(value) else None


def _value(node: ast.expr) -> float:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)  # whole numbers could grow without end, 9**9**9
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_value(node.left), _value(node.right))
    message = f"not arithmetic: {ast.dump(node)}"
    raise ValueError(message)


def _plain(value: float) -> str:
    return f"{value:.10g}"
