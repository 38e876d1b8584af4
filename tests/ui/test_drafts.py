"""The plan as text and as values: what changes one changes the other."""

from __future__ import annotations

from steelyard.server.tasks.resolve import read_plan
from steelyard.ui.pages.new_task.draft import Draft
from steelyard.ui.pages.task.progress import Speed

TEXT = "name: one\nagent: demo\ndataset: qa v1\nrun: {concurrency: 8}\n"


def test_a_change_of_a_value_is_written():
    draft = Draft(TEXT)
    draft.put("two", "name")
    draft.put(5, "run", "limits", "cases")
    assert read_plan(draft.text)["name"] == "two"
    assert read_plan(draft.text)["run"] == {"concurrency": 8, "limits": {"cases": 5}}
    draft.put(None, "run", "limits", "cases")
    assert read_plan(draft.text)["run"] == {"concurrency": 8}  # nothing empty stays behind


def test_a_change_of_the_text_is_read():
    draft = Draft(TEXT)
    draft.write(TEXT + "gates: ['base.f1: value >= 0.5']\n")
    assert draft.get("gates") == ["base.f1: value >= 0.5"]
    assert draft.problem is None


def test_a_text_that_is_no_plan_changes_nothing_else():
    draft = Draft("name: [")
    assert draft.content is None
    assert draft.problem
    draft.put("x", "name")
    assert draft.text == "name: ["


def test_conditions_keep_their_places():
    draft = Draft(TEXT)
    draft.put_condition("load", {"peak": 8})
    draft.put_condition("perturb", {"rate": 0.1})
    draft.put_condition("load", {"peak": 16})
    assert draft.get("conditions") == [{"load": {"peak": 16}}, {"perturb": {"rate": 0.1}}]
    assert draft.condition("faults") is None
    draft.put_condition("load", None)
    draft.put_condition("perturb", None)
    assert draft.get("conditions") is None


def test_parts_stand_in_the_order_of_a_plan():
    draft = Draft("run: {epochs: 2}\nname: x\n")
    draft.put("demo", "agent")
    assert list(read_plan(draft.text)) == ["name", "agent", "run"]


def test_speed_is_that_of_the_last_moments():
    speed = Speed()
    assert speed.note(0, 0.0) is None
    assert speed.note(50, 5.0) == 10
    for second in range(6, 60):
        rate = speed.note(50 + (second - 5) * 2, float(second))
    assert rate == 2
