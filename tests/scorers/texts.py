"""Texts to compare: seeded ones by the thousand, and awkward ones for hypothesis."""

from __future__ import annotations

import random

from hypothesis import strategies as st

AWKWARD = [
    "",
    " ",
    "\t\n",
    "...",
    "5...6",
    ".5",
    "5.",
    "1,000.50",
    "5-6-7 -5 a-b",
    "&quot;x&amp;lt;&gt; <skipped>",
    "soft-\nhyphen",
    "(hi)",
    "don't",
    "a.b,c",
    ",.,.",
    "“curly” — ’quotes’ …",
    "北京是中国的首都",
    "中国的首都是北京。",
    "ＡＢＣ，１２３．５",
    "GPT-4在2024年3.5倍",
    "的的的的",
    "👩‍👩‍👧 ok 👍🏽",
    "e\u0301 é",
    "مرحبا بالعالم",
    "ΟΔΟΣ ΣΣ",
    "\u212a \u0130",
    "\u3000全角\u3000空格",
    "\x00\x1c\x85\xa0",
    "𠀀𪛖",
    "the the the the",
    "a",
]
WORDS = [
    *"abcde",
    "the",
    "cat",
    "sat",
    "mat",
    "1",
    "2.5",
    "x,",
    "y.",
    "中国",
    "首都",
    "北京是",
    "，",
    "😀",
]


def sentence(rng, longest=14):
    if rng.random() < 0.1:
        return rng.choice(AWKWARD)
    return " ".join(rng.choices(WORDS, k=rng.randint(0, longest)))


def changed(rng, text):
    words = text.split(" ")
    for at in range(len(words)):
        if rng.random() < 0.3:
            words[at] = rng.choice(WORDS)
    if rng.random() < 0.3:
        rng.shuffle(words)
    return " ".join(words)


def rows(count, seed, longest=14):
    """Return outputs and their references: one to four, often near the output."""
    rng = random.Random(seed)
    references = [[sentence(rng, longest) for _ in range(rng.randint(1, 4))] for _ in range(count)]
    outputs = [
        changed(rng, rng.choice(texts)) if rng.random() < 0.7 else sentence(rng, longest)
        for texts in references
    ]
    return outputs, references


TEXT = st.one_of(
    st.sampled_from(AWKWARD),
    st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join),
    st.text(max_size=20),
    st.text(alphabet="ab .,-5&;<中", max_size=15),
)
ROWS = st.lists(st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=3)), min_size=1, max_size=5)
