"""The report as one HTML page: no other file, no request, both languages, light and dark.

Everything untrusted is shown by `visible` and escaped by the template engine. A content security
policy that admits only our own style and script, by their hashes, stands behind that.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from steelyard.i18n import language, pick
from steelyard.model import Words
from steelyard.report import beside, conditions, numbers, outline, svg, wording
from steelyard.report.text import one_line, visible

if TYPE_CHECKING:
    from jinja2 import Template

    from steelyard.analysis.generalisation import Rate
    from steelyard.report.content import Indicator, Part, RunReport

_SHOWN_GROUPS = 12
_BAR = 180


def html(report: RunReport) -> str:
    """Return the page; it opens in the current language and can be switched."""
    return _template().render(
        report=report,
        language=language(),
        title=pick(wording.words("page_title", name=wording.run_name(report))),
        name=wording.run_name(report),
        names=wording.part_names(report),
        confidence=wording.confidence_text(report),
        verdict=wording.verdict(report),
        shown_groups=_SHOWN_GROUPS,
    )


@cache
def _template() -> Template:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_asset),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style, script = _asset("page.css"), _asset("page.js")
    environment.globals.update(
        style=Markup(style),
        script=Markup(script),
        policy=_policy(style, script),
        w=wording.words,
        both=_both,
        bar=_bar,
        overall_bar=_overall_bar,
        score_bar=_score_bar,
        rate_bar=_rate_bar,
        axis=_axis,
        beside=beside,
        histogram=_histogram,
        numbers=numbers,
        said=conditions,
        outline=outline,
        wording=wording,
    )
    environment.filters.update(both=_both, seen=visible, line=one_line)
    return environment.get_template("page.html.j2")


def _asset(name: str) -> str:
    return (files("steelyard.report") / "page" / name).read_text("utf-8").strip()


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}';"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _both(said: Words) -> Markup:
    """Both languages side by side; the style sheet hides one."""
    english, chinese = visible(said.en), visible(said.zh)
    if english == chinese:
        return escape(english)
    return Markup('<span lang="en">{}</span><span lang="zh-CN">{}</span>').format(english, chinese)


def _bar(indicator: Indicator | None, top: float | None, reference: float | None = None) -> Markup:
    if (
        indicator is None
        or indicator.value is None
        or top is None
        or not outline.drawable(indicator)
    ):
        return Markup("")
    interval = numbers.interval_text(indicator.ci_low, indicator.ci_high, indicator.unit)
    label = f"{numbers.value_text(indicator.value, indicator.unit)} {interval}"
    return svg.interval_bar(
        indicator.value,
        indicator.ci_low,
        indicator.ci_high,
        label=label.strip(),
        top=top,
        reference=reference,
        width=_BAR,
    )


def _overall_bar(overall: Any) -> Markup:
    bounded = overall.lo is not None and overall.hi is not None
    return svg.interval_bar(
        overall.score,
        overall.ci_low,
        overall.ci_high,
        label=numbers.value_text(overall.score, "%"),
        bounds=(overall.lo, overall.hi) if bounded else None,
        width=400,
    )


def _score_bar(part: Part) -> Markup:
    bounded = part.indicator is None and part.lo is not None and part.hi is not None
    interval = numbers.interval_text(part.ci_low, part.ci_high, "%")
    return svg.interval_bar(
        part.score,
        part.ci_low,
        part.ci_high,
        label=f"{numbers.value_text(part.score, '%')} {interval}".strip(),
        bounds=(part.lo or 0.0, part.hi or 0.0) if bounded else None,
        width=_BAR,
    )


def _rate_bar(rate: Rate, reference: float | None, width: int = 140) -> Markup:
    interval = numbers.interval_text(rate.ci_low, rate.ci_high, "%")
    return svg.interval_bar(
        rate.value,
        rate.ci_low,
        rate.ci_high,
        label=f"{numbers.value_text(rate.value, '%')} {interval}".strip(),
        reference=reference,
        width=width,
    )


def _axis(top: float | None, unit: str, width: int = _BAR) -> Markup:
    if top is None:
        return Markup("")
    if numbers.is_proportion(unit) and top == 1:
        return svg.axis(("0", "50", "100 %"), width=width)
    return svg.axis(("0", numbers.value_text(top, unit)), width=width)


def _histogram(report: RunReport) -> Markup:
    total = report.latency.total
    if total is None:
        return Markup("")
    marks = {"P50": total.p50, "P95": total.p95, "P99": total.p99}
    label = " · ".join(f"{name} {numbers.seconds_text(at)}" for name, at in marks.items())
    return svg.histogram(report.latency.bins, marks, label=label)
