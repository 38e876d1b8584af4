"""Words of before do not come back into what a user reads: the field says it otherwise."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module

import steelyard.i18n.words
from steelyard.indicators import load_catalog

# Say instead: again or re-score; baseline; perturbed; applied or took effect; requests.
AVOIDED = re.compile(r"\b(anew|plainly|disturb\w*|landed|asks in flight|Asks)\b")
_PLACEHOLDER = re.compile(r"\{[^}]*\}")


def sentences():
    """Yield where an English sentence stands, and the sentence."""
    for module in pkgutil.iter_modules(steelyard.i18n.words.__path__):
        words = import_module(f"steelyard.i18n.words.{module.name}").WORDS
        yield from ((f"{module.name}.{key}", pair[0]) for key, pair in words.items())
    for id_, record in load_catalog().items():
        for part in ("name", "meaning", "undefined"):
            yield f"{id_} {part}", getattr(record, part).en


def avoided(sentence):
    return AVOIDED.findall(_PLACEHOLDER.sub("", sentence))


def test_the_words_are_seen():
    assert avoided("Score anew what was asked plainly, {disturbed} times") == ["anew", "plainly"]
    assert not avoided("Re-score the baseline requests.")


def test_no_sentence_says_them():
    assert {where: found for where, text in sentences() if (found := avoided(text))} == {}
