from __future__ import annotations

import pytest

from steelyard.bundle import agent_name


@pytest.mark.parametrize(
    ("description", "name"),
    [
        ({"adapter": "http", "headers_env": {}, "url": "http://h/ask"}, "http://h/ask"),
        ({"adapter": "openai", "base_url": "http://h/v1", "model": "small"}, "small"),
        ({"adapter": "function", "target": "mine:answer"}, "mine:answer"),
        ({"adapter": "command", "cmd": None, "argv": ["python", "agent.py"]}, "python agent.py"),
        ({"adapter": "replay", "recording": None}, "replay"),
        ("written by another version", "written by another version"),
        ({}, None),
        (None, None),
    ],
)
def test_an_agent_is_called_by_what_tells_it_apart(description, name):
    assert agent_name(description) == name
