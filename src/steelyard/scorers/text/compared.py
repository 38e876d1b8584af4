"""A batch of comparisons, with everything that several scorers need of it worked out once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from steelyard.scorers.memory import once
from steelyard.scorers.scorer import Batch
from steelyard.scorers.text.expected import Against, Sides, find_sides
from steelyard.scorers.text.tokenizers import SPACED, TOKENIZERS, check_tokenizer, norm

if TYPE_CHECKING:  # numpy is loaded when the first text is compared, not before
    import numpy as np
    import numpy.typing as npt

    from steelyard.scorers.text.grams import Grams
    from steelyard.scorers.text.tokens import Integers, Tokens

    Floats = npt.NDArray[np.float64]


def compare_texts(
    batch: Batch,
    against: Against,
    columns: Sequence[str],
    measure: Callable[[Compared], Sequence[Any]],
    tokenizer: str | None = None,
) -> dict[str, list[Any]]:
    """Return the columns that `measure` makes of the rows that can be compared, None elsewhere.

    Args:
        batch: columns of equal length.
        against: what the outputs are held against.
        columns: names of the columns to make.
        measure: gives one array per column, a value per comparable row. NaN stands for None.
        tokenizer: the one that `measure` uses, if it uses one.
    """
    check_tokenizer(tokenizer)
    found = compared(batch, against)
    if not found.sides.rows:
        return {name: [None] * found.sides.size for name in columns}
    values = (_plain(array) for array in measure(found))
    return {name: found.sides.spread(column) for name, column in zip(columns, values, strict=True)}


def compared(batch: Batch, against: Against) -> Compared:
    """Return the comparisons of a batch; the same object for every scorer that asks."""
    sides = once(batch, ("sides", against), lambda: find_sides(batch, against))
    other = once(batch, "first comparisons", lambda: Compared(batch, sides))
    if other.sides == sides:  # most data has one kind of text to compare with
        return other
    return once(batch, ("comparisons", against), lambda: Compared(batch, sides))


def cuts(batch: Batch, tokenizer: str) -> dict[str, list[str]]:
    """Return a dictionary that cuts each text it is asked for once."""
    return once(batch, ("cuts", tokenizer), lambda: _Cuts(tokenizer))


def norms(batch: Batch) -> dict[str, str]:
    """Return a dictionary that normalises each text it is asked for once."""
    return once(batch, "norms", _Norms)


class Compared:
    """The comparisons of a batch: at least one."""

    def __init__(self, batch: Batch, sides: Sides) -> None:
        self.sides = sides
        self._batch = batch
        self._tokens: dict[str, Tokens] = {}
        self._grams: dict[str, Grams] = {}
        self._subsequences: dict[str, Integers] = {}

    @property
    def texts(self) -> list[str]:
        """The outputs, then the references."""
        return self.sides.outputs + self.sides.references

    @cached_property
    def owners(self) -> Integers:
        """For each reference, the position of its output."""
        import numpy as np

        return np.repeat(np.arange(len(self.sides.counts)), self.sides.counts)

    @cached_property
    def first(self) -> Integers:
        """For each output, its first reference."""
        import numpy as np

        return np.searchsorted(self.owners, np.arange(len(self.sides.outputs)))

    def tokens(self, tokenizer: str) -> Tokens:
        """Return the tokens of outputs and references."""
        if tokenizer not in self._tokens:
            self._tokens[tokenizer] = self._cut(tokenizer)
        return self._tokens[tokenizer]

    def _cut(self, tokenizer: str) -> Tokens:
        from steelyard.scorers.text.fast import FAST_TOKENIZERS, KERNELS, fast_tokens
        from steelyard.scorers.text.tokens import number_tokens, number_words

        kernels = KERNELS.after(len(self.texts)) if tokenizer in FAST_TOKENIZERS else None
        if kernels is not None:
            return fast_tokens(kernels, tokenizer, self.texts, self.owners)
        if tokenizer in SPACED:
            return number_words(map(SPACED[tokenizer], self.texts))
        cut = cuts(self._batch, tokenizer)
        return number_tokens([cut[text] for text in self.texts])

    def grams(self, tokenizer: str) -> Grams:
        """Return the n-grams of tokens that outputs and references share."""
        from steelyard.scorers.text.grams import Grams

        if tokenizer not in self._grams:
            self._grams[tokenizer] = Grams(self.tokens(tokenizer), self.owners)
        return self._grams[tokenizer]

    def subsequences(self, tokenizer: str) -> Integers:
        """Return for each reference its longest common subsequence with the output."""
        from steelyard.scorers.text.distances import common_subsequence

        if tokenizer not in self._subsequences:
            found = common_subsequence(self.tokens(tokenizer), self.owners)
            self._subsequences[tokenizer] = found
        return self._subsequences[tokenizer]

    def best(self, values: Floats | Integers) -> Integers:
        """Return for each output the reference with the highest value, the first of equals."""
        import numpy as np

        highest = np.maximum.reduceat(values, self.first)
        winners = np.flatnonzero(values == highest[self.owners])
        rows = np.arange(len(self.first))
        return winners[np.searchsorted(self.owners[winners], rows)]


class _Cuts(dict[str, list[str]]):
    def __init__(self, tokenizer: str) -> None:
        super().__init__()
        check_tokenizer(tokenizer)
        self._cut = TOKENIZERS[tokenizer]

    def __missing__(self, text: str) -> list[str]:
        tokens = self[text] = self._cut(text)
        return tokens


class _Norms(dict[str, str]):
    def __missing__(self, text: str) -> str:
        normal = self[text] = norm(text)
        return normal


def _plain(array: Any) -> list[Any]:
    """Return an array as a list of Python numbers, NaN as None."""
    values: list[Any] = array.tolist()
    if array.dtype.kind == "f" and (array != array).any():
        return [None if value != value else value for value in values]
    return values
