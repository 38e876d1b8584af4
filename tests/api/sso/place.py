"""A service that trusts a provider which can lie, and the browsers that go between them."""

from __future__ import annotations

import httpx2 as httpx
from fastapi.testclient import TestClient

from steelyard.api import create_app
from steelyard.server.people import audit
from steelyard.server.settings import SingleSignOn
from tests.server.people.oidc_provider import CLIENT, SECRET

START, CALLBACK, ME = "/api/v1/sso/start", "/api/v1/sso/callback", "/api/v1/me"
PUBLIC = "http://127.0.0.1:8765"


class Place:
    """A service that trusts a provider, and browsers that use it."""

    def __init__(self, settings, database, provider, portal, **given):
        sso = {"issuer": provider.issuer, "client_id": CLIENT, "client_secret": SECRET}
        sso |= {"create_accounts": True, **given.pop("sso", {})}
        changes = {"public_url": PUBLIC, "sso": SingleSignOn(**sso), **given}
        self.settings = settings.model_copy(update=changes)
        self.database = database
        self.provider = provider
        self.portal = portal
        self.app = create_app(self.settings)
        self.secure = self.settings.is_https

    def browser(self):
        base = "https://127.0.0.1" if self.secure else PUBLIC
        browser = TestClient(
            self.app, base_url=base, raise_server_exceptions=False, follow_redirects=False
        )
        browser.portal = self.portal
        return browser

    def sign_on(self, browser=None, **query):
        """Go the whole way; return what the service answers at its end."""
        browser = browser or self.browser()
        began = browser.get(START, params=query)
        assert began.status_code == 303, began.text
        back = self.visit(began.headers["location"])
        return browser.get(back)

    def visit(self, address):
        """Be let in by the provider; return the path one is sent back to."""
        sent = httpx.get(address, follow_redirects=False)
        assert sent.status_code == 303
        return sent.headers["location"].removeprefix(self.settings.public_url)

    def refused(self):
        """Return the reason of the newest sign-on that was refused."""
        with self.database.reading() as session:
            [newest] = audit.search(session, audit.Wanted(action="session.create"), 1)
            assert newest.outcome in ("refused", "failed")
            return newest.after["reason"]
