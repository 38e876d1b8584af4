"""The whole API does what its description says: no fault, no answer that is not described.

Requests are made up by Schemathesis from the OpenAPI document, fitting and unfitting ones, with
identities of things that are there and of things that are not.
"""

from __future__ import annotations

import httpx2 as httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as bounds
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from steelyard.api import create_app
from steelyard.server.people.policy import Role
from tests.api.stock import fill

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# Of each of three kinds of requests, for every operation. Who may do everything meets every check
# behind the door; whoever may not is refused before a request is looked at, whatever is in it.
EXAMPLES = {"admin": 3, "manager": 2, "evaluator": 2, "viewer": 2, "token": 2}
FEWEST, MOST = 1, 10  # of the other roles, and of all where there is time
# It ends what the next requests need; what it answers is tested apart.
LEFT_OUT = {("delete", "/api/v1/session")}
LAST = ("/api/v1/settings", "/api/v1/users/{user}")


@pytest.fixture
def stocked(service):
    """A service with one of everything, that answers as often as it is asked."""
    settings = service.settings.model_copy(update={"requests_per_minute": 10**9})
    service.app, service.settings = create_app(settings), settings
    service.ids = fill(service)
    yield service
    service.app.state.database.close()


def operations(app):
    """Return every operation; what removes things or changes limits comes last."""
    schema = schemathesis.openapi.from_dict(app.openapi())
    found = [one.ok() for one in schema.get_all_operations()]
    kept = [one for one in found if (one.method, one.path) not in LEFT_OUT]
    return sorted(kept, key=lambda one: (one.method == "delete", one.path in LAST, one.path))


def strategies(operation, ids):
    """Yield ways to make requests up: with what is there, and with anything at all."""
    there = {name: ids[name] for name in names_in(operation.path)}
    ours = {name: value for name, value in there.items() if name == "project"}
    yield operation.as_strategy(path_parameters=there)
    yield operation.as_strategy(path_parameters=ours)
    if operation.body or operation.query:
        yield operation.as_strategy(GenerationMode.NEGATIVE, path_parameters=there)


def names_in(path):
    return [part.strip("{}") for part in path.split("/") if part.startswith("{")]


def find_faults(service, client, examples):
    """Send requests to every operation; return what went wrong, by operation."""
    found = {}
    for operation in operations(service.app):
        for strategy in strategies(operation, service.ids):
            try:
                send_some(client, strategy, examples)
            except (FailureGroup, AssertionError) as error:
                found[f"{operation.method} {operation.path}"] = describe(error)
    return found


def send_some(client, strategy, examples):
    @bounds(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def send(case):
        sent = case.as_transport_kwargs(base_url="http://127.0.0.1")
        headers = {name: str(value) for name, value in sent.get("headers", {}).items()}
        named = {name: sent.get(name) for name in ("params", "json")}
        body = sent.get("data") if isinstance(sent.get("data"), bytes | str) else None
        try:
            answer = client.request(
                sent["method"],
                sent["url"],
                **named,
                content=body,
                headers=headers,
                follow_redirects=False,
            )
        except (httpx.InvalidURL, UnicodeEncodeError):
            return  # no client can send it
        case.validate_response(answer, checks=CHECKS)

    send()


def describe(error):
    inner = getattr(error, "exceptions", [error])
    return [f"{type(one).__name__}: {one}" for one in inner]


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    "settings", ["sqlite", pytest.param("postgres", marks=pytest.mark.soak)], indirect=True
)
@pytest.mark.parametrize(
    "role",
    [
        *("nobody", "viewer", "admin", "stranger"),
        # What they may do, the administrator does; that they may is `test_matrix.py`.
        *(pytest.param(name, marks=pytest.mark.soak) for name in ("evaluator", "manager", "token")),
    ],
)
def test_as(stocked, role):
    if role == "token":
        client = stocked.bearer(stocked.token("manager", role=Role.MANAGER))
    else:
        client = stocked.client(role)
    examples = EXAMPLES.get(role, FEWEST) if stocked.settings.on_sqlite else MOST
    assert find_faults(stocked, client, examples) == {}
