"""Each English perturbation does what its name says and nothing else."""

from __future__ import annotations

from hypothesis import given, settings
from rapidfuzz.distance import OSA, Levenshtein

from steelyard.conditions.perturbations import perturb
from tests.conditions.perturbations.texts import LONG_EN, seeds

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
KEYS = {key: (row, at) for row, keys in enumerate(ROWS) for at, key in enumerate(keys)}
WORDS = LONG_EN.partition("{")[0]


def changes(kind, seed, strength=0.1):
    made = perturb(kind, WORDS, strength=strength, seed=seed)
    return made.input, made.changes


@settings(max_examples=60, deadline=None)
@given(seed=seeds)
def test_keyboard_slips_go_to_a_key_beside(seed):
    after, made = changes("en.keyboard", seed)
    assert 0 < Levenshtein.distance(WORDS, after) <= len(made)
    for change in made:
        (row, at), (to_row, to_at) = KEYS[change.before.lower()], KEYS[change.after.lower()]
        assert abs(row - to_row) <= 1
        assert abs(at - to_at) <= 1
        assert change.before.isupper() == change.after.isupper()


@settings(max_examples=60, deadline=None)
@given(seed=seeds)
def test_swaps_keep_the_letters_and_the_first_of_each_word(seed):
    after, made = changes("en.swap", seed)
    assert sorted(after) == sorted(WORDS)
    assert [word[0] for word in after.split()] == [word[0] for word in WORDS.split()]
    assert OSA.distance(WORDS, after) <= len(made)


@settings(max_examples=60, deadline=None)
@given(seed=seeds)
def test_drops_only_drop(seed):
    after, made = changes("en.drop", seed)
    assert len(after) == len(WORDS) - len(made)
    assert Levenshtein.distance(WORDS, after) == len(made)
    assert len(after.split()) == len(WORDS.split())


@settings(max_examples=60, deadline=None)
@given(seed=seeds)
def test_case_and_spacing_keep_the_rest(seed):
    assert changes("en.case", seed)[0].casefold() == WORDS.casefold()
    assert changes("en.spacing", seed)[0].replace(" ", "") == WORDS.replace(" ", "")
    unseen = str.maketrans("", "", "\u200b\u2060")
    assert changes("text.zero_width", seed)[0].translate(unseen) == WORDS


@settings(max_examples=60, deadline=None)
@given(seed=seeds)
def test_width_folds_back(seed):
    import unicodedata

    assert unicodedata.normalize("NFKC", changes("text.full_width", seed, 1.0)[0]) == WORDS


def test_rates_change_two_five_and_ten_per_cent():
    text = "a calm word " * 100
    for rate, count in ((0.02, 24), (0.05, 60), (0.1, 120)):
        assert len(perturb("en.keyboard", text, strength=rate).changes) == count
