"""Versions, against packaging: the reference implementation of PEP 440."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from steelyard.conditions.environments.holds import holds
from steelyard.conditions.environments.versions import version_key
from tests.tries import tries

PRE = ["a", "b", "rc", "alpha", "beta", "c", "pre", "preview", "A", "RC"]
POST = [".post2", "-3", ".post", "-rev4", "r5", ".POST0"]
DEV = [".dev0", ".dev7", "dev1", "-dev"]


def release(chance):
    return ".".join(str(chance.choice([0, 1, 2, 9, 10])) for _ in range(chance.randint(1, 4)))


def version(chance):
    text = chance.choice(["", "", "", "v", "0!", "1!"]) + release(chance)
    if chance.random() < 0.4:
        text += chance.choice(["", ".", "-", "_"]) + chance.choice(PRE)
        text += chance.choice(["", "1", "0", "12"])
    if chance.random() < 0.3:
        text += chance.choice(POST)
    if chance.random() < 0.3:
        text += chance.choice(DEV)
    return text


def test_order_is_that_of_packaging():
    chance = random.Random(1)
    for _ in range(5000):
        a, b = version(chance), version(chance)
        ours = (version_key(a) > version_key(b)) - (version_key(a) < version_key(b))
        theirs = (Version(a) > Version(b)) - (Version(a) < Version(b))
        assert ours == theirs, (a, b)


def test_operators_are_those_of_packaging():
    chance = random.Random(2)
    for _ in range(5000):
        found, wanted, op = (
            version(chance),
            version(chance),
            chance.choice([">=", "<=", "==", "!="]),
        )
        expected = SpecifierSet(f"{op}{wanted}").contains(found, prereleases=True)
        assert holds(found, op, wanted) is expected, (found, op, wanted)


def test_families_are_those_of_packaging():
    chance = random.Random(3)
    for _ in range(3000):
        found, family = version(chance), release(chance) + ".*"
        expected = SpecifierSet(f"=={family}").contains(found, prereleases=True)
        assert holds(found, "==", family) is expected, (found, family)


@given(st.text(), st.text(), st.sampled_from([">=", "<=", "==", "!=", "match"]))
@tries(40, 200)
def test_any_text_gets_a_verdict(found, wanted, op):
    wanted = re.escape(wanted) if op == "match" else wanted
    assert holds(found, op, wanted) in (True, False, None)


@pytest.mark.parametrize(
    ("found", "op", "wanted", "expected"),
    [
        ("2.4.0+cu121", "==", "2.4.0", True),
        ("2.4.0+cu121", "==", "2.4.0+cu121", True),
        ("2.4.0+cu121", "==", "2.4.0+cpu", False),
        ("2.4.0+cu121", ">=", "2.4", True),
    ],
)
def test_local_versions(found, op, wanted, expected):
    assert holds(found, op, wanted) is expected
    assert SpecifierSet(f"{op}{wanted}").contains(found) is expected


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ("3.9", "3.10"),
        ("5.15.0-91-generic", "6.1.0-28-amd64"),
        ("6.1.0-9-amd64", "6.1.0-28-amd64"),
        ("22.03 LTS-SP1", "24.03 LTS"),
        ("470.82.01", "535.104.05"),
        ("23.0.3", "24.1.rc2"),
    ],
)
def test_versions_of_systems_and_drivers(low, high):
    assert holds(high, ">=", low) is True
    assert holds(low, ">=", high) is False
    assert holds(low, "<=", high) is True


@pytest.mark.parametrize(
    ("found", "op", "wanted", "expected"),
    [
        (20000, ">=", "1024", True),
        (512, ">=", 1024, False),
        (0.5, "<=", "0.5", True),
        ("unlimited", ">=", 10**12, True),
        ("unlimited", "<=", 4096, False),
        (4096, "<=", "unlimited", True),
        ("glibc", "==", "glibc", True),
        ("glibc", "==", "musl", False),
        ("glibc", ">=", "2.31", None),
        (True, "==", True, True),
        (True, "==", "true", False),
        (True, ">=", 1, None),
        ("x86_64", "in", ["aarch64", "x86_64"], True),
        ("riscv64", "in", ["aarch64", "x86_64"], False),
        (64, "in", [32, 64], True),
        ("3.11.4", "in", ["3.11.*", "3.12.*"], True),
        ("UTF-8", "match", "(?i)utf-?8", True),
        (["avx", "avx2"], "==", "avx2", True),
        (["avx"], "==", "avx2", False),
        (["avx", "avx2"], "!=", "avx512f", True),
        (["avx", "avx2"], "!=", "avx2", False),
        ([8192, 24576], ">=", 16000, True),
        ([], ">=", 1, False),
        ([8000, 443], "!=", 8000, False),
    ],
)
def test_other_values(found, op, wanted, expected):
    assert holds(found, op, wanted) is expected
