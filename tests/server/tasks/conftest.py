"""A bench per test, on each backend."""

from __future__ import annotations

from copy import copy

import pytest

from tests.server.conftest import MOSTLY_SQLITE, empty_service, make_settings
from tests.server.tasks.bench import AgentProcess, Bench


@pytest.fixture(params=MOSTLY_SQLITE)
def settings(request, tmp_path):
    yield from empty_service(request, tmp_path)


@pytest.fixture
def agent(tmp_path):
    agent = AgentProcess(tmp_path / "agent.log")
    yield agent
    agent.close()


@pytest.fixture
def make_bench(settings, agent):
    """Return a function that makes a bench with other settings."""
    made = []

    def make(**given):
        given = {"worker_id": "w", **given}
        own = make_settings(settings.data_dir, settings.database_url, **given)
        made.append(Bench(own, agent))
        return made[-1]

    def again(**given):
        """Return the last bench as it is when it is started anew with other settings."""
        other = copy(made[-1])
        other.settings = other.settings.model_copy(update=given)
        return other

    make.again = again
    yield make
    for bench in made:
        bench.close()


@pytest.fixture
def bench(make_bench):
    return make_bench()
