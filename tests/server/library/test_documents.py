"""Documents: drafts, checks, versions, forks, trials on a run, differences, archives."""

from __future__ import annotations

import gzip
import json
import zipfile

import pytest

from steelyard.errors import DataError, InputError
from steelyard.scorecards import template_text
from steelyard.server.errors import ConflictError, NotFoundError, StaleError
from steelyard.server.library import agents, archive, datasets, documents, intake, trials
from steelyard.server.library.checks import (
    Bounds,
    CheckRequest,
    Draft,
    check_text,
    lay_out,
    load_project_plan,
    project_weighing,
)
from steelyard.server.library.compare import diff_texts
from steelyard.server.library.keys import open_keys
from steelyard.server.library.runs import run_folder
from steelyard.server.library.secrets import set_secret
from steelyard.server.people.policy import SERVICE, Actor, ForbiddenError, Role
from tests.server.conftest import make_settings
from tests.server.finished_run import add_run

INDICATOR = """\
indicators:
  own.answered:
    name: {en: Answered, zh: 有应答}
    meaning: {en: Share of cases with an answer., zh: 有应答的用例占比。}
    sql: avg(case when output is not null then 1 else 0 end)
"""
SCORECARD = """\
id: mine
version: 1
root:
  children:
    - {indicator: own.answered, weight: 2}
    - {indicator: base.accuracy, weight: 1}
"""
REQUIREMENTS = "- {key: python.version, op: '>=', value: '3.11', severity: critical}\n"
ENVIRONMENT = "name: here\nagent: {http: {url: 'http://127.0.0.1:{port}/'}}\nport: 8000\n"
PLAN = """\
name: p
agent: {replay: {}}
dataset: cases.jsonl
scorecard: scorecards/mine.yaml
indicators: [indicators/own.yaml]
"""
GOOD = {
    "indicator": INDICATOR,
    "scorecard": SCORECARD,
    "requirements": REQUIREMENTS,
    "environment": ENVIRONMENT,
    "plan": PLAN,
}
NEIGHBOURS = {("indicator", "own"): INDICATOR, ("scorecard", "mine"): SCORECARD}
BOMB = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{','.join([f'*{chr(97 + n)}'] * 10)}]\n" for n in range(9)
)


@pytest.fixture
def bounds(tmp_path):
    return Bounds(make_settings(tmp_path))


@pytest.fixture
def run(database, project, storage):
    return add_run(database, storage, project)


@pytest.mark.parametrize("kind", GOOD)
def test_good_documents_pass(bounds, kind):
    name = {"indicator": "own", "scorecard": "mine"}.get(kind, "x")
    found = check_text(CheckRequest(bounds, kind, name, GOOD[kind], NEIGHBOURS))
    assert found.problems == []
    assert found.facts


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("scorecard", "id: x\nversion: 1\nroot: {children: [{indicator: no.such}]}\n", "no.such"),
        ("scorecard", "- nonsense\n", "scorecards/x.yaml"),
        ("indicator", INDICATOR.replace("avg(", "read_csv("), "indicators/x.yaml:5"),
        ("requirements", "- {key: nonsense.x, op: '>='}\n", "requirements/x.yaml:1"),
        ("environment", "name: x\nnonsense: 1\n", "environments/x.yaml:2"),
        ("plan", "agent: {replay: {}}\n", "dataset"),
        ("plan", "agent: {command: {argv: [id]}}\ndataset: x\n", "allow_commands"),
        ("plan", "agent: {replay: {}}\ndataset: x\nscorers: [no.such]\n", "no.such"),
        ("plan", PLAN.replace("scorecards/mine", "../../secret"), "outside"),
        ("plan", PLAN.replace("indicators/own", "/etc/secret"), "outside"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(bounds, kind, text, said):
    found = check_text(CheckRequest(bounds, kind, "x", text, NEIGHBOURS))
    assert said in "\n".join(found.problems)
    assert "/tmp" not in "\n".join(found.problems)


@pytest.mark.parametrize("kind", GOOD)
@pytest.mark.parametrize("text", [BOMB, "[" * 5000, "x: !!python/object:os.system {}\n", "", "\t{"])
def test_hostile_texts_are_refused(bounds, kind, text):
    assert check_text(CheckRequest(bounds, kind, "x", text)).problems


def test_a_disabled_algorithm_closes_a_plan(tmp_path):
    settings = make_settings(tmp_path)
    text = "agent: {replay: {}}\ndataset: x\nscorers: [text.rouge_l]\n"
    assert not check_text(CheckRequest(Bounds(settings), "plan", "x", text)).problems
    found = check_text(CheckRequest(Bounds(settings, ["text.rouge_l"]), "plan", "x", text))
    assert "text.rouge_l" in found.problems[0]
    indicator = check_text(
        CheckRequest(Bounds(settings, ["base.accuracy"]), "plan", "x", PLAN, NEIGHBOURS)
    )
    assert "base.accuracy" in indicator.problems[0]


@pytest.mark.slow
def test_a_draft_changes_and_a_version_does_not(database, bounds, project):
    with database.transaction() as session:
        made = documents.create_document(
            session, SERVICE, project, "requirements", "needs", REQUIREMENTS
        )
        first = documents.publish(session, SERVICE, bounds, made, "first")
        assert (first.number, first.note) == (1, "first")
        assert documents.publish(session, SERVICE, bounds, made).id == first.id
        draft = documents.find_text(session, made, documents.DRAFT)
        documents.save_draft(session, SERVICE, made, "nonsense", known=draft.sha256)
        with pytest.raises(StaleError):
            documents.save_draft(session, SERVICE, made, REQUIREMENTS, known=first.sha256)
        with pytest.raises(InputError):
            documents.publish(session, SERVICE, bounds, made)
        changed = REQUIREMENTS.replace("3.11", "3.12")
        documents.save_draft(session, SERVICE, made, changed)
        assert documents.publish(session, SERVICE, bounds, made).number == 2
        assert documents.find_text(session, made, 1).text == REQUIREMENTS
        assert documents.find_text(session, made).number == 2
        assert documents.remove_document(session, SERVICE, made) is False
        draft_only = documents.create_document(session, SERVICE, project, "plan", "p", "x")
        assert documents.remove_document(session, SERVICE, draft_only) is True


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", "../x", "a/b", ".x", "x.", "a\\b", "x" * 101, "a\nb", "a:b"])
def test_a_name_is_the_name_of_a_file(database, project, name):
    with database.transaction() as session, pytest.raises(InputError):
        documents.create_document(session, SERVICE, project, "plan", name, "x")


def test_names_may_be_chinese_and_are_taken_once(database, project):
    with database.transaction() as session:
        documents.create_document(session, SERVICE, project, "plan", "每晚 评估-1.0", "x")
        with pytest.raises(ConflictError):
            documents.create_document(session, SERVICE, project, "plan", "每晚 评估-1.0", "x")
        documents.create_document(session, SERVICE, project, "scorecard", "每晚 评估-1.0", "x")


def test_forking_needs_to_see_the_one_and_to_write_the_other(database, project, other):
    both = Actor("u", "U", roles={project: Role.EVALUATOR, other: Role.VIEWER})
    blind = Actor("u", "U", roles={project: Role.EVALUATOR})
    with database.transaction() as session:
        source = documents.create_document(session, SERVICE, other, "scorecard", "s", SCORECARD)
        version = documents.find_text(session, source, 0)
        with pytest.raises(NotFoundError):
            documents.fork(session, blind, version.id, project, "mine")
        with pytest.raises(ForbiddenError):
            documents.fork(session, both, version.id, other, "mine")
        anonymous = Actor(None, "U", roles=both.roles)
        made = documents.fork(session, anonymous, version.id, project, "mine")
        assert made.forked_from == version.id
        assert documents.find_text(session, made, 0).text == SCORECARD


@pytest.mark.slow
def test_an_indicator_is_tried_on_a_run(database, storage, project, other, run):
    with database.reading() as session:
        folder = run_folder(session, storage, project, run)
        with pytest.raises(NotFoundError):
            run_folder(session, storage, other, run)
    [found] = trials.try_indicators(INDICATOR, folder)["indicators"]
    assert (found["id"], found["value"], found["n"]) == ("own.answered", 1.0, 12)
    with pytest.raises(InputError, match=r"draft\.yaml"):
        trials.try_indicators(INDICATOR.replace("output", "no_such_column"), folder)


@pytest.mark.slow
def test_a_scorecard_is_previewed_on_a_run(database, storage, project, run):
    with database.reading() as session:
        folder = run_folder(session, storage, project, run)
    before = (folder / "summary.json").read_bytes()
    found = trials.try_scorecard("mine", SCORECARD, NEIGHBOURS, folder)
    scores = {child["id"]: child["score"] for child in found["tree"]["children"]}
    assert scores["own.answered"] == 1.0
    assert found["overall"]["score"] == pytest.approx((2 + scores["base.accuracy"]) / 3)
    assert (folder / "summary.json").read_bytes() == before


def test_differences_are_told_by_line_and_by_meaning():
    changed = SCORECARD.replace("weight: 2", "weight: 5")
    found = diff_texts(SCORECARD, changed)
    assert "-    - {indicator: own.answered, weight: 2}" in found.lines
    [change] = found.changes
    assert (change.path, change.before, change.after) == (
        "root.children[own.answered].weight",
        2,
        5,
    )
    assert diff_texts(SCORECARD, "a: [").changes is None
    assert diff_texts(SCORECARD, SCORECARD).changes == []


def test_a_template_can_be_a_document(bounds):
    assert not check_text(
        CheckRequest(bounds, "scorecard", "mine", template_text("default"))
    ).problems


def test_a_plan_names_published_versions(database, bounds, project):
    with database.transaction() as session:
        own = documents.create_document(session, SERVICE, project, "indicator", "own", INDICATOR)
        documents.create_document(session, SERVICE, project, "scorecard", "mine", SCORECARD)
        version = documents.publish(session, SERVICE, bounds, own)
        plan = {"scorecard": "default", "indicators": ["indicators/own.yaml"]}
        found = documents.with_versions(session, project, plan)
        assert found == {"scorecard": "default", "indicators": [f"document:{version.id}"]}
        with pytest.raises(NotFoundError):
            documents.with_versions(session, project, {"scorecard": "scorecards/mine.yaml"})


def fill(database, settings, storage, project):
    file = storage.scratch / "x"
    file.write_bytes(b'{"q": "1"}\n{"q": "2"}\n')
    reading = {"map": {"q": "input"}}
    taken = intake.take_in(storage, settings, file, "x.jsonl", reading)
    with database.transaction() as session:
        for kind, text in GOOD.items():
            name = {"indicator": "own", "scorecard": "mine"}.get(kind, "x")
            said = {"description": f"our {kind}"}
            documents.create_document(session, SERVICE, project, kind, name, text, **said)
        set_secret(session, SERVICE, open_keys(settings), project, "K", "value")
        config = {"openai": {"base_url": "http://127.0.0.1/v1", "model": "m", "api_key_env": "K"}}
        for name in ("An/agent", "An_agent"):  # of which files would be called alike
            agents.create_agent(
                session, SERVICE, settings, project, name, config, description=f"our {name}"
            )
        dataset = datasets.create_dataset(session, SERVICE, project, "用例", "our cases")
        datasets.add_version(session, SERVICE, dataset, taken)


@pytest.mark.slow
def test_a_library_goes_out_and_comes_in(database, settings, storage, project, other, tmp_path):
    fill(database, settings, storage, project)
    path = tmp_path / "library.zip"
    with database.reading() as session:
        archive.write_library(storage, archive.list_library(session, project), path)
    with zipfile.ZipFile(path) as made:
        assert sorted(made.namelist()) == [
            "agents/An_agent-2.yaml",
            "agents/An_agent.yaml",
            "datasets/用例.jsonl",
            "environments/x.yaml",
            "indicators/own.yaml",
            "library.json",
            "requirements/x.yaml",
            "scorecards/mine.yaml",
            "x.yaml",
        ]
        made.extractall(tmp_path / "unpacked")
    # The same files work on the command line.
    load_project_plan(Bounds(settings), tmp_path / "unpacked" / "x.yaml")
    found = archive.unpack(storage, settings, path)
    with database.transaction() as session:  # names of secrets that are not there are refused
        done = archive.import_library(session, SERVICE, settings, other, found)
        assert (len(done.made), len(done.problems)) == (6, 2)
        session.rollback()
    with database.transaction() as session:
        set_secret(session, SERVICE, open_keys(settings), other, "K", "theirs")
    for made_number in (8, 8):  # the second time everything is known
        found = archive.unpack(storage, settings, path)
        with database.transaction() as session:
            done = archive.import_library(session, SERVICE, settings, other, found)
        assert (len(done.made), done.problems) == (made_number, [])
    with database.reading() as session:
        assert documents.texts_of(session, other) == documents.texts_of(session, project)
        here = session.scalars(documents.documents_of(other))
        assert {one.kind: one.description for one in here} == {kind: f"our {kind}" for kind in GOOD}
        found = {one.name: one.description for one in session.scalars(agents.agents_of(other))}
        assert found == {name: f"our {name}" for name in ("An/agent", "An_agent")}
        [dataset] = session.scalars(datasets.datasets_of(other))
        assert dataset.description == "our cases"
        [version] = datasets.versions_of(session, dataset)
        assert (version.rows, version.spec["map"]) == (2, {"q": "input"})


def test_what_is_wrong_in_an_archive_is_left_out(database, settings, storage, project, tmp_path):
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("scorecards/good.yaml", SCORECARD)
        made.writestr("agents/bad.yaml", "agent: {command: {argv: [id]}}\n")
        made.writestr("agents/worse.yaml", "- 1\n")
        made.writestr("datasets/empty.jsonl", "")
        made.writestr("readme.txt", "hello")
        made.writestr("latin.yaml", b"\xff\xfe\xfa")
        made.writestr("deep/er/x.yaml", "x")
    found = archive.unpack(storage, settings, path)
    with database.transaction() as session:
        done = archive.import_library(session, SERVICE, settings, project, found)
    assert done.made == ["scorecards/good.yaml"]
    assert len(done.problems) == 6
    assert not list(storage.scratch.iterdir())


def test_an_archive_that_reaches_out_or_grows_is_refused(settings, storage, tmp_path):
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("../x.yaml", "x")
    with pytest.raises(DataError):
        archive.unpack(storage, settings, path)
    path.write_bytes(b"no archive")
    with pytest.raises(DataError):
        archive.unpack(storage, settings, path)
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("library.json", json.dumps([1]))
    with pytest.raises(DataError):
        archive.unpack(storage, settings, path)


def test_environments_need_to_be_allowed_in_a_plan(tmp_path, bounds):
    text = "agent: {replay: {}}\ndataset: x\nenvironments: [{name: here}]\n"
    assert check_text(CheckRequest(bounds, "plan", "x", text)).problems
    allowed = make_settings(tmp_path, allow_commands=True)
    assert not check_text(CheckRequest(Bounds(allowed), "plan", "x", text)).problems


OWN = 'indicators: {mine.qa: {sql: "rate(latency_s < 2)"}}\n'


@pytest.mark.slow
def test_a_fork_of_an_indicator_blocks_no_scorecard(database, bounds, project):
    with database.transaction() as session:

        def make(kind, name, text):
            return documents.create_document(session, SERVICE, project, kind, name, text)

        card = make("scorecard", "card", template_text("default"))
        # Its name stands before the published one's, and still it gives way.
        fork = make("indicator", "a-fork", OWN.replace("< 2", "< 9"))
        own = make("indicator", "own", OWN)
        documents.publish(session, SERVICE, bounds, own)
        documents.publish(session, SERVICE, bounds, card)
        with pytest.raises(InputError, match=r"indicators/a-fork\.yaml:1: .*'own'.*mine\.qa"):
            documents.publish(session, SERVICE, bounds, fork)
        documents.save_draft(session, SERVICE, own, OWN.replace("< 2", "< 3"))
        assert documents.publish(session, SERVICE, bounds, own).number == 2
        documents.save_draft(session, SERVICE, fork, OWN.replace("mine.qa", "mine.other"))
        assert documents.publish(session, SERVICE, bounds, fork).number == 1


def test_what_is_published_counts_before_drafts(tmp_path):
    texts = {("indicator", "a"): Draft(OWN.replace("< 2", "< 9")), ("indicator", "b"): OWN}
    texts["scorecard", "s"] = SCORECARD.replace("own.answered", "mine.qa")
    lay_out(tmp_path, texts)
    [used] = project_weighing(tmp_path, "scorecards/s.yaml", texts).files
    assert used["source"].endswith("/b.yaml")


def imported(database, settings, storage, project, path):
    found = archive.unpack(storage, settings, path)
    with database.transaction() as session:
        return archive.import_library(session, SERVICE, settings, project, found)


def test_files_are_told_apart_by_all_of_their_names(database, settings, storage, project, tmp_path):
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("datasets/train.v1.csv", "input\na\n")
        made.writestr("datasets/train.v2.csv", "input\nb\n")
        made.writestr("datasets/dev.JSONL.gz", gzip.compress(b'{"input": "c"}\n'))
    done = imported(database, settings, storage, project, path)
    assert done.problems == []
    assert done.made == ["datasets/train.v1", "datasets/train.v2", "datasets/dev"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_the_second_of_a_name_in_an_archive_is_told(database, settings, storage, project, tmp_path):
    path = tmp_path / "x.zip"
    index = {f"{folder}/{n}": {"name": "same"} for folder in ("datasets", "agents") for n in "ab"}
    index = {f"{name}{'.csv' if 'data' in name else '.yaml'}": of for name, of in index.items()}
    files = [("library.json", json.dumps(index))]
    files += [(f"datasets/{n}.csv", f"input\n{n}\n") for n in "abcc"]
    files += [(f"agents/{n}.yaml", "agent: {replay: {}}\n") for n in "ab"]
    files += [(n, SCORECARD) for n in ("scorecards/s.yaml", "scorecards/s.yml", "p.yaml", "p.yaml")]
    files += [("library.json", "{}")]
    with zipfile.ZipFile(path, "w") as made:
        for name, text in files:
            made.writestr(name, text)
    done = imported(database, settings, storage, project, path)
    assert sorted(done.made) == [
        "agents/same",
        "datasets/c",
        "datasets/same",
        "p.yaml",
        "scorecards/s.yaml",
    ]
    assert sorted(said.partition(":")[0] for said in done.problems) == [
        "agents/b.yaml",
        "datasets/b.csv",
        "datasets/c.csv",
        "library.json",
        "p.yaml",
        "scorecards/s.yml",
    ]
    assert all("more than once" in said for said in done.problems)
    with database.reading() as session:
        [same] = [d for d in session.scalars(datasets.datasets_of(project)) if d.name == "same"]
        version = datasets.find_version(session, same)
    assert version.file_name == "a.csv"  # the first


@pytest.mark.parametrize(
    "config", ["{1: 2}", "{http: {url: !!binary aGk=}}", f"{{http: {{n: {1 << 64}}}}}"]
)
def test_an_agent_that_is_not_json_is_left_out(
    database, settings, storage, project, tmp_path, config
):
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("agents/x.yaml", f"agent: {config}\n")
    done = imported(database, settings, storage, project, path)
    assert done.made == []
    [said] = done.problems
    assert said.startswith("agents/x.yaml: ")


@pytest.mark.parametrize("text", ['a: 1\nb: "\\ud800"\n', 'a: 1\n"\\udfff": 1\n"\\udfff": 1\n'])
def test_half_a_character_is_refused_with_its_line(bounds, text):
    for kind in GOOD:
        [said] = check_text(CheckRequest(bounds, kind, "x", text)).problems
        assert "x.yaml:2: " in said
        said.encode()
    assert diff_texts(text, SCORECARD).changes is None
