"""Memory stays flat however long the file or the line is; measured in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

READ = """
import resource, sys
from pathlib import Path
from steelyard.cases import DatasetSpec, profile_cases, read_cases
folder, how = Path(sys.argv[1]), sys.argv[3]
spec = DatasetSpec(path=sys.argv[2])
rejects = []
if how == "read":
    stream = read_cases(spec, base=folder, on_reject=rejects.append)
    cases = sum(1 for _ in stream)
else:
    cases = profile_cases(spec, base=folder, on_reject=rejects.append).cases
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(cases, len(rejects), peak, rejects[0].errors[0].code if rejects else "-")
"""


def measure(folder, name, how="read"):
    done = subprocess.run(
        [sys.executable, "-c", READ, str(folder), name, how],
        capture_output=True,
        text=True,
        check=True,
    )
    cases, rejects, peak, code = done.stdout.split()
    return int(cases), int(rejects), float(peak), code


def write(path, count):
    with path.open("w", encoding="utf-8") as file:
        for n in range(count):
            row = {
                "input": f"问题 {n}: " + "x" * 120,
                "answer": str(n),
                "metadata": {"scene": f"s{n % 9}"},
            }
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def test_ten_times_the_lines_take_only_the_hashes_more(tmp_path):
    write(tmp_path / "small.jsonl", 30_000)
    write(tmp_path / "large.jsonl", 300_000)
    size = (tmp_path / "large.jsonl").stat().st_size / 1024**2
    assert size > 50
    cases, _, small, _ = measure(tmp_path, "small.jsonl")
    assert cases == 30_000
    cases, _, large, _ = measure(tmp_path, "large.jsonl")
    assert cases == 300_000
    # 300,000 hashes in a table of 2^19 slots: 4 MB, with the table before it 6.
    assert large - small < 15


def test_profile_is_bounded_too(tmp_path):
    write(tmp_path / "small.jsonl", 10_000)
    write(tmp_path / "large.jsonl", 100_000)
    _, _, small, _ = measure(tmp_path, "small.jsonl", "profile")
    _, _, large, _ = measure(tmp_path, "large.jsonl", "profile")
    assert large - small < 20


@pytest.mark.parametrize("name", ["d.jsonl", "d.csv"])
def test_a_line_of_200_megabytes_is_refused_without_being_held(tmp_path, name):
    head, good = (b"input\n", b"fine\n") if name == "d.csv" else (b"", b'{"input": "fine"}\n')
    path = tmp_path / name
    path.write_bytes(head + good)
    _, _, before, _ = measure(tmp_path, name)
    with path.open("ab") as file:
        for _ in range(200):
            file.write(b"x" * 1024**2)
        file.write(b"\n" + good)
    cases, rejects, peak, code = measure(tmp_path, name)
    assert (cases, rejects, code) == (2, 1, "too_long")
    # Up to the limit of 64 MB a line is kept, because it may still end well.
    assert peak - before < 100
