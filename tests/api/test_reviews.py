"""Rows of a run and what people say about them, over the API."""

from __future__ import annotations

import pytest

from tests.api.test_tasks import agent, team  # noqa: F401
from tests.server.tasks.work import carry_all

pytestmark = pytest.mark.slow


def test_a_row_is_looked_at_and_its_verdict_overruled(team):  # noqa: F811
    client, viewer = team.client("evaluator"), team.client("viewer")
    task = client.post(f"{team.base}/tasks", json=team.wanted).json()
    assert carry_all(team) == ["finished"]
    run = client.get(f"{team.base}/tasks/{task['id']}").json()["run_id"]
    rows = f"{team.base}/runs/{run}/rows"
    empty = viewer.get(f"{rows}/2/review")
    assert empty.json() == {"annotation": None, "verdict": None, "applied": None}
    assert viewer.put(f"{rows}/2/annotation", json={"note": "x"}).status_code == 403
    known = {"If-Match": empty.headers["ETag"]}
    noted = {"tags": ["语气", "odd"], "note": "why?"}
    made = client.put(f"{rows}/2/annotation", json=noted, headers=known)
    assert made.json()["annotation"]["changed_by"] == "evaluator"
    assert client.put(f"{rows}/2/annotation", json=noted, headers=known).status_code == 412
    given = {"passed": False, "reason": "the opposite is meant"}
    assert client.put(f"{rows}/2/verdict", json={"passed": False}).status_code == 422
    assert client.put(f"{rows}/2/verdict", json=given).json()["verdict"]["was"] is True
    assert client.put(f"{rows}/3/verdict", json={**given, "passed": None}).status_code == 200
    assert client.put(f"{rows}/99/verdict", json=given).status_code == 404
    assert client.put(f"{team.base}/runs/none/rows/2/verdict", json=given).status_code == 404
    base = f"{team.base}/runs/{run}"
    assert [one["row"] for one in viewer.get(f"{base}/verdicts").json()["items"]] == [2, 3]
    page = viewer.get(f"{base}/verdicts", params={"limit": 1}).json()
    following = viewer.get(f"{base}/verdicts", params={"cursor": page["next"]}).json()
    assert ([one["row"] for one in following["items"]], following["next"]) == ([3], None)
    assert viewer.get(f"{base}/verdicts", params={"cursor": "eA"}).status_code == 422
    tagged = viewer.get(f"{base}/annotations", params={"tag": "语气"}).json()["items"]
    assert [one["note"] for one in tagged] == ["why?"]
    assert {one["tag"] for one in viewer.get(f"{base}/tags").json()} == {"语气", "odd"}
    for params, wanted in (
        ({"tag": "odd"}, [2]),
        ({"reviewed": "overruled"}, [2, 3]),
        ({"reviewed": "overruled", "tag": "odd"}, [2]),
        ({"text": "X/4"}, [4]),
        ({"skip": 4}, [4, 5]),
    ):
        found = viewer.get(rows, params={"column": "row", **params}).json()
        assert [row["row"] for row in found["rows"]] == wanted, params
    assert client.delete(f"{rows}/3/verdict").status_code == 204
    assert client.delete(f"{rows}/3/verdict").status_code == 404
    check_rescore(team, client, base)


def check_rescore(team, client, base):  # noqa: F811
    key = {"Idempotency-Key": "once"}
    asked = {"overrides": True}
    made = client.post(f"{base}/rescore", json=asked, headers=key)
    assert made.status_code == 201, made.text
    assert client.post(f"{base}/rescore", json=asked, headers=key).json() == made.json()
    assert carry_all(team) == ["finished"]
    child = f"{team.base}/runs/{made.json()['run_id']}"
    shown, parent = client.get(child).json(), client.get(base).json()
    assert shown["parent_id"] == parent["id"]
    assert shown["score"] < parent["score"]
    assert client.get(f"{child}/rows/2").json()["passed"] is False
    assert client.get(f"{base}/rows/2").json()["passed"] is True
    assert client.get(f"{child}/rows/2/review").json()["applied"]["by"] == "evaluator"
    actions = {"action": "row.overrule"}
    trail = team.client("manager").get(f"{team.base}/audit", params=actions)
    assert trail.status_code == 200, trail.text
    assert len(trail.json()["items"]) == 2
