from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import steelyard.report
from steelyard.i18n.words.report import WORDS
from tests.looped import looped

SOURCE = Path(steelyard.report.__file__).parent
CALL = re.compile(
    r"(?:\bw|(?<!known_)(?<!source_)words|\bword)\(\s*\"([a-z_0-9]+)\"|\bword\('([a-z_0-9]+)'|t\(\"report\.(\w+)\""
)


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@looped("key", WORDS)
def test_both_languages_say_the_same_things(key):
    english, chinese = WORDS[key]
    assert english
    assert chinese
    assert fields(english) == fields(chinese)


def test_every_word_asked_for_exists():
    # Figures, comparisons, leaderboards and correlations have words of their own areas.
    files = [*SOURCE.glob("*.py"), *SOURCE.glob("page/*.j2")]
    asked = {
        next(filter(None, found)) for f in files for found in CALL.findall(f.read_text("utf-8"))
    }
    assert len(asked) > 60
    assert {key for key in asked if key not in WORDS and not key.endswith("_")} == set()
