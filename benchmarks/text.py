"""Text scorers beside the packages and scripts people use, on the same texts in the same run.

    python -m benchmarks text [--rows 4000] [--rounds 5] [--quick]

Equality is checked before anything is timed. Times are CPU µs per case on one core, the best of
several rounds, in which both take turns; what is slow is timed on fewer cases. The ratio is the
median of the rounds.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks import text_peers as peers
from benchmarks.peers import DISTRIBUTIONS, INSTALL, is_installed
from benchmarks.peers import peer as peer_of
from benchmarks.record import Measure, Peer, at_least, versus
from benchmarks.text_data import Cases, chinese, english, long_answers
from steelyard.scorers import run_scorers
from steelyard.scorers.text import fast

FULL, QUICK = ["--rows", "4000"], ["--quick"]
SLOW_CASES, LONG_CASES, ROUNDS = 150, 4, 5
ROUGE = ("text.rouge_1", "text.rouge_2", "text.rouge_l")

Row = dict[str, Any]


def main(arguments: list[str]) -> dict[str, Any]:
    """Check, measure, print, return."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks text")
    parser.add_argument("--rows", type=int, default=4000, help="English cases")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--quick", action="store_true", help="a tenth of the cases")
    options = parser.parse_args(arguments)
    rows, rounds = options.rows // (10 if options.quick else 1), options.rounds
    data = english(rows), chinese(rows // 2), long_answers(max(rows // 100, 10))
    found = [line for row in _plan(*data) for line in _measure(row, rounds)]
    _print(found)
    return {"rows": rows, "rounds": rounds, "compiled": is_installed("numba"), "comparisons": found}


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
    return [dict(zip(names, row, strict=True)) for row in plan]


def _measure(row: Row, rounds: int) -> list[Row]:
    """Return a line for the default installation and one with the compiled kernels."""
    cases: Cases = row["cases"]
    count = LONG_CASES if "long" in row["what"] else SLOW_CASES
    few = Cases(*(column[:count] for column in cases))
    theirs = cases if row["peer"] == "rouge-score-rs" else few
    known = _is_here(row["peer"])
    expected = row["run"](few) if known else None
    lines = []
    for compiled in (False, True)[: 1 + is_installed("numba")]:
        fast.AFTER_TEXTS = 0 if compiled else 1 << 62
        if expected is not None:
            _check(row, _score(few, row["scorers"]), expected)
        _score(cases, row["scorers"])
        ours, peer = [], []
        for _ in range(rounds):
            ours.append(_cpu(lambda: _score(cases, row["scorers"])) / len(cases.outputs) * 1e6)
            if known:
                peer.append(_cpu(lambda: row["run"](theirs)) / len(theirs.outputs) * 1e6)
        goal = row["goal_compiled"] if compiled else row["goal"]
        lines.append(_line(row, compiled=compiled, goal=goal, ours=ours, peer=peer))
    return lines


def _line(
    row: Row, *, compiled: bool, goal: float | None, ours: list[float], peer: list[float]
) -> Row:
    """Return what one comparison found; without its peer there is no ratio."""
    ratios = [theirs / mine for mine, theirs in zip(ours, peer, strict=False)]
    ratio = statistics.median(ratios) if ratios else None
    return {
        "what": row["what"],
        "peer": row["peer"],
        "installation": "with numba" if compiled else "default",
        "ours_us": min(ours),
        "peer_us": min(peer) if peer else None,
        "ratio": ratio,
        "goal": goal,
        "met": None if goal is None or ratio is None else ratio >= goal,
        "rounds": {"ours_us": ours, "peer_us": peer},
    }


def _is_here(peer: str) -> bool:
    """Return whether a peer can be asked; what is not a package is in this folder."""
    name = peer.removesuffix(" zh")
    return name not in DISTRIBUTIONS or is_installed(DISTRIBUTIONS[name])


def measures(found: dict[str, Any]) -> list[Measure]:
    """Return each measure beside its peer, in the default installation and compiled."""
    made = [_as_measure(line) for line in found["comparisons"]]
    if not found["compiled"]:
        missing = Peer("all of these", missing=INSTALL.format(extra="bench"))
        made.append(versus("text/compiled", "text, with numba", "CPU µs", [], missing, []))
    return made


def _as_measure(line: Row) -> Measure:
    name = line["peer"].removesuffix(" zh")
    peer = peer_of(name) if name in DISTRIBUTIONS else Peer(f"{name} script")
    short = "default" if line["installation"] == "default" else "numba"
    id_ = (
        f"text/{line['what'].replace('/', '')}/{name}/{short}".lower()
        .replace(", ", "-")
        .replace(" ", "-")
    )
    title = f"text: {line['what']}" + ("" if short == "default" else ", with `fast`")
    goal = None if line["goal"] is None else at_least(line["goal"])
    rounds = line["rounds"]
    return versus(id_, title, "CPU µs", rounds["ours_us"], peer, rounds["peer_us"], goal)


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


def _cpu(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def _print(lines: list[Row]) -> None:
    print("\n| metric | against | installation | ours, µs | theirs, µs | times faster | goal |")
    print("|---|---|---|---|---|---|---|")
    known = [line for line in lines if line["ratio"] is not None]
    for line in known:
        goal = (
            "" if line["goal"] is None else f"{line['goal']}x {'met' if line['met'] else 'MISSED'}"
        )
        print(
            f"| {line['what']} | {line['peer']} | {line['installation']} | {line['ours_us']:.1f} | "
            f"{line['peer_us']:.1f} | {line['ratio']:.1f} | {goal} |"
        )
    print("\nFor docs/guide/text.md:\n")
    print("\n".join(guide_table(known)))


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
