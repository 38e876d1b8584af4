"""Tasks, schedules and subscriptions over the API."""

from __future__ import annotations

import json

import pytest

from steelyard.server.db.base import now
from steelyard.server.db.tables import AgentRow, Dataset, DatasetVersion, Project, Task
from steelyard.server.tasks.states import State
from tests.api.stock import fill
from tests.server.conftest import BACKENDS
from tests.server.tasks.bench import AgentProcess
from tests.server.tasks.work import carry_all


@pytest.fixture
def agent(tmp_path):
    agent = AgentProcess(tmp_path / "agent.log", 0.0)
    yield agent
    agent.close()


@pytest.fixture
def team(service, agent):
    """A service with an agent and cases in `ours`; `wanted` is a task to post."""
    manager = service.client("manager")
    base = f"/api/v1/projects/{service.ours}"
    made = manager.post(
        f"{base}/agents", json={"name": "a", "config": {"http": {"url": agent.url}}}
    )
    dataset = manager.post(f"{base}/datasets", json={"name": "d"}).json()
    lines = "".join(
        json.dumps({"input": f"x/{n}", "expected_output": f"X/{n}"}) + "\n" for n in range(6)
    )
    version = manager.post(
        f"{base}/datasets/{dataset['id']}/versions",
        params={"file_name": "c.jsonl"},
        content=lines.encode(),
        headers={"Content-Type": "application/octet-stream"},
    )
    assert version.status_code == 201, version.text
    service.base = base
    service.wanted = {
        "plan": {"name": "nightly", "scorers": ["text.exact_match"], "run": {"retries": 0}},
        "agent_id": made.json()["id"],
        "dataset_version_id": version.json()["id"],
    }
    return service


@pytest.mark.parametrize("settings", BACKENDS, indirect=True)
def test_from_a_plan_to_a_report(team):
    client = team.client("evaluator")
    tasks = f"{team.base}/tasks"
    found = client.post(f"{tasks}/estimate", json=team.wanted)
    assert found.json() == {"cases": 6, "epochs": 1, "conditions": 0, "asks": 6}
    key = {"Idempotency-Key": "k1"}
    first = client.post(tasks, json=team.wanted, headers=key)
    assert first.status_code == 201, first.text
    again = client.post(tasks, json=team.wanted, headers=key)
    assert again.json() == first.json()
    other = client.post(tasks, json={**team.wanted, "priority": 5}, headers=key)
    assert (other.status_code, other.json()["code"]) == (409, "conflict")
    assert len(client.get(tasks).json()["items"]) == 1
    assert carry_all(team) == ["finished"]
    task = client.get(f"{tasks}/{first.json()['id']}").json()
    assert (task["state"], task["progress"]["done"]) == ("finished", 6)
    moves = client.get(f"{tasks}/{task['id']}/history").json()
    assert [move["after"] for move in moves] == ["queued", "starting", "running", "finished"]
    assert moves[2]["said"] == "taken by a worker"
    assert "text.exact_match" in client.get(f"{tasks}/{task['id']}/plan.yaml").text
    events = client.get(f"{tasks}/{task['id']}/events", params={"after": moves[1]["id"]}).json()
    assert [event["data"]["after"] for event in events] == ["running", "finished"]
    check_run(team, client, task)


def check_run(team, client, task):
    run = f"{team.base}/runs/{task['run_id']}"
    answer = client.get(run)
    shown = answer.json()
    assert (shown["agent"], shown["dataset"], shown["rows"]) == ("a", "d v1", 6)
    assert shown["headline"]["counts"] == {"ok": 6}
    assert shown["score"] == client.get(f"{run}/summary").json()["headline"]["value"]
    stale = client.patch(run, json={"tags": ["x"]}, headers={"If-Match": '"old"'})
    assert stale.status_code == 412
    known = {"If-Match": answer.headers["ETag"]}
    assert client.patch(run, json={"tags": ["x"]}, headers=known).json()["tags"] == ["x"]
    for tag, n in (("x", 1), ("y", 0)):
        assert len(client.get(f"{team.base}/runs", params={"tag": tag}).json()["items"]) == n
    page = client.get(
        f"{run}/rows",
        params={
            "sort": "-row",
            "limit": 4,
            "filter": "passed:eq:true",
            "column": ["row", "output"],
        },
    ).json()
    assert [row["row"] for row in page["rows"]] == [5, 4, 3, 2]
    assert (page["total"], page["columns"]) == (6, ["row", "output"])
    assert client.get(f"{run}/rows/5").json()["output"] == "X/5"
    assert client.get(f"{run}/rows/6").status_code == 404
    assert client.get(f"{run}/rows", params={"filter": "x"}).status_code == 422
    for to in ("html", "json", "parquet", "zip"):
        answer = client.get(f"{run}/download", params={"format": to})
        assert answer.status_code == 200
        assert len(answer.content) > 500
        assert f'nightly.{to}"' in answer.headers["content-disposition"]
    assert client.get(f"{run}/download", params={"format": "exe"}).status_code == 422
    pushed = client.post(
        f"{team.base}/runs",
        content=answer.content,
        headers={"Content-Type": "application/octet-stream"},
    )
    assert pushed.status_code == 409  # it is here already
    theirs = team.client("stranger").post(
        f"/api/v1/projects/{team.theirs}/runs",
        content=answer.content,
        headers={"Content-Type": "application/octet-stream"},
    )
    assert theirs.status_code == 201, theirs.text
    assert theirs.json()["score"] == shown["score"]
    assert client.post(f"{run}/retry").status_code == 409  # none failed
    rescored = client.post(f"{run}/rescore", json={"changes": {"gates": ["base.f1: score >= 2"]}})
    assert rescored.status_code == 201, rescored.text
    assert client.delete(run).status_code == 403
    manager = team.client("manager")
    assert manager.delete(run).status_code == 409  # a task is to work on it
    assert carry_all(team) == ["finished"]
    assert client.get(f"{team.base}/tasks/{rescored.json()['id']}").json()["gates_failed"]
    assert manager.delete(run).status_code == 204
    assert client.get(run).status_code == 404


@pytest.mark.slow
def test_what_is_wanted_of_a_task(team):
    client = team.client("evaluator")
    tasks = f"{team.base}/tasks"
    task = client.post(tasks, json=team.wanted).json()
    one = f"{tasks}/{task['id']}"
    assert client.post(f"{one}/pause").json()["state"] == "paused"
    assert client.post(f"{one}/pause").status_code == 409
    assert client.post(f"{one}/resume").json()["state"] == "queued"
    assert client.patch(one, json={"priority": 9}).json()["priority"] == 9
    assert client.post(f"{one}/clone").json()["agent_id"] == team.wanted["agent_id"]
    assert client.post(f"{one}/cancel").json()["state"] == "cancelled"
    assert client.get(tasks, params={"state": "cancelled"}).json()["items"][0]["id"] == task["id"]
    held = client.post(tasks, json={**team.wanted, "name": "held", "hold": True}).json()
    assert (held["state"], held["wanted"]) == ("paused", "pause")
    moves = client.get(f"{tasks}/{held['id']}/history").json()
    assert [(move["before"], move["after"]) for move in moves] == [
        (None, "queued"),
        ("queued", "paused"),
    ]
    assert client.post(f"{tasks}/{held['id']}/resume").json()["state"] == "queued"
    for params, n in (
        ({"kind": "run"}, 3),
        ({"kind": "rescore"}, 0),
        ({"agent": team.wanted["agent_id"]}, 3),
        ({"agent": "x"}, 0),
        ({"run": "x"}, 0),
        ({"text": "HEL"}, 1),
    ):
        assert len(client.get(tasks, params=params).json()["items"]) == n, params
    assert client.delete(one).status_code == 403
    assert team.client("manager").delete(one).status_code == 204
    elsewhere = f"/api/v1/projects/{team.theirs}/tasks/{task['id']}"
    assert team.client("stranger").get(elsewhere).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("what", ["agent", "dataset", "project"])
def test_with_what_is_archived_nothing_begins(team, what):
    client, manager = team.client("evaluator"), team.client("manager")
    tasks = f"{team.base}/tasks"
    held = client.post(tasks, json={**team.wanted, "hold": True}).json()["id"]
    schedule = {"name": "s", "cron": "0 3 * * *", "task": team.wanted}
    kept = manager.post(f"{team.base}/schedules", json=schedule)
    assert kept.status_code == 201, kept.text
    with team.database.transaction() as session:
        version = session.get(DatasetVersion, team.wanted["dataset_version_id"])
        row = {
            "agent": session.get(AgentRow, team.wanted["agent_id"]),
            "dataset": session.get(Dataset, version.dataset_id),
            "project": session.get(Project, team.ours),
        }[what]
        row.archived_at, name = now(), row.name
    answers = {
        "create": client.post(tasks, json=team.wanted),
        "estimate": client.post(f"{tasks}/estimate", json=team.wanted),
        "clone": client.post(f"{tasks}/{held}/clone"),
        "resume": client.post(f"{tasks}/{held}/resume"),
        "schedule": manager.post(f"{team.base}/schedules", json={**schedule, "name": "t"}),
        "now": manager.post(f"{team.base}/schedules/{kept.json()['id']}/run"),
    }
    said = f"'{name}' is archived; nothing new begins with it."
    for asked, answer in answers.items():
        assert (answer.status_code, answer.json()["title"]) == (409, said), (asked, answer.text)
    assert client.get(f"{tasks}/{held}").json()["state"] == "paused"


@pytest.mark.slow
@pytest.mark.parametrize("changes", [{}, {"overrides": True}])
def test_in_an_archived_project_no_run_is_scored_anew(service, changes):
    run, client = fill(service)["run"], service.client("evaluator")
    with service.database.transaction() as session:
        project = session.get(Project, service.ours)
        project.archived_at, name = now(), project.name
    base = f"/api/v1/projects/{service.ours}"
    before = client.get(f"{base}/tasks").json()["items"]
    answer = client.post(f"{base}/runs/{run}/rescore", json=changes)
    said = f"'{name}' is archived; nothing new begins with it."
    assert (answer.status_code, answer.json()["title"]) == (409, said), answer.text
    assert client.get(f"{base}/tasks").json()["items"] == before


@pytest.mark.slow
@pytest.mark.parametrize("state", sorted({*State} - {"paused", "stopped", "failed"}))
def test_only_a_task_that_rests_is_resumed(team, state):
    client = team.client("evaluator")
    task = client.post(f"{team.base}/tasks", json=team.wanted).json()["id"]
    with team.database.transaction() as session:
        session.get(Task, task).state = state
    answer = client.post(f"{team.base}/tasks/{task}/resume")
    assert answer.status_code == 409, answer.text
    assert client.get(f"{team.base}/tasks/{task}").json()["state"] == state


# Ten times ten times ten, nine levels deep.
BOMB = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{','.join([f'*{chr(97 + n)}'] * 10)}]\n" for n in range(9)
)
WRONG = [
    ({"dataset_version_id": None}, "input_invalid"),
    ({"dataset_version_id": "nothing"}, "not_found"),
    ({"agent_id": "nothing"}, "not_found"),
    ({"plan": {"scorers": ["no.such"]}}, "unknown_name"),
    ({"plan": {"gates": ["overall: score >= many"]}}, "input_invalid"),
    ({"plan": {"run": {"concurrency": 0}}}, "plan_invalid"),
    ({"yaml": "- a"}, "input_invalid"),
    ({"yaml": "a: ["}, "input_invalid"),
    ({"yaml": BOMB}, "input_invalid"),
    ({"yaml": "[" * 50_000}, "input_invalid"),
    ({"scorecard_id": "nothing"}, "not_found"),
]


def test_a_wrong_task_is_refused_in_words(team):
    client = team.client("evaluator")
    for change, code in WRONG:
        answer = client.post(f"{team.base}/tasks", json={**team.wanted, **change})
        assert answer.json().get("code") == code, (change, answer.text)
        assert answer.json()["title"]
    assert client.get(f"{team.base}/tasks").json()["items"] == []


@pytest.mark.slow
@pytest.mark.parametrize("settings", BACKENDS, indirect=True)
@pytest.mark.parametrize(
    "part",
    [
        '"dataset": {"steps": [{"x": "\\ud800"}]}',
        '"dataset": {"steps": [{"x": "a\\u0000b"}]}',
        '"params": {"ground_truth_total": ' + "9" * 400 + "}",
    ],
)
def test_a_plan_that_no_database_could_read_again_holds_nobody_up(team, part):
    client = team.client("evaluator")
    wanted = json.dumps(team.wanted).replace('"plan": {', '"plan": {' + part + ",", 1)
    headers = {"Content-Type": "application/json"}
    answer = client.post(f"{team.base}/tasks", content=wanted, headers=headers)
    assert client.post(f"{team.base}/tasks", json=team.wanted).status_code == 201
    assert carry_all(team) == ["finished"]
    assert answer.status_code == 422, answer.text
    assert answer.json()["code"] == "input_invalid"


@pytest.mark.slow
def test_a_wrong_plan_says_where(team):
    client = team.client("evaluator")
    for text, line in (("name: a\nname: b\n", 2), (BOMB, 5), ("a: [\n", 2)):
        answer = client.post(f"{team.base}/tasks", json={**team.wanted, "yaml": text})
        assert answer.status_code == 422
        assert f":{line}" in answer.json()["title"], answer.text
        found = client.post(f"{team.base}/tasks/estimate", json={**team.wanted, "yaml": text})
        assert found.json()["title"] == answer.json()["title"]


def test_an_evaluator_sends_no_secret_elsewhere(team):
    manager, client = team.client("manager"), team.client("evaluator")
    kept = manager.put(f"{team.base}/secrets/KEY", json={"value": "a-long-secret"})
    assert kept.status_code < 300, kept.text
    agent = {"http": {"url": "http://127.0.0.1:9/", "headers_env": {"X": "KEY"}}}
    cases = team.wanted["dataset_version_id"]
    for more in (
        {"plan": {"agent": agent}, "dataset_version_id": cases},
        {"yaml": f"agent: {json.dumps(agent)}", "dataset_version_id": cases},
        {**team.wanted, "plan": {"judges": {"j": agent}}},
        {**team.wanted, "plan": {"single": agent}},
    ):
        for path in ("tasks", "tasks/estimate"):
            answer = client.post(f"{team.base}/{path}", json=more)
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), answer.text
            assert "a-long-secret" not in answer.text
    trail = manager.get(f"{team.base}/audit", params={"outcome": "refused"}).json()["items"]
    assert len(trail) == 8
    assert client.get(f"{team.base}/tasks").json()["items"] == []


@pytest.mark.slow
def test_schedules_and_subscriptions(team):
    manager, evaluator = team.client("manager"), team.client("evaluator")
    given = {"name": "s", "cron": "0 3 * * *", "time_zone": "Asia/Shanghai", "task": team.wanted}
    assert evaluator.post(f"{team.base}/schedules", json=given).status_code == 403
    made = manager.post(f"{team.base}/schedules", json=given)
    assert made.status_code == 201, made.text
    one = f"{team.base}/schedules/{made.json()['id']}"
    assert made.json()["next_at"].endswith("T19:00:00Z")
    assert manager.post(f"{team.base}/schedules", json={**given, "cron": "x"}).status_code == 422
    assert manager.patch(one, json={"enabled": False}).json()["next_at"] is None
    assert evaluator.post(f"{one}/run").json()["schedule_id"] == made.json()["id"]
    hooks = f"{team.base}/webhooks"
    hook = manager.post(hooks, json={"target": "http://127.0.0.1:1/", "events": ["finished"]})
    assert len(hook.json()["key"]) > 30
    assert "key" not in manager.get(hooks).json()[0]
    shown = manager.get(f"{hooks}/{hook.json()['id']}")
    assert "key" not in shown.json()
    stale = {"If-Match": '"old"'}
    change = {"enabled": True}
    assert manager.patch(shown.url.path, json=change, headers=stale).status_code == 412
    known = {"If-Match": shown.headers["ETag"]}
    assert manager.patch(shown.url.path, json=change, headers=known).status_code == 200
    assert carry_all(team) == ["finished"]
    [notice] = manager.get(f"{hooks}/{hook.json()['id']}/notices").json()["items"]
    assert (notice["state"], notice["content"]["event"]) == ("waiting", "task.finished")
    assert manager.delete(f"{hooks}/{hook.json()['id']}").status_code == 204
    assert manager.delete(one).status_code == 204
    assert len(evaluator.get(f"{team.base}/tasks").json()["items"]) == 1
