"""Labels read from answers; figures equal to scikit-learn's."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import (
    accuracy_score,
    cohen_kappa_score,
    confusion_matrix,
    precision_recall_fscore_support,
)

from steelyard import evaluate, load_run
from steelyard.bundle import Bundle
from steelyard.errors import InputError
from steelyard.model import compute
from steelyard.pipeline import rescore
from steelyard.plan import make_plan
from steelyard.scorers import Scoring, run_scorers
from tests.tries import tries

LABELS = ["spam", "ham", "not spam", "正面", "负面"]


def label(output, method="exact", **params):
    inputs = {"output": output, "label": params.pop("truth", None)}
    return compute("classification.label", inputs, {"method": method, **params})["value"]


@pytest.mark.parametrize(
    ("output", "found"),
    [
        ("spam", "spam"),
        ("It is SPAM.", "spam"),
        ("Not spam", "not spam"),
        ("spam? No: ham", "ham"),
        ("spammer, hamster", None),
        ("ＳＰＡＭ", "spam"),
        ("结论：负面，不是正面", "正面"),
        ("情感为正面。", "正面"),
        ("", None),
    ],
)
def test_the_label_mentioned_last(output, found):
    assert label(output, "last_mention", labels=LABELS) == found


@pytest.mark.parametrize(
    ("pattern", "output", "found"),
    [
        (r"Answer: (\w+)", "Answer: A ... Answer: B", "B"),
        (r"(?P<why>.*) => (?P<label>\w+)", "because => C", "C"),
        (r"[A-D]\b", "maybe A, rather D", "D"),
        (r"Answer: (\w+)", "no answer", None),
        (r"x(y)?", "x", None),
    ],
)
def test_the_last_match_of_a_pattern(pattern, output, found):
    assert label(output, "regex", pattern=pattern) == found


@pytest.mark.parametrize(
    ("output", "found"),
    [
        ('{"label": "ham"}', "ham"),
        ('Sure!\n```json\n{"label": " ham ", "score": 1}\n```', "ham"),
        ('{broken {"label": "ham"}', "ham"),
        ('{"label": true}', "true"),
        ('{"label": 3}', "3"),
        ('{"label": ["ham"]}', None),
        ('{"label": null}', None),
        ('{"other": 1}', None),
        ("[1]", None),
        ("{" * 5000, None),
        ('{"a":' * 2000, None),
    ],
)
def test_a_field_of_json(output, found):
    assert label(output, "json_field") == found


def test_labels_close_the_set_and_give_the_spelling():
    assert label(" HAM ", labels=["ham"]) == "ham"
    assert label("eggs", labels=["ham"]) is None
    assert label(" eggs ") == "eggs"
    assert label("ham", truth="Ham") == "Ham"


def test_columns_and_verdict():
    batch = {"output": ["ham", "eggs", None, "ham", ""], "label": ["ham", "ham", "ham", None, "x"]}
    columns = run_scorers(batch, [("classification.label", {"labels": ["ham", "x"]})]).columns
    assert columns == {
        "classification_label": ["ham", None, None, "ham", None],
        "pred_label": ["ham", None, None, "ham", None],
        "classification_correct": [True, False, None, None, False],
    }


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"method": "regex"}, "pattern"),
        ({"method": "regex", "pattern": "("}, "unterminated"),
        ({"method": "last_mention"}, "labels"),
        ({"labels": ["a", 3]}, r"labels\[1\]"),
        ({"method": "guess"}, "last_mention"),
    ],
)
def test_wrong_parameters_are_refused_before_anything_runs(params, said):
    with pytest.raises(InputError, match=said):
        Scoring([("classification.label", params)], ["label"])
    with pytest.raises(InputError, match=said):
        run_scorers({"output": ["a"]}, [("classification.label", params)])


def test_other_scorers_see_the_label_whatever_the_order():
    """So that scoring a stored run again, where the label is there already, gives the same."""
    batch = {"output": ["ham"], "label": ["ham"], "expected_output": ["it is ham"]}
    both = [("text.exact_match", {}), ("classification.label", {})]
    first = run_scorers(batch, both).columns
    again = run_scorers(batch | {"pred_label": first["pred_label"]}, both[::-1]).columns
    assert first == again
    assert first["text_exact_match"] == [False]


@pytest.mark.slow
def test_a_run_is_scored_by_the_label_in_the_answer(tmp_path):
    answers = {"1": "I say: ham", "2": "spam!", "3": "spam or ham? ham"}
    wanted = ["ham", "spam", "spam"]
    cases = [{"input": key, "label": want} for key, want in zip("123", wanted, strict=True)]
    scorers = [{"classification.label": {"method": "last_mention", "labels": ["spam", "ham"]}}]
    run = evaluate(answers.__getitem__, cases, out=tmp_path / "run", scorers=scorers)
    assert run.cases["pred_label"] == ["ham", "spam", "ham"]
    assert run.cases["passed"] == [True, True, False]
    assert run.manifest["provenance"]["pred_label"] == "measured"


@pytest.mark.slow
def test_scoring_anew_without_the_scorer_gives_back_what_was_reported(tmp_path):
    reported = ["spam", None, "spam"]
    cases = [
        {"id": str(n), "input": "q", "label": "ham", "expected_output": "ham", "output": "ham"}
        | ({} if said is None else {"pred_label": said})
        for n, said in enumerate(reported)
    ]
    scorers = ["classification.label", "text.exact_match"]
    run = evaluate({"replay": {}}, cases, out=tmp_path / "run", scorers=scorers)
    assert run.cases["pred_label"] == ["ham"] * 3
    assert run.cases["reported_pred_label"] == reported
    assert run.manifest["provenance"]["pred_label"] == "measured"

    def again(scorers):
        plan = make_plan(dict(run.manifest["plan"]) | {"scorers": scorers}, source="x")
        rescore(Bundle(run.path), plan)
        return load_run(run.path)

    for _ in range(2):
        bare = again(["text.exact_match"])
        assert bare.cases["pred_label"] == reported
        assert "classification_label" not in bare.cases.columns
        assert "reported_pred_label" not in bare.cases.columns
        assert bare.manifest["provenance"]["pred_label"] == "declared"
    named = again([{"classification.label": {"as": "other"}}])
    assert named.cases["other_pred_label"] == ["ham"] * 3
    assert named.cases["pred_label"] == reported
    full = again(scorers)
    assert full.cases["pred_label"] == ["ham"] * 3
    assert full.cases["reported_pred_label"] == reported


PAIRS = st.lists(
    st.tuples(st.sampled_from("abcd甲"), st.sampled_from("abcde甲")), min_size=1, max_size=40
)


@pytest.mark.slow
@tries(100, 500)
@given(PAIRS, st.sampled_from(["all", "truth"]))
def test_figures_are_scikit_learns(pairs, classes):
    truth, predicted = map(list, zip(*pairs, strict=True))
    inputs = {"truth": truth, "predicted": predicted}
    found = compute("classification.report", inputs, {"classes": classes})
    labels = sorted({*truth, *predicted} if classes == "all" else {*truth})
    assert found["labels"] == labels
    assert found["accuracy"] == pytest.approx(accuracy_score(truth, predicted), abs=1e-9)
    for average in ("macro", "micro", "weighted"):
        expected = figures(truth, predicted, labels, average=average)[:3]
        assert list(found[average].values()) == pytest.approx(list(expected), abs=1e-9)
    expected = list(zip(*figures(truth, predicted, labels, average=None), strict=True))
    for ours, theirs in zip(found["per_class"], expected, strict=True):
        values = [ours[name] for name in ("precision", "recall", "f1", "support")]
        assert values == pytest.approx(list(theirs), abs=1e-9)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a single class
        assert found["confusion"] == confusion_matrix(truth, predicted, labels=labels).tolist()
        kappa = cohen_kappa_score(truth, predicted)
    assert found["kappa"] is None if kappa != kappa else found["kappa"] == pytest.approx(kappa)


def figures(truth, predicted, labels, average):
    return precision_recall_fscore_support(
        truth, predicted, labels=labels, average=average, zero_division=0
    )


def test_nothing_to_report_is_undefined():
    found = compute("classification.report", {"truth": [], "predicted": []})
    assert found["n"] == 0
    assert found["accuracy"] is None
    assert found["kappa"] is None
    for average in ("macro", "micro", "weighted"):
        assert set(found[average].values()) == {None}


def test_rows_without_truth_are_left_out_and_without_prediction_are_wrong():
    inputs = {"truth": ["a", None, "b", "b"], "predicted": ["a", "a", None, "b"]}
    found = compute("classification.report", inputs)
    assert (found["n"], found["unlabelled"], found["labels"]) == (3, 1, ["a", "b"])
    assert found["accuracy"] == pytest.approx(2 / 3)
    assert found["per_class"][1]["recall"] == 0.5
    assert found["per_class"][1]["precision"] == 1.0


def test_numbers_and_texts_may_stand_together():
    found = compute("classification.report", {"truth": [1, "a"], "predicted": ["a", "a"]})
    assert found["labels"] == [1, "a"]


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"truth": ["a"], "predicted": []}, "1 right labels and 0 predictions"),
        ({"truth": [["a"]], "predicted": ["a"]}, r"truth\[0\]"),
    ],
)
def test_wrong_inputs(inputs, said):
    with pytest.raises(InputError, match=said):
        compute("classification.report", inputs)
