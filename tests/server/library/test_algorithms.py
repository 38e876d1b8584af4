"""Algorithms: what is known of each, the bench, and what a project disables."""

from __future__ import annotations

import pytest

from steelyard.errors import InputError, UnknownNameError
from steelyard.i18n import using_language
from steelyard.model import ALGORITHMS, compute
from steelyard.server.library import algorithms
from steelyard.server.people.policy import SERVICE
from steelyard.server.people.projects import find_project


def test_every_algorithm_is_described_in_both_languages():
    import orjson

    assert len(algorithms.find_algorithms()) == len(list(ALGORITHMS)) > 50
    for algorithm in ALGORITHMS:
        for language in ("en", "zh"):
            with using_language(language):
                found = algorithms.describe(algorithm)
                assert found["title"]
                orjson.dumps(found, default=list)
    assert {one.kind for one in algorithms.find_algorithms(kind="scorer")} == {"scorer"}
    assert "text.rouge_l" in [one.id for one in algorithms.find_algorithms(text="ROUGE")]


def test_where_an_algorithm_comes_from_is_known():
    for algorithm in ALGORITHMS:
        origin = algorithms.origin_of(algorithm)
        assert (origin.package, origin.built_in) == ("steelyard", True), algorithm.id
    assert isinstance(algorithms.plug_ins(), list)


def test_the_bench_gives_what_the_command_line_does():
    example = ALGORITHMS.get("stat.wilson").examples[0]
    found = algorithms.try_algorithm("stat.wilson", example.inputs, example.params)
    assert found == pytest.approx(compute("stat.wilson", example.inputs, example.params))


def test_the_bench_says_what_is_wrong():
    with pytest.raises(UnknownNameError):
        algorithms.try_algorithm("no.such", {}, {})
    with pytest.raises(InputError, match="nonsense"):
        algorithms.try_algorithm("stat.wilson", {"nonsense": 1}, {})
    with pytest.raises(InputError, match="bytes"):
        algorithms.try_algorithm("stat.wilson", {"x": "y" * 2_000_000}, {})
    with pytest.raises(InputError, match=r"0\.01 seconds"):
        algorithms.try_algorithm("stat.wilson", {}, {}, seconds=0.01)


def test_a_project_disables_what_there_is(database, project):
    with database.transaction() as session:
        found = find_project(session, project)
        algorithms.set_disabled(session, SERVICE, found, ["text.rouge_l", "base.f1"])
        assert found.disabled_algorithms == ["base.f1", "text.rouge_l"]
        with pytest.raises(UnknownNameError):
            algorithms.set_disabled(session, SERVICE, found, ["text.rogue_l"])
    with pytest.raises(InputError, match=r"base\.f1"):
        algorithms.refuse_disabled(found.disabled_algorithms, ["base.f1", "base.accuracy"])
    algorithms.refuse_disabled(found.disabled_algorithms, ["base.accuracy"])
