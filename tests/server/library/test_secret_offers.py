"""A pasted key can be kept as a secret, with its name in its place."""

from __future__ import annotations

import pytest

from steelyard.agents import pasted_in
from steelyard.server.db.tables import AuditEntry, Secret
from steelyard.server.errors import SteelyardError
from steelyard.server.library import secrets
from steelyard.server.library.keys import open_keys
from steelyard.server.library.secret_offers import keep_offered, offer_secret
from steelyard.server.people.policy import SERVICE

KEY = "sk-abcdefghijklmnop1234"
URL = "http://agent.example/"


@pytest.mark.parametrize(
    ("config", "name", "after"),
    [
        (
            {"openai": {"model": "m", "api_key_env": KEY}},
            "API_KEY",
            {"openai": {"model": "m", "api_key_env": "API_KEY"}},
        ),
        (
            {"http": {"url": URL, "headers_env": {"X-Auth-Token": KEY}}},
            "X_AUTH_TOKEN",
            {"http": {"url": URL, "headers_env": {"X-Auth-Token": "X_AUTH_TOKEN"}}},
        ),
        (
            {"http": {"url": URL, "headers": {"Authorization": f"Bearer {KEY}", "A": "b"}}},
            "AUTHORIZATION",
            {
                "http": {
                    "url": URL,
                    "headers": {"A": "b"},
                    "headers_env": {"Authorization": "AUTHORIZATION"},
                }
            },
        ),
        (
            {"command": {"argv": ["a"], "env": {"TOKEN": KEY}}},
            "TOKEN",
            {"command": {"argv": ["a"], "env": {}, "env_from": {"TOKEN": "TOKEN"}}},
        ),
        # No known format: a name that stands for nothing and is not written like one.
        (
            {"openai": {"model": "m", "api_key_env": "hunter22hunter22"}},
            "API_KEY",
            {"openai": {"model": "m", "api_key_env": "API_KEY"}},
        ),
    ],
)
def test_a_pasted_value_is_offered_with_a_name(config, name, after):
    offer = offer_secret(config, ())
    assert offer is not None
    assert (offer.name, offer.options(config, offer.name)) == (name, after)
    assert KEY in offer.value or offer.value == "hunter22hunter22"
    assert offer.value not in repr(offer)
    assert list(pasted_in(after)) == []


@pytest.mark.parametrize(
    "config",
    [
        {"openai": {"model": "m", "api_key_env": "OPENAI_API_KEY"}},  # a name, only not kept yet
        {"openai": {"model": "m", "api_key_env": "mine"}},
        {"http": {"url": f"https://u:{KEY}@agent.example/"}},
        {"http": {"url": URL, "body": {"api_key": KEY}}},
    ],
)
def test_what_no_name_can_replace_is_not_offered(config):
    assert offer_secret(config, {"mine"}) is None


def test_it_is_kept_under_a_free_name_and_only_there(database, settings, project):
    config = {"openai": {"model": "m", "api_key_env": KEY}}
    keys = open_keys(settings)
    with database.transaction() as session:
        secrets.set_secret(session, SERVICE, keys, project, "API_KEY", "another value")
        offer = offer_secret(config, ())
        assert keep_offered(session, SERVICE, keys, project, offer) == "API_KEY_2"
    with database.reading() as session:
        values = secrets.outside_of(session, settings, project).secrets
        assert values == {"API_KEY": "another value", "API_KEY_2": KEY}
        for row in (*session.query(Secret), *session.query(AuditEntry)):
            held = repr([getattr(row, column.key) for column in row.__table__.columns])
            assert KEY not in held


def test_a_refusal_gives_the_command_and_the_request(database, settings, project):
    config = {"openai": {"model": "m", "api_key_env": KEY}}
    with database.reading() as session, pytest.raises(SteelyardError) as caught:
        secrets.check_secrets(session, settings, project, config)
    assert "export API_KEY=..." in caught.value.hint
    assert "PUT /api/v1/projects/PROJECT/secrets/API_KEY" in caught.value.hint
    assert KEY not in caught.value.message + caught.value.hint
