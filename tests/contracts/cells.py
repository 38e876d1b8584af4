"""Cells of every kind a column may hold, and how the inputs of a trial become a row."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from steelyard.model import ASSERTIONS, FIELDS

TYPES = {"bool": bool, "float": float, "int": int, "text": str, "list": list, "json": (list, dict)}
_GAINS = {f"ir_{name}_at_{k}" for name in ("dcg", "idcg") for k in (5, 10, 20)}
UNBOUNDED = {"text_wer", "text_cer", "collab_time", "task_time", "collab_parallelism", *_GAINS}
"""Float columns that may leave [0, 1]: more edits than words, times, several agents, gains."""

_TEXTS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "",
            " ",
            "北京是中国的首都",
            "ＡＢＣ",
            "e\u0301",
            "👩‍👩‍👧",
            "שלום עולם",
            "\x00",
            "的了是",
            "I can't help",
            "请联系13900001111",
            "0.5 K7-QX-99Z",
        ]
    ),
)
_NUMBERS = st.one_of(st.integers(-5, 20), st.floats(-1, 100, allow_nan=False))
_SHARES = st.floats(0, 1)
_SCALARS = st.one_of(st.none(), st.booleans(), _NUMBERS, _TEXTS)
_ANYTHING = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
_NAMES = st.sampled_from(["search", "book", "delete", "确认"])
_CALLS = st.one_of(
    st.fixed_dictionaries({"type": st.just("tool_call"), "name": _NAMES, "arguments": _ANYTHING}),
    st.fixed_dictionaries({"tool": _NAMES, "args": _ANYTHING}),
    st.fixed_dictionaries(
        {"function": st.fixed_dictionaries({"name": _NAMES, "arguments": st.just('{"q": 1}')})}
    ),
)
_STEPS = st.one_of(
    _CALLS,
    st.fixed_dictionaries({"type": st.just("tool_result"), "is_error": st.booleans()}),
    st.dictionaries(
        st.sampled_from(["type", "name", "tool", "function", "error", "status", "result"]),
        _ANYTHING,
    ),
)
_SAID = st.fixed_dictionaries(
    {"sender": _NAMES},
    optional={
        "id": _SCALARS,
        "receiver": _NAMES,
        "in_reply_to": _SCALARS,
        "text": _TEXTS | st.just("load: 0.5; 承重为3。"),
        "ts": _SCALARS,
        "correct": _SCALARS,
        "agent": _NAMES,
        "start": _NUMBERS,
        "end": _NUMBERS,
    },
)
_ASSERTS = st.fixed_dictionaries(
    {"type": st.sampled_from([*ASSERTIONS, "not-icontains", "no-such-type"])},
    optional={
        "value": _TEXTS | st.lists(_TEXTS, max_size=2) | _NUMBERS,
        "threshold": _NUMBERS,
        "weight": _NUMBERS,
        "not": st.booleans(),
    },
)
_OBJECTS = {  # as datasets and agents give them; where agents may give anything, anything
    "relevance": st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 10), max_size=6),
    "option_utilities": st.dictionaries(st.sampled_from("ABC"), _NUMBERS, max_size=3),
    "objectives": _ANYTHING
    | st.lists(st.fixed_dictionaries({"weight": _SHARES, "achieved": _NUMBERS}), max_size=3),
    "constraints": _ANYTHING
    | st.lists(
        st.fixed_dictionaries(
            {"severity": _SHARES, "violated": st.booleans(), "hard": st.booleans()}
        ),
        max_size=3,
    ),
    "trajectory": _ANYTHING | st.lists(_STEPS, max_size=4),
    "messages": _ANYTHING | st.lists(_SAID, max_size=4),
    "shared_facts": _ANYTHING
    | st.dictionaries(st.sampled_from(["load", "承重", "0.5"]), _SCALARS, max_size=2),
    "expected_tools": st.lists(_CALLS | _NAMES, max_size=3),
    "asserts": _ANYTHING | st.lists(_ASSERTS, max_size=4),
    "injection_tool": _CALLS | st.lists(_NAMES, min_size=1, max_size=2),
}
_BY_TYPE = {
    "text": _TEXTS,
    "any": _TEXTS,
    "list": st.lists(_TEXTS | st.sampled_from("abcdef"), max_size=4),
    "json": _ANYTHING,
    "bool": st.booleans(),
    "int": st.integers(0, 20),
    "float": st.floats(0, 100, allow_nan=False),
}
_SIMPLE = {
    "text": "甲",
    "any": "甲",
    "list": ["甲"],
    "json": {"甲": 1},
    "bool": True,
    "int": 1,
    "float": 0.5,
}

_COLUMNS = {"expected": "expected_output", "text": "output"}
_COLUMNS_OF = {
    "agent.tool_f1": {"expected": "expected_tools", "actual": "trajectory"},
    "agent.progress": {"reached": "milestones_reached"},
    "ops.observe": {"truth": "events_truth", "reported": "events_reported"},
    "ops.orient": {"truth": "situation_truth", "assessed": "situation_assessed"},
    "ops.decide": {"utilities": "option_utilities", "chosen": "decision_chosen"},
    "ops.act": {"required": "actions_required", "performed": "actions_performed"},
    "ops.timeliness": {"t": "t_act", "target": "t_target", "deadline": "t_deadline"},
    "ops.resource": {"used": "resource_used", "budget": "resource_budget"},
}
_ALWAYS = {"ops.timeliness": {"t_observe": 0.0}, "safety.verdict": {"eval_type": "safety"}}


def cells(name):
    """Return a strategy for one cell of a column."""
    field = FIELDS[name]
    if field.allowed:
        return st.sampled_from([None, *field.allowed])
    if field.type != "json":
        return st.none() | _BY_TYPE[field.type]
    objects = _OBJECTS.get(name, _ANYTHING)
    return st.none() | objects | objects.map(as_json_text)


def batches(scorer, size=6):
    """Return a strategy for batches of the columns a scorer reads."""
    return st.fixed_dictionaries(
        {name: st.lists(cells(name), min_size=size, max_size=size) for name in scorer.reads}
    )


def variants(scorer):
    """Return parameters that differ from the defaults in one place, for every place."""
    found = []
    for param in scorer.algorithm.params:
        values = [*param.choices]
        if param.type == "bool":
            values = [True, False]
        elif param.type in ("int", "float"):
            whole = int if param.type == "int" else float
            values = [whole(end) for end in (param.minimum, param.maximum) if end is not None]
        found += [{param.name: value} for value in values if value != param.default]
    return [params | _COMPANIONS.get(next(iter(params.items())), {}) for params in found]


_COMPANIONS = {  # what a choice cannot do without
    ("method", "auto"): {"labels": ["甲", "A", "AB", "K7", "0.5"]},
    ("method", "last_mention"): {"labels": ["甲", "A", "AB", "K7", "0.5"]},
    ("method", "regex"): {"pattern": r"(?P<label>\w)\b"},
    ("method", "json_field"): {"field": "a.label"},
}


def heard(entry, batch):
    """Return what judges say to the questions of each row: the same to the same question."""
    given_cells = {name: batch.get(name) for name in entry.scorer.reads}
    size = len(next(iter(batch.values())))
    given_cells = {
        name: [None] * size if column is None else column for name, column in given_cells.items()
    }
    asked = entry.scorer.asks(given_cells, entry.params)
    return [[_SAID[int(one.key(""), 16) % len(_SAID)] for one in row] or None for row in asked]


_SAID = [
    '{"score": 7, "winner": "A"}',
    '{"score": 0.5, "winner": "B"}',
    "Score: 10/10. Winner: tie",
    "评分：3；胜者：A",
    "I cannot judge this.",
    '{"score": 99, "winner": "nobody"}',
    "",
    None,
]


def long_batch(scorer):
    """Return rows whose texts, lists and objects are very long; the first is an ordinary one."""
    texts = [
        "北京是中国的首都，" * 4_000,
        "שלום עולם " * 4_000,
        "👩‍👩‍👧" * 6_000,
        "a" + "\u0315\u0300" * 20_000,
        "I'm sorry, I can't help. " * 1_500,
        "K" * 40_000,
        "{" * 20_000 + "[" * 20_000,
        "1" * 40_000,
    ]
    return {name: [sample(name), *(_long(name, text) for text in texts)] for name in scorer.reads}


def _long(name, text):
    field = FIELDS[name]
    if field.allowed or field.type not in ("text", "any", "list", "json"):
        return sample(name)
    if field.type == "list":
        return [text, text[1:]] if name == "references" else [text[:9]] * 3_000
    if field.type == "json":
        return _LONG_OBJECTS.get(name, [{"name": text[:9], "arguments": text[:2_000]}] * 100)
    # Near what it is compared with, but not the same: the case in which comparing costs most.
    return text[7:] + text[:7] if name == "output" else text


_LONG_OBJECTS = {
    "relevance": {f"d{n}": n % 11 for n in range(20_000)},
    "option_utilities": {f"o{n}": n for n in range(20_000)},
    "objectives": [{"weight": 0.5, "achieved": 0.5}] * 20_000,
    "constraints": [{"severity": 0.5, "violated": True, "hard": False}] * 20_000,
}


def sample(name):
    """Return a plain cell of a column."""
    field = FIELDS[name]
    return field.allowed[0] if field.allowed else _SIMPLE[field.type]


def as_json_text(cell):
    """Return the cell of a JSON column as it comes back from Parquet."""
    return None if cell is None else json.dumps(cell)


def as_row(scorer, inputs):
    """Return the row of a results table that says the same as the inputs of a trial."""
    id_ = scorer.algorithm.id
    columns = _COLUMNS | _COLUMNS_OF.get(id_, {})
    row = dict(_ALWAYS.get(id_, {}))
    for name, value in inputs.items():
        if name == "case":
            row |= value
        elif name == "allowed":
            row["input"] = " ".join(value)
        elif name == "actual_steps":
            row["trajectory"] = [{"tool": "step"}] * value
        elif value is not None:
            row[columns.get(name, name)] = value
    unknown = set(row) - {*scorer.reads, "judgements"}
    assert not unknown, f"say in cells.py which columns these inputs of {id_} are: {unknown}"
    return row
