"""Contents to draw: little, much, with holes, and with names nobody should trust."""

from __future__ import annotations

import math
from typing import Any

from steelyard.analysis.comparison import content as compared
from steelyard.analysis.conditions import (
    Conditions,
    EnvironmentLine,
    FaultLine,
    Issue,
    KindLine,
    PhaseLine,
)
from steelyard.analysis.conditions.load import knee_of
from steelyard.analysis.correlation import content as related
from steelyard.analysis.generalisation.places import Place
from steelyard.analysis.generalisation.rate import Rate
from steelyard.analysis.generalisation.scene_kinds import SceneKind
from steelyard.analysis.generalisation.tables import Generalisation
from steelyard.analysis.leaderboard import content as ranked
from steelyard.model import Words
from steelyard.report.content import (
    Bin,
    Counts,
    Indicator,
    Latency,
    Overall,
    Part,
    Quantiles,
    RunReport,
    Usage,
)
from steelyard.scorecards import Headline

HOSTILE = (
    "<script>alert(1)</script>&lt;b&gt; %{customdata} $x^2$ \x1b[31m\u202e"
    "场景名称非常长需要截断" * 3 + "x" * 120
)
DIMENSIONS = (
    Words("Basic ability", "基础能力"),
    Words("Generalisation", "泛化能力"),
    Words("Robustness", "鲁棒性"),
    Words("Collaboration", "协同能力"),
)
LEAVES = (
    Words("Accuracy", "准确率"),
    Words("Completion rate", "任务完成率"),
    Words("F1", "F1 值"),
    Words("Precision of the answers", "精确率"),
)
SCENES = (
    *("flood relief", "森林火灾", "urban traffic", "reconnaissance", "海上搜救", "logistics"),
    *("hospital triage", "电网调度", "border patrol", "question answering"),
)
KINDS = (
    *("char.swap", "char.drop", "word.shuffle", "noise.keyboard", "zh.homophone", "case.upper"),
    *("punct.drop", "word.synonym"),
)


def name(at: int, hostile: bool, plain: tuple[str, ...] = SCENES) -> str:
    """One of the plain names, a numbered one, or a hostile one."""
    if hostile:
        return f"{at} {HOSTILE}"
    return plain[at] if at < len(plain) else f"{plain[at % len(plain)]} {at}"


def share(at: int, n: int = 40) -> Rate:
    """A share that depends on the place only, with an interval of about its size."""
    value = 0.62 + 0.33 * math.sin(1.7 * at + 1)
    half = 1.2 * math.sqrt(max(value * (1 - value), 0.004) / n)
    return Rate(value, max(0.0, value - half), min(1.0, value + half), n)


def part(at: int, title: Words, parts: tuple[Part, ...] = (), **values: Any) -> Part:
    """A node of a scorecard."""
    found = share(at, 150)
    given: dict[str, Any] = {
        "id": f"p{at}",
        "name": title,
        "weight": 0.25,
        "share": 0.25 if parts else 0.0625,
        "score": found.value,
        "contribution": 0.1,
        "coverage": 1.0,
        "lo": found.ci_low,
        "hi": found.ci_high,
        "ci_low": found.ci_low,
        "ci_high": found.ci_high,
        "ci_method": "bootstrap",
        "notes": (),
        "declared": False,
        "indicator": None if parts else f"base.p{at}",
        "parts": parts,
    }
    return Part(**(given | values))


def tree(size: int, *, hostile: bool = False, missing: bool = False) -> Part:
    """Four dimensions with `size` leaves each."""
    made = []
    for at, title in enumerate(DIMENSIONS):
        leaves = []
        for number in range(size):
            called = LEAVES[number % 4] if number < 4 else Words(f"Leaf {number}", f"指标 {number}")
            called = Words(name(at, True), name(at, True)) if hostile else called
            hole = {"score": None, "ci_low": None, "ci_high": None} if missing and number else {}
            leaves.append(part(10 * at + number, called, **hole))
        hole = {"score": None, "ci_low": None, "ci_high": None} if missing and at == 3 else {}
        called = Words(name(at, True), name(at, True)) if hostile else title
        made.append(part(at, called, tuple(leaves), **hole))
    return part(99, Words("root", "根"), tuple(made), weight=1.0, share=1.0)


def indicator(at: int, called: Words, **values: Any) -> Indicator:
    """An indicator of the basic family."""
    found = share(at, 120)
    given: dict[str, Any] = {
        "id": f"base.x{at}",
        "name": called,
        "meaning": Words("meaning", "含义"),
        "unit": "",
        "direction": "up",
        "value": found.value,
        "score": found.value,
        "n": 120,
        "n_missing": 0,
        "ci_low": found.ci_low,
        "ci_high": found.ci_high,
        "ci_method": "wilson",
        "ci_confidence": 0.95,
        "status": "ok",
        "provenance": "declared" if at % 5 == 4 else "measured",
        "signature": "base.x@1",
        "notes": (),
    }
    return Indicator(**(given | values))


def conditions(size: int, *, hostile: bool = False, missing: bool = False) -> Conditions:
    """Perturbations at three strengths, a ramp with a knee, faults and environments."""
    hole = Rate(None)
    kinds = tuple(
        KindLine(
            name(at, hostile, KINDS),
            strength,
            "answer",
            30,
            28,
            hole if missing and at % 2 else Rate(*_drop(at, strength)),
            0.93,
            None if missing else Rate(*_drop(at, strength)),
            2,
        )
        for at in range(size)
        for strength in (0.1, 0.2, 0.4)
    )
    levels = [2.0**at for at in range(min(size, 8) + 1)]
    phases = tuple(
        PhaseLine(
            "ramp",
            level,
            40,
            hole if missing and at == 1 else Rate(*_carried(at)),
            None if missing and at == 1 else 0.2 * 1.25**at,
            None if missing and at == 1 else 0.5 * 1.6**at,
            0.01,
            int(level),
        )
        for at, level in enumerate(levels)
    )
    return Conditions(
        plain=120,
        asked=400,
        applied=(),
        kinds=kinds,
        phases=phases,
        arrivals="closed",
        knee=knee_of(phases, {}),
        faults=tuple(_fault(at, hostile, missing) for at in range(size)),
        environments=tuple(_environment(at, hostile, missing) for at in range(size)),
        team=None,
        claims={},
    )


def _drop(at: int, strength: float) -> tuple[float, float, float, int]:
    value = max(0.05, 0.93 - strength * (0.25 + 0.23 * (at % 6)))
    return value, max(0.0, value - 0.09), min(1.0, value + 0.07), 30


def _carried(at: int) -> tuple[float, float, float, int]:
    value = 0.97 if at < 3 else 0.97 - 0.12 * (at - 2)
    return value, max(0.0, value - 0.06), min(1.0, value + 0.03), 40


def _fault(at: int, hostile: bool, missing: bool) -> FaultLine:
    names = ("http_500", "timeout", "slow_body", "cut_stream", "garbled", "rate_limit")
    lacking = missing and at % 2 == 0
    return FaultLine(
        name(at, hostile, names),
        20,
        0 if lacking else 18,
        Rate(None) if lacking else share(at, 18),
        None if lacking else 0.9,
        None if lacking else Rate(0.5 + 0.08 * (at % 6)),
        at % 4,
        2.1,
    )


def _environment(at: int, hostile: bool, missing: bool) -> EnvironmentLine:
    names = ("python-3.13", "arm64 容器", "offline-lab", "windows")
    failed = at % 3 == 2
    return EnvironmentLine(
        name=name(at, hostile, names),
        deployed=None if missing else not failed,
        attempts=1 + at % 2,
        first_worked=at % 2 == 0,
        seconds=12.0,
        adaptation_cost=1.0,
        issues=(Issue("import", "torch"),) if failed else (),
        compat_issues=2 if failed else 0,
        checklist_failed=0,
        covered=None if missing else 0.85,
        error="no module" if failed else None,
        asked=20,
        success=Rate(None) if failed else share(at, 20),
        plain=0.9,
        kept=None if failed or missing else Rate(0.9 + 0.02 * (at % 5)),
    )


def run_report(size: int = 6, *, hostile: bool = False, missing: bool = False) -> RunReport:
    """A run whose every table has `size` rows."""
    places = {
        column: tuple(
            Place(
                name(at, hostile),
                share(at),
                Rate(None) if missing and at % 3 == 1 else share(at, 8 + at),
                few=at == 1,
            )
            for at in range(size)
        )
        for column in ("scene", "domain")
    }
    kinds = tuple(
        SceneKind(kind, 4, share(at), share(at)) for at, kind in enumerate(("train", "non_train"))
    )
    bins = tuple(
        Bin(10 ** (i / 12), 10 ** ((i + 1) / 12), int(300 * math.exp(-(((i + 2) / 4) ** 2))))
        for i in range(-12, -12 + max(size * 3, 1))
    )
    called = [
        LEAVES[at % 4] if at < 4 and not hostile else Words(*[name(at, hostile)] * 2)
        for at in range(size)
    ]
    return RunReport(
        run={"name": HOSTILE if hostile else "nightly"},
        headline=Headline("overall", "scorecard", 0.8, 0.75, 0.85, lo=0.7, hi=0.9, coverage=1.0),
        overall=Overall(0.8, "mean", {}, 1.0, 0.7, 0.9, 0.75, 0.85, ()),
        scorecard=tree(min(size, 60), hostile=hostile, missing=missing),
        gates=(),
        indicators=tuple(
            indicator(at, title, **({"value": None} if missing and at % 2 else {}))
            for at, title in enumerate(called)
        ),
        conditions=conditions(size, hostile=hostile, missing=missing),
        generalisation=Generalisation(share(1, 300), share(2, 300), kinds, places, ()),
        breakdowns={},
        counts=Counts(120, 120, 110, 5, 5, 90, 20, 0, 3),
        usage=Usage(None, None, None),
        latency=Latency(Quantiles(1512, 0.8, 0.62, 2.1, 3.3, 4.4), None, bins, ()),
        failures=(),
    )


def side(label: str) -> compared.Side:
    """One run of a comparison."""
    return compared.Side(
        *(label, label, f"runs/{label}", label, "2026-03-01", "finished", "http", "cases.jsonl"),
        *("standard", 100, 100, 1, 0.8),
    )


def difference(at: int, called: Words, *, missing: bool = False) -> compared.Difference:
    """A difference that is better, worse or not established by turns."""
    value = (0.06, -0.045, 0.01, -0.008)[at % 4] * (1 + 0.1 * (at % 7))
    verdict = ("better", "worse", "not_established", "same")[at % 4]
    return compared.Difference(
        id=f"base.x{at}",
        name=called,
        kind="indicator",
        unit="",
        direction="up",
        base=0.8,
        new=0.8 + value,
        value=None if missing else value,
        ci_low=None if missing or at % 4 == 3 else value - 0.03,
        ci_high=None if missing or at % 4 == 3 else value + 0.035,
        n=100,
        verdict=verdict,
    )


def comparison(
    size: int = 6, *, hostile: bool = False, missing: bool = False, runs: int = 1
) -> Any:
    """Runs against one base."""
    named = [
        LEAVES[at] if at < 4 and not hostile else Words(*[name(at, hostile)] * 2)
        for at in range(size)
    ]
    slices = tuple(
        compared.Slice(
            "scene", name(at, hostile), difference(at + 1, Words("a", "b"), missing=missing)
        )
        for at in range(size)
    )
    usage = tuple(
        compared.Usage(
            id_,
            "s",
            100,
            1.0,
            ratio,
            None,
            None,
            ratio - 1,
            ratio=None if missing else ratio,
            ratio_low=ratio * 0.9,
            ratio_high=ratio * 1.12,
            verdict=verdict,
        )
        for id_, ratio, verdict in (
            ("latency_s", 0.82, "better"),
            ("cost", 1.64, "worse"),
            ("output_tokens", 1.02, "not_established"),
        )
    )
    against = tuple(
        compared.AgainstBase(
            run=side(HOSTILE if hostile else f"candidate-{number}"),
            pairing=compared.Pairing(True, 100, 0, 0),
            overall=difference(0, Words("Overall", "总分"), missing=missing),
            indicators=tuple(
                difference(at, called, missing=missing) for at, called in enumerate(named)
            ),
            slices={"scene": slices},
            flips=None if missing else compared.Flips(68, 12, 8, 14, undecided=3),
            usage=usage,
        )
        for number in range(1, runs + 1)
    )
    return compared.Comparison(side("base"), against, "standard")


def leaderboard(
    size: int = 6, *, hostile: bool = False, missing: bool = False
) -> ranked.Leaderboard:
    """Agents ranked by their overall score."""
    agents = ("atlas", "北斗助手", "corvid", "delta-7b", "echo", "falcon-large")
    lines = []
    for at in range(size):
        value = 0.9 - 0.5 * at / max(size, 6)
        gone = missing and at % 2 == 1
        lines.append(
            ranked.Line(
                name=name(at, hostile, agents),
                sources=(),
                score=ranked.Measure(None)
                if gone
                else ranked.Measure(value, value - 0.04, value + 0.03, 200),
                rank=None if gone else at + 1,
                rank_low=None if gone else max(1, at),
                rank_high=None if gone else min(size, at + 2),
                p_first=None if gone else (0.82, 0.17, 0.01, 0.0)[min(at, 3)],
                group="" if gone else "ab"[at % 2],
                latency_p50=ranked.Measure(None if gone else 2.4 / (1 + at % 4) + 0.1 * at),
                cost=ranked.Measure(None if gone else 0.004 / (1 + at % 3) + 0.0002 * at),
                front=None if gone else at in (0, 1, 2, 3),
                weights_rank_low=None if gone else max(1, at),
                weights_rank_high=None if gone else min(size, at + 3),
            )
        )
    card = ranked.Card("standard", 1, Words("Standard", "标准"), "ab")
    return ranked.Leaderboard(card, True, 200, "agent", 2000, 7, (), tuple(lines))


def correlation(
    size: int = 6, *, hostile: bool = False, missing: bool = False
) -> related.Correlation:
    """Measures with every pair of them."""
    titles = (
        *(Words("Accuracy", "准确率"), Words("Completion", "任务完成"), Words("Latency", "时延")),
        *(Words("Output tokens", "输出词元数"), Words("Cost", "费用"), Words("Steps", "步数")),
    )
    measures = tuple(
        related.Measure(
            f"m{at}",
            Words(*[name(at, True)] * 2)
            if hostile
            else titles[at]
            if at < 6
            else Words(f"Measure {at}", f"度量 {at}"),
            *("number", "outcome", "", 200, 0.5),
        )
        for at in range(size)
    )
    pairs = tuple(
        related.Pair(
            f"m{a}",
            f"m{b}",
            related.Coefficient(None if missing and a else rho, rho - 0.1, rho + 0.1, 0.01, 200),
            related.Coefficient(rho * 0.7),
            evidence="established" if abs(rho) > 0.3 else "not_established",
            structural=Words("same", "相同") if (a, b) == (0, 2) else None,
        )
        for a in range(size)
        for b in range(a + 1, size)
        for rho in [0.97 * math.cos(1.3 * a * b + b)]
    )
    drivers = tuple(
        related.Driver(
            m.id,
            m.name,
            Rate(0.3 - 0.1 * at),
            Rate(0.4 / (at + 1), 0.2 / (at + 1), 0.55 / (at + 1)),
        )
        for at, m in enumerate(measures)
    )
    bands = tuple(related.LatencyBand(0.2 * at, 0.2 * at + 0.2, share(at)) for at in range(4))
    fast = related.LatencyAccuracy(
        0.4,
        share(0),
        share(1),
        share(2),
        "not_established",
        related.Coefficient(0.1),
        "passed",
        bands,
    )
    points = tuple(
        related.ParetoPoint(
            line.name,
            Rate(line.score.value, line.score.ci_low, line.score.ci_high),
            line.latency_p50.value,
            line.cost.value,
            line.front,
        )
        for line in leaderboard(size, hostile=hostile, missing=missing).lines
    )
    return related.Correlation(
        unit="case",
        n=200,
        independent=200,
        runs=("a",),
        epochs=False,
        confidence=0.95,
        control=None,
        measures=measures,
        pairs=pairs,
        relations=(related.Relations("a", None, None, None if missing else fast, None),),
        redundancy=None,
        drivers=None if missing else related.Drivers("passed", "logit", "lmg", 200, 0.31, drivers),
        pareto=points,
        sample=None,
        notes=(),
    )


CONTENTS = {
    "RunReport": run_report,
    "Comparison": comparison,
    "Leaderboard": leaderboard,
    "Correlation": correlation,
}
