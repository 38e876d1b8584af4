"""Where the compared numbers come from: always shown, and no claim becomes an improvement."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from steelyard.analysis.comparison import How, compare_runs
from steelyard.analysis.comparison.content import Sources
from steelyard.analysis.comparison.gates import fail_on
from steelyard.i18n import using_language
from steelyard.report.comparison import headline, markdown, terminal
from steelyard.report.tables import tables_of
from tests.analysis.comparison_runs import verdicts, write_run

N = 40
CARD = """
id: completion_only
version: 1
name: {en: Completion only, zh: 仅完成率}
root: {id: root, name: {en: Root, zh: 根}, children: [{indicator: base.completion_rate}]}
"""
COMPLETION = "base.completion_rate"


def rows(share_completed, **columns):
    done = [at < share_completed * N for at in range(N)]
    scenes = [f"s{at % 2}" for at in range(N)]
    return verdicts([at % 4 > 0 for at in range(N)], completed=done, scene=scenes, **columns)


def first(comparison, id_=COMPLETION):
    return next(one for one in comparison.runs[0].differences() if one.id == id_)


def printed(comparison):
    text = StringIO()
    terminal(comparison, Console(file=text, width=110, highlight=False), everything=True)
    return " ".join(text.getvalue().split())


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A run that measured a poor completion, and two in which data or agent say it was perfect."""
    folder = tmp_path_factory.mktemp("runs")
    card = folder / "card.yaml"
    card.write_text(CARD)
    sources = {"measured": 0.3, "declared": 1.0, "claimed": 1.0}
    return {
        source: write_run(
            folder / source, rows(share), scorecard=str(card), provenance={"completed": source}
        )
        for source, share in sources.items()
    }


@pytest.fixture(scope="module")
def against_claim(runs):
    return compare_runs(runs["measured"], runs["claimed"])


@pytest.fixture(scope="module")
def against_measured(runs):
    return compare_runs(runs["claimed"], runs["measured"])


@pytest.mark.slow
def test_a_claim_against_a_measurement_is_no_improvement(against_claim):
    comparison = against_claim
    for found in (first(comparison), first(comparison, "overall")):
        assert found.value == pytest.approx(0.7)
        assert found.p < 0.001  # any test would call it established
        assert found.verdict == "sources_differ"
        assert (found.base_provenance, found.new_provenance) == ("measured", "claimed")


@pytest.mark.slow
def test_nor_is_a_measurement_against_a_claim_a_regression(against_measured):
    assert first(against_measured, "overall").verdict == "sources_differ"


@pytest.mark.slow
def test_a_declared_number_keeps_its_verdict_with_the_note(runs):
    comparison = compare_runs(runs["measured"], runs["declared"])
    found = first(comparison, "overall")
    assert found.verdict == "better"
    said = headline(comparison, comparison.runs[0])
    assert "sources: measured (measured), declared (partly declared)" in said
    assert "▲ better (sources differ)" in printed(comparison)


@pytest.mark.slow
def test_two_measured_runs_are_judged_as_ever(tmp_path):
    better = write_run(tmp_path / "better", rows(0.9))
    plain = write_run(tmp_path / "plain", rows(0.3))
    comparison = compare_runs(plain, better)
    found = first(comparison)
    assert found.verdict == "better"
    assert set(found.sources) == {"measured"}
    said = printed(comparison)
    assert "Source: measured" in said
    assert "sources" not in said.replace("Source: measured", "")


def test_what_has_no_value_has_no_source(against_claim):
    lacking = [one for one in against_claim.runs[0].indicators if one.base is None]
    assert all(one.base_provenance is None for one in lacking)


@pytest.mark.parametrize(
    ("language", "verdict", "line"),
    [
        ("en", "≠ sources differ", "measured → claimed: Completion rate"),
        ("zh", "≠ 来源不同", "实测 → 自称：任务完成率"),
    ],
)
def test_terminal_and_markdown_show_both_sources(against_claim, language, verdict, line):
    with using_language(language):
        for text in (printed(against_claim), markdown(against_claim)):
            assert verdict in text
            assert line in text


def test_tables_of_pages_and_workbooks_have_a_column(against_claim):
    for table in tables_of(against_claim):
        if not table.id.startswith(("flips", "gates")):
            at = [column.title.en for column in table.columns].index("Source")
            sources = {row[at].en for row in table.rows if row[at]}
            assert sources or table.id == "runs", table.id
            if table.id.startswith("differences"):
                assert "measured → partly claimed" in sources


@pytest.mark.slow
def test_the_first_sentence_says_it_when_both_are_claimed(runs, tmp_path):
    card = tmp_path / "card.yaml"
    card.write_text(CARD)
    options = {"scorecard": str(card), "provenance": {"completed": "claimed"}}
    worse = write_run(tmp_path / "worse", rows(0.3), **options)
    comparison = compare_runs(worse, runs["claimed"])
    assert comparison.runs[0].overall.verdict == "better"
    assert "source of both: partly claimed" in headline(comparison, comparison.runs[0])


@pytest.mark.parametrize(
    ("gate", "met"),
    [
        (f"{COMPLETION}: value >= 0", False),
        (f"{COMPLETION}: new >= 0.9", False),
        (f"{COMPLETION}: base >= 0.2", True),  # of the base, which was measured
        ("overall: ci_low > -0.02", False),
        ("base.accuracy: value >= 0", True),
        ("flips: broken <= 0", True),
    ],
)
def test_a_claim_meets_no_gate_on_the_change(against_claim, gate, met):
    [found] = fail_on(against_claim, [gate])
    assert found["passed"] is met
    assert (found["reason"] is None) is met
    if not met:
        assert "claim" in found["reason"]


def test_a_claim_may_still_fail_a_gate(against_measured):
    [found] = fail_on(against_measured, [f"{COMPLETION}: value >= 0"])
    assert not found["passed"]
    assert found["reason"] is None


@pytest.mark.slow
def test_verdicts_by_claims_mark_groups_and_flips(tmp_path):
    """A scorer that reads a claimed field gives claimed verdicts."""
    base = write_run(tmp_path / "base", rows(1.0))
    failed = [{**row, "passed": True} for row in rows(1.0)]
    new = write_run(tmp_path / "new", failed, provenance={"passed": "claimed"})
    comparison = compare_runs(base, new, how=How(by=("scene",)))
    against = comparison.runs[0]
    assert against.flips.fixed
    assert tuple(against.flips.sources) == ("measured", "claimed")
    assert {one.difference.verdict for one in against.slices["scene"]} == {"sources_differ"}
    assert not fail_on(comparison, ["flips: fixed >= 1"])[0]["passed"]
    assert not fail_on(comparison, ["scene.*: value >= 0"])[0]["passed"]
    assert "Source: measured → claimed" in printed(comparison)


@pytest.mark.slow
def test_repeats_have_sources_too(tmp_path):
    def repeated(name, source):
        made = [
            {**row, "epoch": at % 2, "case_id": f"c{at // 2}"} for at, row in enumerate(rows(1))
        ]
        return write_run(tmp_path / name, made, epochs=2, provenance={"passed": source})

    against = compare_runs(repeated("a", "measured"), repeated("b", "claimed")).runs[0]
    assert {one.new_provenance for one in against.passes} == {"claimed"}


@pytest.mark.slow
def test_seconds_of_a_recording_are_declared(tmp_path):
    base = write_run(tmp_path / "live", rows(1, latency_s=[0.2 + at / N for at in range(N)]))
    slow = rows(1, latency_s=[2.0 + at / N for at in range(N)])
    new = write_run(tmp_path / "recorded", slow, provenance={"latency_s": "declared"})
    comparison = compare_runs(base, new)
    [usage] = [one for one in comparison.runs[0].usage if one.id == "latency_s"]
    assert tuple(usage.sources) == ("measured", "declared")
    assert "measured → declared" in printed(comparison)


def test_sources_of_two_numbers():
    assert not Sources("measured", None).differ
    assert not Sources("claimed", "claimed").claimed_once
    assert not Sources("measured", "declared").claimed_once
    assert Sources("declared", "claimed").claimed_once
    assert Sources("measured", "claimed").of("base") == "measured"
    assert Sources("measured", "claimed").of("ci_low") == "claimed"
