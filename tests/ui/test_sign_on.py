"""Single sign-on in a browser: to the provider, back, and refused."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.ports import free_port
from tests.server.people.oidc_provider import CLIENT, SECRET, Provider, RsaKey
from tests.ui.service import served
from tests.ui.tabs import answer, new_tab, send
from tests.ui.world import PASSWORD


@pytest.fixture
def provider():
    made = Provider(RsaKey())
    yield made
    made.stop()


@pytest.mark.slow
def test_one_comes_in_through_the_provider_or_reads_why_not(chromium, tmp_path, provider):
    sso = {"issuer": provider.issuer, "client_id": CLIENT, "client_secret": SECRET}
    sso |= {"create_accounts": True, "name": "Team ID"}
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    with served(tmp_path, port=port, workers=0, public_url=base, sso=json.dumps(sso)) as service:
        page = new_tab(chromium, base).page
        page.goto(base)
        page.get_by_label("Setup code").fill(service.code)
        page.get_by_label("Login").fill("root")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_label("Password again").fill(PASSWORD)
        page.get_by_role("button").click()
        page.wait_for_selector(".sy-head")
        root = page
        page = new_tab(chromium, base).page
        page.goto(f"{base}/account")
        page.get_by_role("link", name="Sign in with Team ID").click()
        expect(page.locator(".sy-head")).to_contain_text("Anna Ö")
        expect(page).to_have_url(f"{base}/account")
        root.goto(f"{base}/system/users")
        root.locator("tr", has_text="anna.o").click()
        drawer = root.locator(".sy-drawer")
        expect(drawer).to_contain_text("sub-anna")
        drawer.get_by_role("button", name="Unlink").click()
        answer(root, "Unlink")
        expect(drawer).to_contain_text("Nobody signs on as this account.")
        expect(page).to_have_url(f"{base}/login")  # their sessions have ended
        drawer.get_by_role("button", name="Link an identity").click()
        root.get_by_label("Subject *").fill("sub-anna")
        send(root)
        expect(drawer).to_contain_text("sub-anna")
        provider.claims["nonce"] = "another"
        page = new_tab(chromium, base).page
        page.goto(base)
        page.get_by_role("link", name="Sign in with Team ID").click()
        expect(page.get_by_role("alert")).to_contain_text("belongs to another sign-on")
        page.get_by_label("Login").fill("root")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button").click()
        expect(page.locator(".sy-head")).to_contain_text("root")
