"""Data and processing: dropped in, mapped, put right, looked at, processed into new versions."""

from __future__ import annotations

import http.client
import json
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from steelyard.cases.steps import STEPS
from steelyard.demo import cases_path
from steelyard.i18n import pick, t, using_language
from steelyard.server.db.tables import AuditEntry, Dataset, DatasetVersion
from tests.ui.tabs import send, settle
from tests.ui.world import HOSTILE

pytestmark = pytest.mark.slow

CSV = (
    "编号,提问内容,标准回答,场景,评估类型\n"
    "a1,北京到上海多远？,约 1200 公里,地理,functional\n"
    "a2,,无,地理,functional\n"
    "a3,1+1=?,2,数学,functional\n"
)


def drop(page, name, content):
    """Drop a file on the page, as a person does."""
    page.locator(".sy-drop").wait_for()
    made = page.evaluate_handle(
        """([name, text]) => { const moved = new DataTransfer();
           moved.items.add(new File([text], name)); return moved; }""",
        [name, content],
    )
    page.dispatch_event(".sy-drop", "drop", {"dataTransfer": made})


def take_as(page, column, field):
    """Choose what a column is, and wait until the file was read again: all is built anew then."""
    before = page.locator(".sy-mapping").element_handle()
    page.get_by_label(f"Taken as {column}").select_option(field)
    before.wait_for_element_state("hidden")


def test_a_file_is_dropped_mapped_put_right_and_kept(site, visit):
    page = visit("evaluator")
    page.goto(f"{site.project}/data")
    page.get_by_role("button", name="Upload data").click()
    drop(page, "messy.csv", CSV)
    expect(page.locator(".sy-problem")).to_contain_text("which column is the input")
    take_as(page, "编号", "case_id")
    take_as(page, "标准回答", "expected_output")
    take_as(page, "提问内容", "input")
    page.locator("tr[data-key='3']").click()  # the row without a question
    row = page.locator(".sy-dialog textarea")
    row.fill('{"编号": "a2"}')
    page.locator(".sy-dialog button[type=submit]").click()
    expect(page.locator(".sy-dialog .sy-problem")).to_contain_text("input")
    row.fill('{"编号": "a2", "提问内容": "补上的问题", "标准回答": "无", "场景": "地理"}')
    send(page)
    page.get_by_role("button", name="Apply 1 corrections").click()
    expect(page.get_by_text("1 rows were put right")).to_be_visible()
    page.get_by_label("Name *").fill("journey-data")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("h1")).to_have_text("journey-data")
    [dataset] = site.rows(Dataset, name="journey-data")
    [version] = site.rows(DatasetVersion, dataset_id=dataset.id)
    assert (version.rows, version.rejected) == (3, 0)
    page.get_by_role("tab", name="Cases").click()
    page.locator("tr", has_text="a2").click()
    expect(page.locator(".sy-drawer")).to_contain_text("补上的问题")
    page.keyboard.press("Escape")
    page.reload()  # the tab stands in the address
    expect(page.locator("tr", has_text="a2")).to_be_visible()


def test_what_is_kept_holds_the_rows_put_right(site, visit):
    page = visit("evaluator")
    page.goto(f"{site.project}/data/upload")
    drop(page, "two.jsonl", '{"id": "r1", "input": "one"}\n{"id": "r2"}\n')
    page.locator("tr[data-key='2']").click()
    page.locator(".sy-dialog textarea").fill('{"id": "r2", "input": "said later"}')
    send(page)
    expect(page.locator("tr[data-key='2']")).to_contain_text("put right")
    expect(page.locator("tr[data-key='2']")).to_contain_text("said later")  # as it will be kept
    page.get_by_label("Name *").fill("kept-with-fixes")
    page.get_by_role("button", name="Keep it").click()  # nobody pressed "Apply"
    expect(page.locator("h1")).to_have_text("kept-with-fixes")
    [dataset] = site.rows(Dataset, name="kept-with-fixes")
    [version] = site.rows(DatasetVersion, dataset_id=dataset.id)
    assert (version.rows, version.rejected) == (2, 0)


def test_steps_show_what_they_do_and_make_a_version(site, visit):
    site.add_dataset("steps-qa", cases_path().read_text("utf-8"))  # others count on the first one
    page = visit("evaluator")
    page.goto(f"{site.project}/data")
    page.get_by_text("steps-qa").click()
    page.get_by_role("button", name="Process", exact=True).click()
    page.get_by_role("button", name="Add a step").click()
    page.locator(".q-menu").get_by_text("Filter", exact=True).click()
    page.get_by_label("Keep cases for which").fill("scene_type = 'train'")
    page.get_by_label("Keep cases for which").press("Tab")
    counts = page.get_by_role("region", name="Steps")
    expect(counts.get_by_role("row", name="1. Filter")).to_contain_text("97")
    page.get_by_label("Keep cases for which").fill("scene_type = ")
    page.get_by_label("Keep cases for which").press("Tab")
    expect(page.locator(".sy-problem")).to_be_visible()
    page.get_by_label("Keep cases for which").fill("scene_type = 'train'")
    page.get_by_label("Keep cases for which").press("Tab")
    page.get_by_role("button", name="Add a step").click()
    page.locator(".q-menu").get_by_text("Sample", exact=True).click()
    page.get_by_label("How many").fill("10")
    page.get_by_label("How many").press("Tab")
    expect(counts.get_by_role("row", name="2. Sample 97 10 ")).to_be_visible()
    page.reload()  # the steps stand in the address
    expect(counts.get_by_role("row", name="2. Sample 97 10 ")).to_be_visible()
    page.get_by_role("button", name="Make the new version").click()
    expect(page.get_by_text("made from v1 by Filter → Sample").first).to_be_visible()
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".sy-kpi", has_text="removed")).to_contain_text("179")


def test_a_profile_calls_kinds_as_results_do(site, visit):
    page = visit("viewer", language="zh")
    [made] = site.rows(Dataset, name="bilingual-qa")
    page.goto(f"{site.project}/data/{made.id}")
    kinds = page.get_by_role("region", name="评估类型").first
    expect(kinds).to_contain_text("功能")
    expect(kinds).not_to_contain_text("functional")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_step_is_explained_by_more_than_its_name(language):
    with using_language(language):
        for step in STEPS:
            assert pick(step.words).lower() != t(f"ui_data.step_{step.name}").lower()


def test_a_viewer_neither_uploads_nor_processes(site, visit):
    page = visit("viewer")
    page.goto(f"{site.project}/data")
    expect(page.get_by_text("bilingual-qa")).to_be_visible()
    expect(page.get_by_role("button", name="Upload data")).to_have_count(0)
    page.goto(f"{site.project}/data/upload")
    expect(page.get_by_text("Not for your role")).to_be_visible()
    assert site.rows(AuditEntry, outcome="refused")[0].object_name.endswith("/data/upload")
    page.goto(f"{site.project}/processing")
    page.get_by_role("button", name="Add a step").click()
    page.locator(".q-menu").get_by_text("Deduplicate", exact=True).click()
    expect(page.get_by_role("region", name="Steps")).to_be_visible()
    expect(page.get_by_role("button", name="Make the new version")).to_have_count(0)


def test_a_ticket_is_for_one_session(site, visit):
    page = visit("evaluator")
    page.goto(f"{site.project}/data/upload")
    page.locator(".sy-drop").wait_for()
    with page.expect_request(lambda one: "/upload/" in one.url) as asked:
        drop(page, "cases.jsonl", json.dumps({"input": "x"}) + "\n")
    place = urlsplit(asked.value.url)

    def put(path, headers):
        with closing(http.client.HTTPConnection(place.netloc, timeout=30)) as connection:
            connection.request("PUT", path, b"{}", headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"{}")

    status, said = put(place.path, {})  # nobody's
    assert (status, "not expected" in said["problem"]) == (422, True)
    other = visit("manager").context.cookies()
    cookie = "; ".join(f"{one['name']}={one['value']}" for one in other)
    assert put(place.path, {"cookie": cookie})[0] == 422
    assert put("/upload/none-such", {"cookie": cookie})[0] == 404


@pytest.mark.parametrize("language", ["en", pytest.param("zh", marks=pytest.mark.soak)])
def test_text_from_outside_is_text(site, visit, language):
    page = visit("evaluator", language=language)
    [dataset] = site.rows(Dataset, name="hostile <b>names</b>")
    for tab in ("", "?tab=cases", "?tab=aside", "?tab=versions"):
        page.goto(f"{site.project}/data/{dataset.id}{tab}")
        expect(page.locator("h1")).to_have_text("hostile <b>names</b>")
        settle(page)
    page.goto(f"{site.project}/data/{dataset.id}?tab=cases")
    page.locator("tr[data-key]").first.click()
    expect(page.locator(".sy-drawer")).to_contain_text("<script>window.__pwned=1</script>")
    page.goto(f"{site.project}/processing?dataset={dataset.id}")
    expect(page.locator("tr", has_text="<img src=x").first).to_be_visible()
    page.goto(f"{site.project}/data/upload")
    drop(page, f"{HOSTILE[:60]}.jsonl", json.dumps({HOSTILE: HOSTILE, "input": HOSTILE}) + "\n")
    expect(page.locator(".sy-mapping")).to_be_visible()
    assert page.evaluate("window.__pwned") is None
