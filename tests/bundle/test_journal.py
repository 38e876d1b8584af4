"""The journal: what is written is read back, only a torn last line is forgiven, damage is named."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.bundle import JournalWriter, cut_torn_line, drop_damaged_lines, torn_bytes
from steelyard.bundle.journal import decode, encode, read_lines
from steelyard.errors import JournalDamagedError

HEADER = {"row": -1, "plan_hash": "p"}


def write(path, records):
    async def go():
        journal = JournalWriter(path, HEADER)
        for record in records:
            journal.append(record)
        await journal.close()

    asyncio.run(go())


def read(path):
    return [decode(line.content) for line in read_lines(path)]


def test_lines_come_back_in_order_and_are_plain_json(tmp_path):
    path = tmp_path / "journal.jsonl"
    records = [{"row": n, "output": f"答 {n} \n 🙂"} for n in range(50)]
    write(path, records)
    assert read(path) == [HEADER, *records]
    for line in path.read_text(encoding="utf-8").splitlines():
        assert "crc" in json.loads(line)


def test_appending_later_keeps_one_header(tmp_path):
    path = tmp_path / "journal.jsonl"
    write(path, [{"row": 0}])
    write(path, [{"row": 1}])
    assert read(path) == [HEADER, {"row": 0}, {"row": 1}]


def test_a_line_is_in_the_file_before_the_next_turn_of_the_loop(tmp_path):
    path = tmp_path / "journal.jsonl"

    async def go():
        journal = JournalWriter(path, HEADER)
        journal.append({"row": 0})
        await asyncio.sleep(0)
        seen = read(path)
        await journal.close()
        return seen

    assert asyncio.run(go()) == [HEADER, {"row": 0}]


@pytest.mark.parametrize("cut", range(1, 40))
def test_only_a_torn_last_line_is_forgiven(tmp_path, cut):
    path = tmp_path / "journal.jsonl"
    write(path, [{"row": 0, "output": "first"}, {"row": 1, "output": "second"}])
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    assert read(path) == [HEADER, {"row": 0, "output": "first"}]
    assert torn_bytes(path) > 0
    cut_torn_line(path)
    assert torn_bytes(path) == 0
    assert whole.startswith(path.read_bytes())


@given(st.data())
def test_any_changed_byte_before_the_last_line_is_seen(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("j") / "journal.jsonl"
    lines = [encode(HEADER), *(encode({"row": n, "output": "x" * n}) for n in range(5))]
    content = bytearray(b"".join(lines))
    place = data.draw(st.integers(0, len(content) - len(lines[-1]) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(bytes(content))
    with pytest.raises(JournalDamagedError) as caught:
        read(path)
    number = bytes(b"".join(lines))[:place].count(b"\n") + 1
    assert f"line {number}" in str(caught.value)


def test_damaged_lines_can_be_moved_aside_and_nothing_else_is_lost(tmp_path):
    path = tmp_path / "journal.jsonl"
    write(path, [{"row": n, "output": "good"} for n in range(3)])
    path.write_bytes(
        path.read_bytes().replace(b'"row":1,"output":"good"', b'"row":1,"output":"evil"')
    )
    assert drop_damaged_lines(path, HEADER) == 1
    assert [record["row"] for record in read(path)] == [-1, 0, 2]
    assert b"evil" in (tmp_path / "journal.jsonl.damaged").read_bytes()


@pytest.mark.parametrize(
    "value",
    ["\ud800 lone surrogate", 2**80, {1: "number key"}, {"nested": ["\udfff", 2**70]}, {3.5, 4.5}],
)
def test_what_json_cannot_carry_is_kept_as_text(value):
    line = encode({"row": 0, "output": value})
    assert json.loads(line)["output"] is not None


def test_a_full_disk_is_reported_not_swallowed(tmp_path):
    import resource
    import subprocess
    import sys

    code = f"""
import asyncio, resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from pathlib import Path
from steelyard.bundle import JournalWriter
async def go():
    journal = JournalWriter(Path({str(tmp_path / "j")!r}), {{"row": -1}})
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    for row in range(200):
        journal.append({{"row": row, "output": "x" * 100}})
        await asyncio.sleep(0)
    print(type(journal.failure).__name__)
asyncio.run(go())
"""
    assert resource.RLIMIT_FSIZE is not None
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "OSError"
