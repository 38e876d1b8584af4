"""A small result of the suite, with one line of every kind: what a page is made of."""

from __future__ import annotations

from benchmarks.machine import WAITING
from benchmarks.record import TIMES_THEIRS, Peer, alone, at_least, at_most, versus

GONE = Peer("Inspect AI", missing="not installed: pip install 'steelyard[bench]'")
RAW, SACRE = Peer("raw aiohttp", "3.14.5"), Peer("sacreBLEU", "2.6.0")

MEASURES = [
    alone("startup/help", "start-up: `steelyard --help`", "CPU s", [0.06, 0.07, 0.09],
          at_most(0.15)),
    versus("runner/cpu/raw", "runner: CPU per case", "CPU ms", [0.2, 0.3], RAW, [0.1, 0.2],
           at_most(2), ratio_of=TIMES_THEIRS),
    versus("runner/cpu/inspect", "runner: CPU per case", "CPU ms", [0.2, 0.3], GONE, [],
           at_least(50)),
    versus("retrieval/scattered-queries/sacre", "retrieval: scattered", "CPU s", [2.0, 2.0], SACRE,
           [4.0, 8.0], at_least(4)),
    versus("text/unknown", "text: something", "CPU µs", [10.0], SACRE, [20.0], at_least(5)),
    versus("text/plain", "text: without a goal", "CPU µs", [10.0], SACRE, [1234.0]),
]  # fmt: skip

GROWTH = {
    "sizes": [1_000, 10_000],
    "stages": {
        "score": {
            "points": [
                {"rows": 1_000, "seconds": 0.5, "cpu_s": 0.5, "rss_mb": 80.0},
                {"rows": 10_000, "seconds": 5.0, "cpu_s": 5.0, "rss_mb": 81.0},
            ],
            "time_exponent": 1.0,
            "memory_exponent": 0.005,
        },
        "report": {"points": [{"rows": 1_000, "seconds": 0.1, "cpu_s": 0.1, "rss_mb": 70.0}]},
    },
}


def found(**changes):
    made = {
        "command": "python -m benchmarks",
        "date": "2026-01-02",
        "quick": False,
        "machine": {"processor": "a processor", "cores": "2", WAITING: "0.3"},
        "packages": {"sacreBLEU": "2.6.0"},
        "comparisons": {"startup": {"failed": "", "seconds": 1.0}},
        "measures": [measure.as_json() for measure in MEASURES],
        "growth": GROWTH,
    }
    return made | changes
