"""Every sentence the stage says exists in both languages, with the same blanks to fill."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import steelyard.cases
from steelyard.i18n.words.cases import WORDS
from tests.looped import looped

SOURCE = "\n".join(
    path.read_text(encoding="utf-8") for path in Path(steelyard.cases.__file__).parent.rglob("*.py")
)


def used():
    keys = set(re.findall(r'"cases\.(\w+)"', SOURCE))
    keys |= {f"row_{code}" for code in re.findall(r'row_error\(\s*"(\w+)"', SOURCE)}
    keys |= {f"row_{code}" for code in re.findall(r'wrong\(field, value, "(\w+)"', SOURCE)}
    keys |= {f"warn_{code}" for code in re.findall(r'note\("(\w+)"', SOURCE)}
    keys |= set(re.findall(r'"(magic_\w+|filter_want_\w+|xlsx_\w+)"', SOURCE))
    return keys


def test_no_key_is_missing_and_none_is_idle():
    formed = {"allowed_text", "allowed_int", "allowed_list", "allowed_json", "row_wrong_type"}
    formed |= {key for key in WORDS if key.startswith("literal_")}
    assert used() | formed == set(WORDS)


@looped("key", sorted(WORDS))
def test_both_languages_fill_the_same_blanks(key):
    english, chinese = WORDS[key]
    blanks = [
        {name for _, name, _, _ in Formatter().parse(text) if name} for text in (english, chinese)
    ]
    if key not in ("json_top_hint", "derive_allowed", "derive_names"):  # said as they are
        assert blanks[0] == blanks[1]
    assert english != chinese or key == "x"
    assert not re.search(r"[\u4e00-\u9fff][,;:!?]", chinese), "half-width punctuation after Chinese"
