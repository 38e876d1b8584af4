"""What `python -m benchmarks service` prints, and the page it writes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.machine import ROOT
from benchmarks.service_clients import ARRIVE_SECONDS

TITLES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def show(found: dict[str, Any]) -> None:
    """Print the tables."""
    for line in _tables(found):
        print(line)


def write_page(found: dict[str, Any]) -> None:
    """Write docs/benchmarks/service.md."""
    where = "benchmarks/results/service.json"
    lines = [
        "# The service under load, measured",
        "",
        f"Made by `{found['command']}`; the numbers are in [`{where}`](../../{where}). "
        f"`steelyard serve` with {found['workers']} workers carries {found['tasks']} tasks, each "
        "asking its agent four questions at a time, while "
        f"{found['clients']} clients ask the API and {found['streams']} more listen to events; "
        f"they come within {ARRIVE_SECONDS:g} seconds, and what they ask is counted from then on. "
        "Server, workers, agent, PostgreSQL and clients are processes of their own on one machine "
        f"with {found['machine']['cores']} cores, which they share with other work: when it began, "
        f"{found['machine']['load_before']:g} processes wanted a core beside it. Waiting for one "
        "is in the milliseconds; CPU time per request is steadier.",
        "",
        f"Wanted, with {found['think']:g} s between questions: no error, and 99 of 100 answers "
        f"within {found['target_p99_ms']} ms. {' '.join(_verdicts(found))}",
        *_tables(found),
    ]
    page = ROOT / "docs" / "benchmarks" / "service.md"
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _verdicts(found: dict[str, Any]) -> Iterator[str]:
    for backend, numbers in found["backends"].items():
        one = numbers["rounds"]["paced"]
        late, errors = one["all_ms"]["p99"], sum(one["errors"].values())
        met = errors == 0 and late <= found["target_p99_ms"]
        said = "met" if met else "not met"
        yield f"{TITLES[backend]}: {said} ({errors} errors, p99 {late:.0f} ms)."


def _tables(found: dict[str, Any]) -> Iterator[str]:
    for backend, numbers in found["backends"].items():
        rounds = numbers["rounds"]
        said = {"paced": f"{found['think']:g} s between questions", "saturated": "no pause"}
        yield from ("", f"## {TITLES[backend]}", "")
        yield "| | requests/s | errors | ms: p50 | p95 | p99 | most | server CPU ms per request |"
        yield "|---|---|---|---|---|---|---|---|"
        for name, one in rounds.items():
            cells = " | ".join(f"{one['all_ms'][key]:.0f}" for key in ("p50", "p95", "p99", "most"))
            errors = sum(one["errors"].values())
            yield (
                f"| {said[name]} | {one['per_s']:.0f} | {errors} of {one['asked'] + errors} "
                f"| {cells} | {one['cpu_ms']:.1f} |"
            )
        parties = list(rounds["paced"]["cores"])
        yield from ("", f"| cores busy with | {' | '.join(parties)} | together |")
        yield f"|---|{'---|' * len(parties)}---|"
        for name, one in rounds.items():
            cores = [one["cores"][party] for party in parties]
            cells = " | ".join(f"{each:.2f}" for each in (*cores, sum(cores)))
            yield f"| {said[name]} | {cells} |"
        yield from ("", "| with pauses, by route | asked | ms: p50 | p95 | p99 |")
        yield "|---|---|---|---|---|"
        for name, ms in rounds["paced"]["ms"].items():
            if ms:
                cells = " | ".join(f"{ms[key]:.0f}" for key in ("p50", "p95", "p99"))
                yield f"| {name} | {ms['n']} | {cells} |"
        yield from ("", "| memory, MB | at first | half-way | in the end | most |")
        yield "|---|---|---|---|---|"
        for name, mb in numbers["memory_mb"].items():
            cells = " | ".join(str(mb[key]) for key in ("first", "middle", "last", "most"))
            yield f"| {name} | {cells} |"
        for name, one in rounds.items():
            for error, count in one["errors"].items():
                yield f"\n{name}: {error}: {count}"
