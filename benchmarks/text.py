"""Text scorers beside the packages and scripts people use, on the same texts in the same run.

    python -m benchmarks text [--rows 4000] [--quick]

Equality is checked before anything is timed. Times are CPU µs per case on one core, the best of
several rounds; what is slow is timed on fewer cases.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

from benchmarks import text_peers as peers
from benchmarks.text_data import Cases, chinese, english, long_answers
from steelyard.scorers import run_scorers
from steelyard.scorers.text import fast

SLOW_CASES, ROUNDS = 150, 5
ROUGE = ("text.rouge_1", "text.rouge_2", "text.rouge_l")

Row = dict[str, Any]


def main(arguments: list[str]) -> dict[str, Any]:
    """Check, measure, print, return."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks text")
    parser.add_argument("--rows", type=int, default=4000, help="English cases")
    parser.add_argument("--quick", action="store_true", help="a tenth of the cases, one round")
    options = parser.parse_args(arguments)
    rows, rounds = (options.rows // 10, 1) if options.quick else (options.rows, ROUNDS)
    data = english(rows), chinese(rows // 2), long_answers(max(rows // 100, 10))
    found = [line for row in _plan(*data) for line in _measure(row, rounds)]
    _print(found)
    return {"rows": rows, "rounds": rounds, "compiled": _has_numba(), "comparisons": found}


def _plan(english: Cases, chinese: Cases, long: Cases) -> list[Row]:
    whitespace, rouge = {"tokenizer": "whitespace"}, {"tokenizer": "rouge"}
    thirteen, zh = {"tokenizer": "13a"}, {"tokenizer": "zh"}
    three = [(id_, rouge) for id_ in ROUGE]
    documented = [("text.rouge_l", whitespace | {"select": "recall"})]
    plan = [
        (
            "BLEU, sentence",
            english,
            [("text.bleu", thirteen)],
            "sacreBLEU",
            peers.sacre_bleu,
            5,
            20,
        ),
        ("BLEU, Chinese", chinese, [("text.bleu", zh)], "sacreBLEU zh", peers.sacre_zh, 5, None),
        ("chrF", english, [("text.chrf", {})], "sacreBLEU", peers.sacre_chrf, 5, 20),
        ("chrF, Chinese", chinese, [("text.chrf", {})], "sacreBLEU", peers.sacre_chrf, 5, None),
        ("ROUGE-1/2/L", english, three, "rouge-score", peers.rouge_score, 20, None),
        ("ROUGE-1/2/L", english, three, "rouge-score-rs", peers.rouge_rs, None, 1),
        ("ROUGE-L", english, documented, "documented", peers.documented_rouge_l, None, None),
        ("ROUGE-L, long", long, documented, "documented", peers.documented_rouge_l, 40, 40),
        (
            "simplified BLEU",
            english,
            [("text.bleu_simple", whitespace)],
            "documented",
            peers.documented_bleu,
            2,
            None,
        ),
        (
            "keyword Jaccard",
            english,
            [("text.keyword_jaccard", {"tokenizer": "legacy"})],
            "documented",
            peers.documented_jaccard,
            None,
            None,
        ),
        ("token F1", english, [("text.token_f1", {})], "SQuAD-style", peers.squad_f1, None, None),
    ]
    names = ("what", "cases", "scorers", "peer", "run", "goal", "goal_compiled")
    rows = [dict(zip(names, row, strict=True)) for row in plan]
    return [row for row in rows if row["peer"] != "rouge-score-rs" or find_spec("rouge_score_rs")]


def _measure(row: Row, rounds: int) -> list[Row]:
    """Return a line for the default installation and one with the compiled kernels."""
    cases: Cases = row["cases"]
    few = Cases(*(column[:SLOW_CASES] for column in cases))
    quick = row["peer"] == "rouge-score-rs"
    theirs = cases if quick else few
    expected = row["run"](few)
    lines = []
    for compiled in (False, True)[: 1 + _has_numba()]:
        fast.AFTER_TEXTS = 0 if compiled else 1 << 62
        _check(row, _score(few, row["scorers"]), expected)
        _score(cases, row["scorers"])
        ours = _cpu(lambda: _score(cases, row["scorers"]), rounds) / len(cases.outputs)
        peer = _cpu(lambda: row["run"](theirs), rounds if quick else 1) / len(theirs.outputs)
        goal = row["goal_compiled"] if compiled else row["goal"]
        lines.append(
            {
                "what": row["what"],
                "peer": row["peer"],
                "installation": "with numba" if compiled else "default",
                "ours_us": ours * 1e6,
                "peer_us": peer * 1e6,
                "ratio": peer / ours,
                "goal": goal,
                "met": None if goal is None else peer / ours >= goal,
            }
        )
    return lines


def _score(cases: Cases, scorers: list[tuple[str, dict[str, Any]]]) -> dict[str, list[Any]]:
    batch = {"output": cases.outputs, "references": cases.references}
    return run_scorers(batch, scorers).columns


def _check(row: Row, columns: dict[str, list[Any]], expected: Sequence[Sequence[float]]) -> None:
    """Fail unless our values are the peer's: one column per scorer, a value per case."""
    for (id_, _), values in zip(row["scorers"], expected, strict=True):
        for ours, theirs in zip(columns[id_.replace(".", "_")], values, strict=True):
            if abs(ours - theirs) > 1e-9:
                message = f"{row['what']}: {ours} is not {row['peer']}'s {theirs}"
                raise AssertionError(message)


def _cpu(work: Callable[[], object], rounds: int) -> float:
    best = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best


def _has_numba() -> bool:
    return find_spec("numba") is not None


def _print(lines: list[Row]) -> None:
    print("\n| metric | against | installation | ours, µs | theirs, µs | times faster | goal |")
    print("|---|---|---|---|---|---|---|")
    for line in lines:
        goal = (
            "" if line["goal"] is None else f"{line['goal']}x {'met' if line['met'] else 'MISSED'}"
        )
        print(
            f"| {line['what']} | {line['peer']} | {line['installation']} | {line['ours_us']:.1f} | "
            f"{line['peer_us']:.1f} | {line['ratio']:.1f} | {goal} |"
        )
    print("\nFor docs/guide/text.md:\n")
    print("\n".join(guide_table(lines)))


def guide_table(lines: list[Row]) -> list[str]:
    """Return the table of the guide: a row per comparison, a column per installation."""
    found: dict[tuple[str, str], list[Row]] = {}
    for line in lines:
        found.setdefault((line["what"], line["peer"]), []).append(line)
    head = ["| metric | against | default installation | with `fast` |", "|---|---|---|---|"]
    for (what, peer), both in found.items():
        ours = (f"{line['ours_us']:,.0f} µs, {line['ratio']:.1f}x" for line in both)
        head.append(f"| {what} | {peer}, {both[0]['peer_us']:,.0f} µs | {' | '.join(ours)} |")
    return head
