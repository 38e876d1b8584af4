"""The sign-in page with single sign-on: the way there, and what is said when it fails."""

from __future__ import annotations

import pytest

from steelyard.ui import sign_on

HTML = {"accept": "text/html,application/xhtml+xml", "accept-language": "en"}


@pytest.fixture
def pages(place):
    """Return a browser at a service with the sign-in page, and the service."""

    def opened(**sso):
        here = place(sso={"name": "Team ID", **sso})
        sign_on.install(here.app)
        return here.browser(), here

    return opened


@pytest.mark.slow
def test_the_form_leads_to_the_provider_and_back_to_where_one_wanted(pages):
    browser, here = pages()
    page = browser.get("/login?next=/p/a%26b", headers=HTML).text
    assert "Sign in with Team ID" in page
    assert 'href="/api/v1/sso/start?next=%2Fp%2Fa%26b"' in page
    done = here.sign_on(browser, next="/p/a&b")
    assert (done.status_code, done.headers["location"]) == (303, "/p/a&b")


@pytest.mark.slow
def test_a_provider_without_a_name_is_called_by_its_host(pages):
    browser, _ = pages(name="", local_sign_in="admins")
    page = browser.get("/login?lang=zh", headers=HTML).text
    assert "使用 127.0.0.1 登录" in page
    assert "密码登录仅限系统管理员" in page


def test_who_is_refused_reads_why_on_the_sign_in_page(pages, provider):
    browser, here = pages()
    browser.get("/login?lang=zh", headers=HTML)  # as they chose before
    provider.claims["nonce"] = "another"
    began = browser.get("/api/v1/sso/start", headers=HTML)
    refused = browser.get(here.visit(began.headers["location"]), headers=HTML)
    assert refused.status_code == 401
    assert refused.headers["content-type"].startswith("text/html")
    assert refused.headers["referrer-policy"] == "no-referrer"
    assert "default-src 'none'" in refused.headers["content-security-policy"]
    assert "未能登录：身份提供方的令牌属于另一次登录" in refused.text
    assert 'href="/login?next=/&amp;lang=en"' in refused.text
    assert "steelyard_session" not in refused.headers.get("set-cookie", "")


def test_a_provider_that_is_away_is_said_on_the_page_and_to_programs_as_ever(pages, provider):
    browser, _ = pages()
    provider.statuses["openid-configuration"] = 500
    shown = browser.get("/api/v1/sso/start", headers=HTML)
    assert (shown.status_code, "sy-problem" in shown.text) == (503, True)
    told = browser.get("/api/v1/sso/start", headers={"accept": "application/json"})
    assert told.json()["code"] == "unavailable"
