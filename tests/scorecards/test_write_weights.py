"""Weights put into a file: only they change, whatever the file is written like."""

from __future__ import annotations

import pytest

from steelyard.errors import InputError
from steelyard.scorecards import read_scorecard, template_names, template_text
from steelyard.scorecards.judgement_file import read_judgements
from steelyard.scorecards.write_weights import with_weights

BLOCK = """# of the team
id: team
version: 1
root:
  id: top     # the whole
  children:
    - {indicator: base.f1, weight: 1}   # most
    - indicator: base.accuracy          # without a weight
      id: acc
    - {id: rec, indicator: base.recall}
"""
JSON = """{"id": "j", "version": 1, "root": {"id": "top", "children": [
  {"indicator": "base.f1"}, {"id": "acc", "indicator": "base.accuracy", "weight": 9}]}}
"""


def weights_of(text, node):
    [found] = [n for n in read_scorecard("x", text).root.walk() if n.id == node and n.children]
    return {child.id: child.weight for child in found.children}


def test_block_and_flow_and_comments():
    weights = {"base.f1": 0.5, "acc": 0.3, "rec": 0.2}
    found = with_weights("x", BLOCK, "top", weights)
    assert weights_of(found, "top") == weights
    for comment in ("# of the team", "# the whole", "# most", "# without a weight"):
        assert comment in found
    assert found.replace("weight: 0.3\n      ", "").replace(", weight: 0.2", "") == BLOCK.replace(
        "weight: 1}", "weight: 0.5}"
    )


def test_json():
    found = with_weights("x", JSON, "top", {"base.f1": 0.25, "acc": 0.75})
    assert weights_of(found, "top") == {"base.f1": 0.25, "acc": 0.75}


@pytest.mark.parametrize("name", template_names())
def test_every_node_of_every_template_can_be_written(name):
    text = template_text(name)
    card = read_scorecard(name, text)
    for node in card.root.walk():
        if node.children:
            weights = {child.id: round(0.1 + at / 7, 6) for at, child in enumerate(node.children)}
            changed = with_weights(name, text, node.id, weights)
            assert weights_of(changed, node.id) == weights
            assert changed.count("#") == text.count("#")


@pytest.mark.parametrize(
    ("node", "weights", "say"),
    [
        ("none", {}, "top"),
        ("top", {"base.f1": 1}, "children of 'top'"),
        ("base.f1", {"x": 1}, "no single node"),
    ],
)
def test_wrong_nodes_are_explained(node, weights, say):
    with pytest.raises(InputError, match=say):
        with_weights("x", BLOCK, node, weights)


def test_an_anchor_in_two_places_is_not_written():
    text = (
        "id: x\nversion: 1\nroot:\n  id: top\n  children:\n"
        "    - {id: one, children: [&leaf {indicator: base.f1, weight: 1}]}\n"
        "    - {id: two, children: [*leaf, {indicator: base.recall}]}\n"
    )
    found = with_weights("x", text, "two", {"base.f1": 3, "base.recall": 2})
    assert weights_of(found, "two") == {"base.f1": 3, "base.recall": 2}


@pytest.mark.parametrize(
    ("text", "names", "matrix"),
    [
        (",a,b\na,1,3\nb,1/3,1\n", ["a", "b"], [[1, 3], [1 / 3, 1]]),
        ("a,b\n1,3\n1/3,1\n", ["a", "b"], [[1, 3], [1 / 3, 1]]),
        ("1,3\n1/3,1\n", ["1", "2"], [[1, 3], [1 / 3, 1]]),
        (",甲,乙\n甲,,1/3\n乙,,\n", ["甲", "乙"], [[1, 1 / 3], [3, 1]]),
        (",a,b\n,1,3\n,,1\n", ["a", "b"], [[1, 3], [1 / 3, 1]]),
        ("x,1,2\ny,,1\n", ["x", "y"], [[1, 2], [1 / 2, 1]]),
    ],
)
def test_files_of_judgements(text, names, matrix, tmp_path):
    path = tmp_path / "m.csv"
    path.write_text(text, encoding="utf-8-sig")
    found = read_judgements(path)
    assert found.names == names
    assert [value for row in found.matrix for value in row] == pytest.approx(
        [value for row in matrix for value in row]
    )


@pytest.mark.parametrize(
    "text",
    ["", "1\n", "1,2\n", "1,x\n1,1\n", "1,0\n0,1\n", "1,-2\n,1\n", "1,\n,1\n", "1,1/0\n,1\n"],
)
def test_wrong_files_of_judgements_are_explained(text, tmp_path):
    path = tmp_path / "m.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"m\.csv"):
        read_judgements(path)
    with pytest.raises(InputError, match=r"none\.csv"):
        read_judgements(tmp_path / "none.csv")
