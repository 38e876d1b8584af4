"""Identities sort by the time they were made."""

from concurrent.futures import ThreadPoolExecutor

from steelyard.server.db.ids import new_id


def test_each_is_after_the_one_before_even_within_a_millisecond():
    made = [new_id() for _ in range(20_000)]
    assert made == sorted(set(made))
    assert {len(one) for one in made} == {22}


def test_threads_never_make_the_same():
    with ThreadPoolExecutor(8) as pool:
        rounds = list(pool.map(lambda _: [new_id() for _ in range(2000)], range(8)))
    assert all(one == sorted(one) for one in rounds)
    assert len({id_ for one in rounds for id_ in one}) == 16_000
