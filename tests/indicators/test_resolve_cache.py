"""What is kept of resolved indicators is what resolving them again would give."""

from __future__ import annotations

from dataclasses import replace

import pytest

from steelyard.errors import UserError
from steelyard.indicators import built_in, load, resolve_cache, using_indicators
from steelyard.indicators.params import params_of
from steelyard.indicators.records import read_record
from steelyard.indicators.resolve import _Resolver, resolve
from steelyard.indicators.table import known_table

WORDS = {"en": "x", "zh": "x"}
KNOWN = known_table()
FILLED = {
    "blind": None,
    "nothing": (),
    "plain": ("row", "case_id", "passed", "latency_s", "output"),
    "conditions": ("row", "case_id", "passed", "condition", "parent_case_id"),
    "rest": tuple(KNOWN.kinds),
}


@pytest.fixture(autouse=True)
def kept(monkeypatch):
    """Begin with nothing."""
    own = {}
    monkeypatch.setattr(resolve_cache, "_kept", own)
    return own


def table(filled):
    names = FILLED[filled]
    return replace(KNOWN, filled=None if names is None else dict.fromkeys(names, 3))


def resolved(record, of, how=resolve, **options):
    """Return what resolving gives, or the refusal."""
    try:
        return how(record, params_of(record, {}), of, **options)
    except UserError as error:
        return str(error)


def fresh(record, params, of, *, grouped=False):
    return _Resolver(record, params, of, grouped=grouped, path=(record.id,)).resolve()


def record(sql, id_="my.own", **more):
    raw = {"version": 1, "name": WORDS, "meaning": WORDS, "undefined": WORDS, "sql": sql}
    return read_record(id_, raw | more, shared={})


@pytest.mark.slow
def test_every_indicator_is_as_if_resolved_again_whatever_came_before():
    for grouped in (False, True):
        for _ in range(2):
            for filled in FILLED:
                of = table(filled)
                for one in built_in().values():
                    found = resolved(one, of, grouped=grouped)
                    assert found == resolved(one, of, fresh, grouped=grouped), (one.id, filled)


def test_a_second_table_of_the_same_kind_needs_no_second_resolving(kept):
    accuracy = built_in()["base.accuracy"]
    first = resolved(accuracy, table("plain"))
    assert resolved(accuracy, table("plain")) is first
    assert resolved(accuracy, replace(table("plain"), rows=9)) is first
    other = replace(KNOWN, kinds={**KNOWN.kinds, "extra": "number"}, filled={"passed": 3})
    assert resolved(accuracy, other) is not first
    assert len(kept) == 2


def test_equal_values_of_other_types_are_told_apart(monkeypatch):
    one = record("rate(passed)")
    monkeypatch.setattr(resolve_cache, "built_in", lambda: {one.id: one})
    found = [
        resolve_cache.cache_key(one, {"a": value}, KNOWN, grouped=False)
        for value in (1, 1.0, True, "1", [1])
    ]
    assert len(set(found)) == 5


def test_an_indicator_of_the_users_own_is_never_kept(kept):
    mine, changed = record("rate(passed)"), record("1 - rate(passed)")
    trees = []
    for own in (mine, changed):
        with using_indicators({own.id: own}):
            trees.append(resolved(own, table("plain")).tree)
    assert trees[0] != trees[1]
    assert not kept


def test_a_reference_to_what_has_changed_is_followed_again(monkeypatch):
    base, other = record("rate(passed)", "x.base"), record("1 - rate(passed)", "x.base")
    one = record("ind.x.base * 2", "x.one")
    catalog = {"x.base": base, "x.one": one}
    for where in (load, resolve_cache):
        monkeypatch.setattr(where, "built_in", lambda: catalog)
    first = resolve(one, {}, table("plain")).tree
    assert resolve(one, {}, table("plain")).tree == first
    catalog["x.base"] = other
    assert resolve(one, {}, table("plain")).tree != first


def test_no_more_is_kept_than_there_is_room_for(kept, monkeypatch):
    monkeypatch.setattr(resolve_cache, "_MOST_KEYS", 10)
    for one in built_in().values():
        resolved(one, table("plain"))
    assert 0 < len(kept) <= 10
