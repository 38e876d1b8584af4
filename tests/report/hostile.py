"""Texts that try to be more than text."""

from __future__ import annotations

from typing import Any

from tests.report import runs

HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"><svg onload=alert(1)>' onmouseover='alert(1)",
    "</style><script>alert(1)</script></pre></td></table>",
    "{{ 7*7 }}{% raw %}{# #}",
    "[click](javascript:alert(1)) ![x](http://evil.example/x.png) <http://evil.example>",
    "http://evil.example www.evil.example someone@evil.example @everyone",
    "| a | b |\n| --- | --- |\n| \\| c\\\\| d |",
    "# heading\n- item\n1. one\n> quote\n---\n```\nfence\n````\nlonger\n`````",
    "1. one",
    "---",
    "`code` ``two`` *bold* _it_ ~~gone~~ $x$ &lt;script&gt; &#60;b&#62;",
    "[bold]rich[/bold] [link=http://evil.example]x[/link] [/] :boom:",
    "\x1b[31mred\x1b[0m \x1b]8;;http://evil.example\x07link\x1b]8;;\x07 \x9b2J \x00 \x07 \x08 \x7f",
    "\u202etxt.exe\u202c \u2066isolate\u2069 \u200b zero \ufeff bom \u00ad soft \U000e0041 tag",
    "שלום עולם مرحبا بالعالم",
    "a\r\nb\rc\x0bd\x0ce\x85f\u2028g\u2029h",
    "half \ud800 surrogate \udfff",
    "e" + "\u0301" * 500,
    "很长的名字" * 40,
    "x" * 1_000_000,
)


def everywhere(text: str) -> dict[str, Any]:
    """Arguments of `report_of` for a run in which everybody says `text`."""
    stored = text.encode("utf-8", "replace").decode("utf-8")  # a table holds only whole characters
    said = {
        "case_id": stored,
        "input": stored,
        "expected_output": stored,
        "output": stored + "!",
        "scene": stored,
        "domain": stored,
        "scene_type": stored,
        "error": stored,
    }
    broken = {"status": "error", "error_kind": "infra", "error_reason": stored + "?"}
    rows = [
        runs.row(0, **said, passed=False),
        runs.row(1, **said, **broken, passed=None, latency_s=2.0),
    ]
    about = runs.manifest(
        name=text,
        run_id=text,
        state=text,
        agent={"adapter": text, "k" + text: text, "deep": {"er": [text, text]}},
        dataset={
            "path": text,
            "files": [{"path": text, "size": 1, "sha256": text}],
            "rows": 2,
            "rejected": 1,
            "steps": [text, {"k" + text: text}],
        },
        scorers=[text],
        warnings=[text],
        provenance={text: "declared"},
        platform=text,
        steelyard_version=text,
    )
    spoken = {"en": text, "zh": text}
    whole = runs.value("base.accuracy", 0.5, name=spoken, meaning=spoken, notes=[text])
    undefined = runs.value("x." + text, None, name=spoken, notes=[text], status=text, unit=text)
    strange = runs.value("y.z", 0.5, unit=text, provenance=text, direction=text)
    part = runs.value("base.accuracy", 0.5, name=spoken)
    none = runs.value("base.accuracy", None, name=spoken, notes=[text])
    groups = [
        {"group": text, "n": 2, "indicators": {"base.accuracy": part}},
        {"group": text + "2", "n": 2, "indicators": {"base.accuracy": none}},
    ]
    leaf = {"id": text, "name": spoken, "weight": 1.0, "share": 1.0, "score": 0.5, "n": 2}
    leaf |= {"indicator": "x." + text, "value": 0.5, "status": text, "notes": [text]}
    lacking = leaf | {"id": "port.retention", "indicator": "port.retention", "score": None}
    inner = {"id": text, "name": spoken, "weight": 1.0, "share": 1.0, "score": 0.5, "lo": 0.1}
    inner |= {"hi": 0.9, "coverage": 0.5, "notes": [text], "children": [leaf, lacking]}
    numbers = {
        "tree": inner | {"children": [inner, leaf]},
        "undefined": [{"id": "port.retention"}, {"id": text}],
        "indicators": [whole | {"signature": text, "ci_method": text}, undefined, strange],
        "overall": {
            "score": 0.5,
            "rule": text,
            "weights": {text: 0.5, "k" + text: 0.5},
            "coverage": 1.0,
            "lo": 0.4,
            "hi": 0.6,
            "ci_low": 0.4,
            "ci_high": 0.6,
            "notes": [text],
        },
        "gates": [{"text": text, "passed": False, "observed": None, "reason": text}],
        "breakdowns": {"scene": groups, "c" + text: groups},
    }
    return {"rows": rows, "about": about, "numbers": numbers}
