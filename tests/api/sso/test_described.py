"""Made-up requests to a service that has a provider: what it answers is what it describes."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from steelyard.server.db.tables import User
from steelyard.server.people import sign_ins
from tests.api.test_schema import operations, send_some


@pytest.mark.slow
@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_made_up_requests(place):
    here = place(requests_per_minute=10**9)
    browser = here.browser()
    with here.database.transaction() as session:
        admin = session.scalars(select(User).where(User.login == "admin")).one()
        issued = sign_ins.sign_in(session, here.settings, admin, address=None, browser=None)
    browser.cookies.set("steelyard_session", issued.cookie, domain="127.0.0.1")
    browser.headers["X-CSRF-Token"] = issued.csrf
    ours = [one for one in operations(here.app) if "/sso" in one.path or "identity" in one.path]
    # Signing out, or linking the account that asks anew, ends its session: both come last.
    ours.sort(key=lambda one: (one.path.endswith("sign-out"), one.method != "get"))
    assert len(ours) == 7
    for operation in ours:
        for given in ({"user": admin.id}, {}) if "{user}" in operation.path else ({},):
            send_some(browser, operation.as_strategy(path_parameters=given), 10)
