"""A network that goes away for a while takes nothing with it."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.ui.cable import Cable
from tests.ui.tabs import sign_in

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture
def cable(site):
    with Cable(urlsplit(site.base).port) as between:
        yield between


def test_what_was_typed_outlives_a_dropped_connection(site, chromium, cable):
    site.prefer("evaluator", language="en", theme="light")
    page = sign_in(chromium, cable.base, "evaluator").page
    page.goto(f"{cable.base}/p/convoy/tasks/new")
    expect(page.get_by_text("The plan is in order")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("typed-before")
    expect(page.locator(".cm-content")).to_contain_text("name: typed-before")
    page.evaluate("window.sameDocument = true")
    cable.cut()
    page.wait_for_function("window.socket.connected === false")
    page.get_by_label("Name", exact=True).fill("typed-without-a-network")
    page.wait_for_timeout(3000)
    cable.mend()
    page.wait_for_function("window.socket.connected === true")
    expect(page.get_by_label("Name", exact=True)).to_have_value("typed-without-a-network")
    expect(page.locator(".cm-content")).to_contain_text("name: typed-without-a-network")
    assert page.evaluate("window.sameDocument") is True  # it was not loaded anew
    page.context.close()


def test_a_form_outlives_a_dropped_connection(site, chromium, cable):
    """Forms send nothing before they are sent; a reconnect must not empty them."""
    site.prefer("manager", language="en", theme="light")
    page = sign_in(chromium, cable.base, "manager").page
    page.goto(f"{cable.base}/p/convoy/agents/new/edit?adapter=openai")
    page.get_by_label("Name *").fill("half-typed")
    cable.cut()
    page.wait_for_function("window.socket.connected === false")
    page.get_by_label("Model *").fill("also-typed")
    cable.mend()
    page.wait_for_function("window.socket.connected === true")
    page.wait_for_timeout(1000)
    expect(page.get_by_label("Name *")).to_have_value("half-typed")
    expect(page.get_by_label("Model *")).to_have_value("also-typed")
    page.context.close()
