"""The page about a billion cases a day: the numbers put into its text, scale_template.md."""

from __future__ import annotations

from typing import Any

from benchmarks.machine import ROOT


def write_page(found: dict[str, Any]) -> None:
    """Write the page in docs."""
    cores = found["ask_cores"] + found["tabulate_cores"] + found["drivers"]
    tokens = found["peak_rate"] * 300
    more = {
        "tokens": tokens / 1e6,
        "accelerators": tokens / 2_500,
        "token_cost": found["cases"] * 300 / 1e6 * 0.2,
        "core_cost": cores * 24 * 0.05,
        "addresses": max(1, -(-found["in_flight_20s"] // 28_000)),
        "nodes": max(3, -(-cores * 2 // 16)),
        "month_tb": found["table_gb"] * 30 / 1000,
        "buckets": 4096,
        "ask_gb": found["cases"] * found["ask_bytes"] / 1e9,
    }
    template = (ROOT / "benchmarks" / "scale_template.md").read_text(encoding="utf-8")
    text = template.format(**found, **more)
    (ROOT / "docs" / "benchmarks" / "scale.md").write_text(text, encoding="utf-8")
