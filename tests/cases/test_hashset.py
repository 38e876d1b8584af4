"""The compact set, against a plain one."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.cases.hashset import HashSet, hash64


@settings(deadline=None)
@given(st.lists(st.integers(0, 4000), max_size=3000))
def test_same_answers_as_a_set(numbers):
    ours, plain = HashSet(), set()
    for number in numbers:
        assert ours.add(b"%d" % number) is (number not in plain)
        plain.add(number)
    assert len(ours) == len(plain)


def test_growth_keeps_every_member():
    members = HashSet()
    assert all(members.add(b"%d" % n) for n in range(200_000))
    assert not any(members.add(b"%d" % n) for n in range(200_000))
    assert len(members) == 200_000


def test_hash_is_the_same_everywhere():
    # First 8 bytes of the digest, little-endian; from the b2sum command: b2sum -l 64 <(printf abc)
    assert hash64(b"abc") == int.from_bytes(bytes.fromhex("d8bb14d833d59559"), "little")
