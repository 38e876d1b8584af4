"""Agents: configured by managers, tested by evaluators, looked at by all."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from steelyard.server.db.tables import AgentRow, AuditEntry, Secret
from tests.ui.tabs import answer, send

pytestmark = pytest.mark.slow


def test_an_agent_is_tested_and_its_reply_shown(site, visit):
    page = visit("evaluator")
    page.goto(f"{site.project}/agents")
    page.get_by_text("demo-agent").click()
    page.get_by_label("Question *").fill("中国大陆的火警电话是多少？")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".sy-title")).to_contain_text("answers")
    expect(page.get_by_role("region", name="Test the connection")).to_contain_text("119")
    [agent] = site.rows(AgentRow, name="demo-agent")
    assert agent.tested["ok"]


def test_an_agent_is_added_with_a_secret_that_nobody_reads_back(site, visit):
    page = visit("manager")
    page.goto(f"{site.project}/agents")
    page.get_by_role("button", name="Add an agent").click()
    page.get_by_role("button", name="Set a secret").click()
    dialog = page.locator(".sy-dialog")
    dialog.get_by_label("Name *").fill("MODEL_KEY")
    dialog.get_by_label("Value *").fill("sk-very-secret")
    send(page)
    secrets = page.locator(".sy-panel", has_text="Secrets of the project")
    expect(secrets).to_contain_text("MODEL_KEY")
    page.get_by_label("Name *").fill("model")
    page.get_by_label("Base address *").fill("http://169.254.169.254/v1")
    page.get_by_label("Model *").fill("small")
    page.get_by_label("Key", exact=True).fill("MODEL_KEY")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".sy-problem")).to_contain_text("169.254.169.254")  # not a door to clouds
    page.get_by_label("Base address *").fill("http://127.0.0.1:9/v1")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("h1")).to_have_text("model")
    expect(page.locator(".sy-text").last).to_contain_text("api_key_env: MODEL_KEY")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".sy-title")).to_contain_text("no answer")
    [agent] = site.rows(AgentRow, name="model")
    assert agent.config["openai"]["api_key_env"] == "MODEL_KEY"
    [secret] = site.rows(Secret, name="MODEL_KEY")
    assert b"sk-very" not in secret.ciphertext
    assert "sk-very" not in page.content()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_text("Archive", exact=True).click()
    answer(page, "Archive")
    expect(page.locator(".sy-title")).to_contain_text("archived")


def test_evaluators_do_not_configure(site, visit):
    page = visit("evaluator")
    [agent] = site.rows(AgentRow, name="demo-agent")
    page.goto(f"{site.project}/agents/{agent.id}")
    expect(page.locator("h1")).to_have_text("demo-agent")
    expect(page.get_by_role("button", name="Edit")).to_have_count(0)
    page.goto(f"{site.project}/agents/{agent.id}/edit")
    expect(page.get_by_text("Not for your role")).to_be_visible()
    assert site.rows(AuditEntry, outcome="refused")[0].object_name.endswith("/edit")


def test_a_pasted_key_is_kept_as_a_secret_with_one_click(site, visit):
    page = visit("manager")
    page.goto(f"{site.project}/agents/new/edit?adapter=openai")
    key = "sk-pasted1234567890abcd"
    page.get_by_label("Name *").fill("pasted")
    page.get_by_label("Base address *").fill("http://127.0.0.1:9/v1")
    page.get_by_label("Model *").fill("small")
    page.get_by_label("Key", exact=True).fill(key)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".sy-problem")).to_contain_text("key, token or password")
    page.get_by_role("button", name="Keep as secret API_KEY").click()
    expect(page.get_by_label("Key", exact=True)).to_have_value("API_KEY")
    expect(page.get_by_label("Model *")).to_have_value("small")
    expect(page.locator(".sy-problem")).to_have_count(0)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("h1")).to_have_text("pasted")
    [agent] = site.rows(AgentRow, name="pasted")
    assert agent.config["openai"]["api_key_env"] == "API_KEY"
    [secret] = site.rows(Secret, name="API_KEY")
    assert key.encode() not in secret.ciphertext
    assert key not in page.content()
    assert key not in site.log.read_text(errors="replace")
    for entry in site.rows(AuditEntry):
        assert key not in f"{entry.object_name} {entry.before} {entry.after}"
    site.put_away(AgentRow, name="pasted")
