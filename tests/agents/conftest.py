"""What the tests of agents share."""

from __future__ import annotations

import pytest

from tests.agents.misbehaving import misbehaving_server


@pytest.fixture
async def server():
    async with misbehaving_server() as state:
        yield state
