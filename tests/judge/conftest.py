from __future__ import annotations

import pytest

from tests.judge.judge_server import judging_server


@pytest.fixture
def server():
    with judging_server() as running:
        yield running


@pytest.fixture
def judge(server):
    return {"openai": {"base_url": server.url, "model": "judge", "params": {"temperature": 0}}}
