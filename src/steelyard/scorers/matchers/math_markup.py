"""Mathematics as agents write it (LaTeX, superscripts, ½), folded to plain text."""

from __future__ import annotations

import re

from steelyard.scorers.matchers.normalize import clean

_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
_PLAIN = str.maketrans(_SUPERSCRIPTS, "0123456789+-")
_POWER = re.compile(rf"(?<=\d)[{_SUPERSCRIPTS}]+")
_VULGAR = re.compile(r"(?<=\d)(?=[¼½¾⅐-⅞])")
_GROUPS = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")
# 1 048 576; one group alone (12 500) may be two numbers, and so may a longer row of them.
_BLANK_GROUPS = re.compile(r"(?<![\d.,])(?<!\d )\d{1,3}(?: \d{3}){2,}(?![\d,]| ?\d|\.\d{3} )")
# NFKC makes half-width what a Chinese sentence puts between two numbers: 步骤1：5 is not 1:5.
_WIDE = re.compile(r"[：，](?![０-９])")
_STAR_POWER = re.compile(r"(?<=\d)\*\*(?=[\d(-])")
_STAR = re.compile(r"(?<=\d)\*(?=\d)|(?<=\d) \* (?=\d)")

_FRACTION = re.compile(
    r"\\[dtc]?frac\s*(?:\{\s*(-?[\d.,]+)\s*\}|(\d))\s*(?:\{\s*([\d.,]+)\s*\}|(\d))"
)
_TEXT = re.compile(
    r"\\(?:text|textbf|textit|mathrm|mathbf|mathit|mbox|operatorname)\s*\{([^{}]*)\}"
)
_INDEX = re.compile(r"(?<=[A-Za-z)\]])_(?:\{(\w{1,8})\}|(\d))")
_MATH = re.compile(r"\$\$|\$(?=[^\s$])([^$\n]{0,200}?)(?<=[^\s$])\$(?!\d)")
_BLANKS = re.compile(r"[ \t]{2,}")
_LATEX = (
    (re.compile(r"(?<=\d)(?:\{,\}|,?\\[,!]\s?)(?=\d{3})"), ","),
    (re.compile(r"\\(?:times|cdot|ast)(?![A-Za-z])"), "×"),
    (re.compile(r"\\div(?![A-Za-z])"), "÷"),
    (re.compile(r"\\sqrt\s*\{([^{}]*)\}"), r"√\1"),
    (re.compile(r"\\sqrt(?![A-Za-z])"), "√"),
    (re.compile(r"\\pi(?![A-Za-z])"), "π"),
    (re.compile(r"\\neq?(?![A-Za-z])"), "≠"),
    (re.compile(r"\\pm(?![A-Za-z])"), "±"),
    (re.compile(r"\\implies|\\(?:Rightarrow|rightarrow|to)(?![A-Za-z])"), "→"),
    (re.compile(r"\^\s*\{?\s*\\circ\s*\}?"), "°"),
    (re.compile(r"\^\s*\{\s*([+-]?\d+)\s*\}"), r"^\1"),
    (re.compile(r"(?<=[A-Za-z]) +\^(?=\d)"), "^"),
    (re.compile(r"\\([%$&#])"), r"\1"),
    (re.compile(r"\\(?:left|right|displaystyle|quad|qquad|approx|sim)(?![A-Za-z])"), " "),
    (re.compile(r"\\[,;:! ()\[\]]"), " "),
)


def plain_math(text: str) -> str:
    r"""Return the cleaned text with mathematics in plain characters; `\boxed{}` stays."""
    if not text.isascii():
        text = _POWER.sub(lambda power: f"^{power[0].translate(_PLAIN)}", text)
        text = _VULGAR.sub(" ", text)
        text = _GROUPS.sub("", text)
        text = _WIDE.sub(lambda sign: ": " if sign[0] == "：" else ", ", text)
    text = _BLANK_GROUPS.sub(lambda number: number[0].replace(" ", ""), text)
    if "*" in text:
        text = _STAR.sub("×", _STAR_POWER.sub("^", text))
    text = clean(text).replace("\u2044", "/").replace("\u2215", "/").replace("\u2013", "-")
    if "$" in text and text.count("$") > 1:
        text = _MATH.sub(r" \1 ", text)
    return _without_latex(text) if "\\" in text or "{" in text else text


def plain_words(text: str) -> str:
    r"""Return a text with the words and indices of formulas plain: `\text{H}_2` as H2."""
    if "\\" not in text and "$" not in text:
        return text
    return _INDEX.sub(lambda index: index[1] or index[2], _TEXT.sub(r"\1", text))


def boxed(text: str) -> str | None:
    r"""Return what is in the last `\boxed{}`, None if there is none."""
    at = max(text.rfind("\\boxed{"), text.rfind("\\fbox{"))
    if at < 0:
        return None
    start = text.index("{", at) + 1
    depth = 1
    for place in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if not depth:
            return text[start:place]
    return text[start:]


def _without_latex(text: str) -> str:
    text = _TEXT.sub(r" \1 ", text)
    for pattern, plain in _LATEX:
        text = pattern.sub(plain, text)
    return _BLANKS.sub(" ", _FRACTION.sub(_fraction, text))


def _fraction(found: re.Match[str]) -> str:
    before = found.string[found.start() - 1] if found.start() else ""
    apart = " " if before.isdigit() else ""
    return f"{apart}{found[1] or found[2]}/{found[3] or found[4]}"
