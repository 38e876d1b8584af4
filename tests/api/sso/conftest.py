"""A provider that can lie, and services that trust it."""

from __future__ import annotations

import pytest

from tests.api.sso.place import Place
from tests.server.people.oidc_provider import Provider, RsaKey


@pytest.fixture(scope="module")
def rsa_key():
    return RsaKey()


@pytest.fixture
def provider(rsa_key):
    made = Provider(rsa_key)
    yield made
    made.stop()


@pytest.fixture
def place(settings, database, provider, portal):
    made = []

    def make(**given):
        made.append(Place(settings, database, provider, portal, **given))
        return made[-1]

    yield make
    for one in made:
        one.app.state.database.close()
