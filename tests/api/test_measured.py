"""Requests are counted by the template of their route, whatever is asked."""

from __future__ import annotations

from steelyard.server.metrics import NO_ROUTE
from tests.server.ops_metrics.test_metrics import read, sample


def test_requests_by_template(service):
    client = service.client("viewer")
    project = f"/api/v1/projects/{service.ours}"
    for _ in range(3):
        assert client.get(f"{project}/tasks").status_code == 200
    assert client.get(f"{project}/tasks/{'0' * 22}").status_code == 404
    assert client.delete(f"/api/v1/users/{'0' * 22}").status_code in (403, 405)
    found = read(service.app.state.meter.text())
    route = "/api/v1/projects/{project}/tasks"
    count = sample(found, "steelyard_http_requests_total", route=route, method="GET", status="200")
    assert count == 3
    seconds = sample(found, "steelyard_http_request_seconds_count", route=route, method="GET")
    assert seconds == 3
    assert sample(found, "steelyard_http_requests_in_flight") == 0


def test_labels_stay_few_whatever_is_asked(service):
    client = service.client()
    before = len(read(service.app.state.meter.text()))
    for number in range(100):
        client.get(f"/nowhere/{number}")
        client.get(f"/api/v1/projects/{number}/tasks")
        client.request(f"METHOD{number}", "/nowhere")
    found = read(service.app.state.meter.text())
    assert len(found) - before < 60
    lost = sample(
        found, "steelyard_http_requests_total", route=NO_ROUTE, method="other", status="404"
    )
    assert lost == 100
