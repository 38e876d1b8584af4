"""What `python -m benchmarks overload` prints, and the page it writes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.machine import ROOT
from benchmarks.service_page import TITLES

_ROUNDS = {"paced": "{think:g} s between requests", "saturated": "no pause between requests"}


def show(found: dict[str, Any]) -> None:
    """Print the tables."""
    for line in (*_verdicts(found), *_tables(found)):
        print(line)


def write_page(found: dict[str, Any]) -> None:
    """Write docs/benchmarks/overload.md."""
    where = "benchmarks/results/overload.json"
    lines = [
        "# The service under overload, measured",
        "",
        f"Made by `{found['command']}`; the numbers are in [`{where}`](../../{where}). "
        f"`steelyard serve` with {found['workers']} worker runs {found['tasks']} tasks, while all "
        f"of this happens at the same time for {found['seconds']:g} seconds:",
        "",
        f"- {found['clients']} clients send ordinary requests, and {found['streams']} listen to "
        "events;",
        f"- {found['half_open']} connections send half of their headers and then nothing; each "
        "that is cut off comes back a second later;",
        f"- {found['reports']} clients ask for PDF reports, half of them for the same runs; "
        f"{found['checks']} send documents to be checked, each with 100 indicators that nobody "
        "has checked before. A client that is refused waits as long as Retry-After says;",
        "- `/healthz` is polled up to 20 times a second, each time on a new connection; after each "
        "poll an idle server of a few lines is polled in the same way (the control), which says "
        "how long a process of this machine waits for a core.",
        "",
        "Everything runs on one machine with "
        f"{found['machine']['cores']} cores; {found['machine']['load_before']:g} other processes "
        "wanted a core when it began. Clients use several loopback addresses, because bounds are "
        f"kept per address: ordinary clients come from {found['good_sources']}, half-open "
        f"connections from {found['bad_sources']}. One address has half of the half-open "
        "connections and is also one of the ordinary clients' addresses, as behind one router; the "
        "others stay below the bound of an address. No address is a trusted proxy.",
        "",
        f"Required: 99 of 100 polls of `/healthz` within {found['target_p99_ms']} ms, none failed, "
        "no error of an ordinary client, and less than "
        f"{found['target_mb']:,} MB for all processes of the service together (proportional set "
        "size: pages that processes share count once; the database has its own). 429 with "
        "Retry-After is the right answer when more heavy work is asked for than the queue holds, "
        "and is counted apart.",
        "",
        *_verdicts(found),
        *_tables(found),
    ]
    page = ROOT / "docs" / "benchmarks" / "overload.md"
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _verdicts(found: dict[str, Any]) -> Iterator[str]:
    for backend, rounds in found["backends"].items():
        for name, one in rounds.items():
            late, memory = one["health_ms"]["p99"], one["memory_mb"]["all"]
            failed, errors = sum(one["health_errors"].values()), sum(one["errors"].values())
            met = late <= found["target_p99_ms"] and memory <= found["target_mb"]
            met = met and not failed and not errors
            yield (
                f"- {TITLES[backend]}, {_title(found, name)}: {'met' if met else '**not met**'} "
                f"(p99 {late:.0f} ms, {failed} failed polls, {errors} errors of ordinary clients, "
                f"{memory:,} MB)"
            )


def _tables(found: dict[str, Any]) -> Iterator[str]:
    for backend, rounds in found["backends"].items():
        yield from ("", f"## {TITLES[backend]}")
        for name, one in rounds.items():
            yield from ("", f"### {TITLES[backend]}, {_title(found, name)}", "")
            yield from _latency(one)
            yield from _others(one)


def _latency(one: dict[str, Any]) -> Iterator[str]:
    yield "| | answered | errors | 429 | unfinished at the end | ms: p50 | p95 | p99 | most |"
    yield "|---|---|---|---|---|---|---|---|---|"
    failed = sum(one["health_errors"].values())
    polls = one["health_ms"]["n"] - failed
    yield f"| `/healthz` | {polls} | {failed} | | | {_cells(one['health_ms'])} |"
    yield f"| control | {one['control_ms']['n']} | | | | {_cells(one['control_ms'])} |"
    errors = sum(one["errors"].values())
    yield f"| ordinary requests | {one['answered']} | {errors} | | | {_cells(one['all_ms'])} |"
    for kind, title in (("report", "PDF reports"), ("check", "document checks")):
        counts = dict(one["heavy"][kind])
        ms = counts.pop("ms")
        answered = counts.pop("answered", 0)
        refused = counts.pop("refused with Retry-After", 0)
        left = counts.pop("unfinished", 0)
        wrong = sum(counts.values())
        yield f"| {title} | {answered} | {wrong} | {refused} | {left} | {_cells(ms)} |"


def _cells(ms: dict[str, float]) -> str:
    return " | ".join(f"{ms[key]:,.0f}" if ms else "" for key in ("p50", "p95", "p99", "most"))


def _others(one: dict[str, Any]) -> Iterator[str]:
    memory, processes = dict(one["memory_mb"]), one["processes"]
    together, resident = memory.pop("all"), memory.pop("all, resident")
    kinds = sorted(memory, key=lambda kind: (kind != "server", kind))
    yield from ("", f"| at most | {' | '.join(kinds)} | together |")
    yield f"|---|{'---|' * len(kinds)}---|"
    yield f"| memory, MB | {' | '.join(str(memory[kind]) for kind in kinds)} | {together:,} |"
    counts = [processes[kind] for kind in kinds]
    yield f"| processes | {' | '.join(map(str, counts))} | |"
    yield from (
        "",
        f"Resident sizes add up to {resident:,} MB, with shared pages counted once per process. "
        f"At most {one['most_half_open']:,} connections were half-open; {one['cut_off']:,} were "
        f"cut off, {one['unreachable']:,} attempts did not connect. "
        f"{one['events']:,} events were received.",
    )
    for error, count in (*one["errors"].items(), *one["health_errors"].items()):
        yield f"\nerror: {error}: {count}"


def _title(found: dict[str, Any], name: str) -> str:
    return _ROUNDS[name].format(**found)
