"""Algorithms over REST."""

from __future__ import annotations

import pytest

from steelyard.model import ALGORITHMS


@pytest.mark.slow
def test_every_algorithm_is_listed_and_shown(service):
    client = service.client("viewer")
    listed = client.get("/api/v1/algorithms").json()
    assert len(listed) == len(list(ALGORITHMS))
    for one in listed:
        shown = client.get(f"/api/v1/algorithms/{one['id']}")
        assert shown.status_code == 200, one["id"]
    assert client.get("/api/v1/algorithms", params={"kind": "weighting"}).json()
    assert client.get("/api/v1/algorithms/no.such").status_code == 404
    assert client.get("/api/v1/plug-ins").status_code == 200


@pytest.mark.slow
def test_the_bench(service):
    client = service.client("viewer")
    example = ALGORITHMS.get("stat.wilson").examples[0]
    given = {"inputs": dict(example.inputs), "params": dict(example.params)}
    found = client.post("/api/v1/algorithms/stat.wilson/try", json=given)
    assert found.status_code == 200, found.text
    assert set(found.json()["outputs"]) >= set(example.expected)
    wrong = client.post("/api/v1/algorithms/stat.wilson/try", json={"inputs": {"x": 1}})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "input_invalid")


@pytest.mark.slow
def test_a_manager_disables_what_the_project_does_not_use(service):
    place = f"/api/v1/projects/{service.ours}/algorithms"
    manager = service.client("manager")
    assert manager.put(place, json={"disabled": ["text.rouge_l"]}).status_code == 200
    assert service.client("viewer").get(place).json() == {"disabled": ["text.rouge_l"]}
    assert service.client("evaluator").put(place, json={"disabled": []}).status_code == 403
    assert manager.put(place, json={"disabled": ["no.such"]}).status_code == 404
    plan = "agent: {replay: {}}\ndataset: x\nscorers: [text.rouge_l]\n"
    given = {"kind": "plan", "text": plan}
    path = f"/api/v1/projects/{service.ours}/documents/check"
    assert "text.rouge_l" in manager.post(path, json=given).json()["problems"][0]


def test_built_in_scorecards_are_shown(service):
    client = service.client("viewer")
    names = [one["name"] for one in client.get("/api/v1/scorecard-templates").json()]
    assert "default" in names
    shown = client.get("/api/v1/scorecard-templates/default", headers={"Accept-Language": "zh"})
    assert "root" in shown.json()["text"] or "dimensions" in shown.json()["text"]
    assert client.get("/api/v1/scorecard-templates/no").status_code == 404
