"""Text scorers: the documents' traps (marked E-..), references and what counts as expected."""

from __future__ import annotations

import sys
from itertools import zip_longest

import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard import evaluate
from steelyard.errors import InputError, MissingPackageError
from steelyard.i18n import using_language
from steelyard.model import compute
from steelyard.scorers import SCORERS, Scoring, run_scorers
from steelyard.scorers.memory import SharedBatch, once
from steelyard.scorers.text.tokenizers import TOKENIZERS
from tests.scorers.texts import rows


def jaccard(expected, output, tokenizer="keywords"):
    inputs = {"expected": expected, "output": output}
    return compute("text.keyword_jaccard", inputs, {"tokenizer": tokenizer})["value"]


@pytest.mark.parametrize("text", ["A", "7", "对", "的", "!", "😀", ""])
def test_single_characters_and_symbols_match_themselves(text):  # E-04
    assert jaccard(text, text) == 1.0


def test_legacy_keeps_its_faults():
    assert jaccard("A", "A", "legacy") == 0.0


def test_meaning_bearing_characters_count():  # E-05
    assert jaccard("合格", "不合格") == 0.5
    assert jaccard("首都", "首都") == 1.0


def test_word_order_does_not_matter_in_chinese():  # E-03
    assert jaccard("北京是中国的首都", "中国的首都是北京") == 1.0
    assert jaccard("北京是中国的首都", "中国的首都是北京", "legacy") == 0.0


def test_texts_without_tokens_have_nothing_in_common():
    assert jaccard("!!!", "???") == 0.0


def test_the_label_comes_before_the_expected_output_before_the_references():
    batch = {
        "label": ["yes", None, None, "yes", None],
        "pred_label": [None, None, None, "no", None],
        "expected_output": ["no", "no", None, "no", None],
        "references": [["no"], ["yes"], ["maybe", "yes"], None, []],
        "output": ["yes", "yes", "yes", "yes", "yes"],
    }
    columns = run_scorers(batch, [("text.exact_match", {})]).columns
    assert columns == {"text_exact_match": [True, False, True, False, None]}


def test_the_best_reference_counts():
    batch = {"references": [["a b c d", "a b"]], "output": ["a b"]}
    columns = run_scorers(batch, [("text.keyword_jaccard", {"tokenizer": "auto"})]).columns
    assert columns["text_keyword_jaccard"] == [1.0]


def test_no_expected_answer_or_no_output_is_none():
    batch = {"expected_output": [None, "a", "a"], "output": ["a", None, ""]}
    columns = run_scorers(batch, [("text.keyword_jaccard", {}), ("text.keyword_match", {})]).columns
    assert columns["text_keyword_jaccard"] == [None, None, 0.0]
    assert columns["text_keyword_match"] == [None, None, False]


@pytest.mark.slow
@settings(deadline=None)  # the first use of jieba loads its dictionary
@given(st.text(max_size=60), st.text(max_size=60), st.sampled_from(sorted(TOKENIZERS)))
def test_jaccard_is_symmetric_and_in_range(left, right, tokenizer):
    found = jaccard(left, right, tokenizer)
    assert 0 <= found <= 1
    assert found == jaccard(right, left, tokenizer)


@given(st.text(max_size=60), st.text(max_size=60))
def test_jaccard_agrees_with_sets_written_out(left, right):
    """An independent count over the token lists, element by element."""
    a, b = TOKENIZERS["whitespace"](left), TOKENIZERS["whitespace"](right)
    both = [token for index, token in enumerate(a) if token in b and token not in a[:index]]
    either = []
    for token in a + b:
        if token not in either:
            either.append(token)
    from steelyard.scorers.text.tokenizers import norm

    expected = 1.0 if norm(left) == norm(right) else len(both) / len(either) if either else 0.0
    assert jaccard(left, right, "whitespace") == pytest.approx(expected)


def test_a_long_text_is_scored():
    text = "很长的文本 long text " * 50_000
    assert jaccard(text, text + "尾") < 1.0


REFERENCE_SCORERS = [
    id_
    for id_ in SCORERS.names()
    if id_.startswith("text.") and SCORERS.get(id_).algorithm.inputs[0].name == "references"
]


@pytest.mark.parametrize("id_", REFERENCE_SCORERS)
def test_references_come_before_the_expected_output_before_the_label(id_):
    batch = {
        "label": ["x", "x", "a b c d", None],
        "expected_output": ["x", "a b c d", None, None],
        "references": [["y z", None, "a b c d"], [], None, [None]],
        "output": ["a b c d"] * 4,
    }
    best = 0.0 if id_ in ("text.wer", "text.cer") else 1.0
    columns = run_scorers(batch, [(id_, {})]).columns
    assert columns[id_.replace(".", "_")] == [best, best, best, None]
    assert all(column[3] is None for column in columns.values())


@pytest.mark.parametrize("id_", REFERENCE_SCORERS)
def test_chinese(id_):
    """Equal is perfect, and clauses the other way round are still near, by character."""
    reference = "系统运行正常，温度在规定范围内"
    turned = "温度在规定范围内，系统运行正常"
    value = compute(id_, {"references": [reference], "output": reference})["value"]
    assert value == (0.0 if id_ in ("text.wer", "text.cer") else 1.0)
    if id_ in ("text.rouge_1", "text.rouge_2", "text.bleu", "text.bleu_simple", "text.chrf"):
        assert compute(id_, {"references": [reference], "output": turned})["value"] > 0.6


def test_the_whitespace_tokenizer_fails_on_chinese():
    inputs = {"references": ["北京是中国的首都"], "output": "中国的首都是北京"}
    for id_ in ("text.bleu_simple", "text.rouge_l"):
        assert compute(id_, inputs, {"tokenizer": "whitespace"})["value"] == 0.0
        assert compute(id_, inputs)["value"] > 0.4


def test_scorers_together_give_what_each_gives_alone():
    """What one scorer leaves for the next changes nothing: each alone gives the same columns."""
    outputs, references = rows(50, seed=1)
    batch = {"output": outputs, "references": references}
    ids = [id_ for id_ in SCORERS.names() if id_.startswith("text.")]
    together = run_scorers(batch, [(id_, {}) for id_ in ids]).columns
    alone = {}
    for id_ in ids:
        alone |= run_scorers(batch, [(id_, {})]).columns
    assert together == alone


def test_memory_is_shared_within_a_batch_only():
    made = []

    def make():
        made.append(1)
        return len(made)

    memory = {}
    first, second = SharedBatch({}, memory), SharedBatch({}, memory)
    assert (once(first, "k", make), once(second, "k", make)) == (1, 1)
    assert once({}, "k", make) == 2
    assert once(SharedBatch({}, {}), "k", make) == 3


@pytest.mark.parametrize(
    ("id_", "params", "said"),
    [
        ("text.bleu", {"tokenizer": "13b"}, "13a"),
        ("text.bleu", {"max_order": 0}, "1 to 4"),
        ("text.bleu", {"max_order": 5}, "1 to 4"),
        ("text.bleu", {"max_order": 2.5}, "whole number"),
        ("text.chrf", {"word_order": 3}, "0 to 2"),
        ("text.chrf", {"char_order": 7}, "1 to 6"),
        ("text.rouge_l", {"select": "precision"}, "f1, recall"),
        ("text.rouge_l", {"beta": 0}, "0.01"),
    ],
)
def test_wrong_parameters_are_refused(id_, params, said):
    with using_language("en"), pytest.raises(InputError, match=said):
        compute(id_, {"references": ["a"], "output": "a"}, params)
    with using_language("en"), pytest.raises(InputError, match=said):
        Scoring([(id_, params)], ["references"])


@pytest.mark.parametrize("id_", ["text.bleu", "text.rouge_l", "text.keyword_match", "text.wer"])
def test_without_jieba_the_message_says_how_to_install_it(id_, monkeypatch):
    monkeypatch.setitem(sys.modules, "jieba", None)
    chosen = [(id_, {"tokenizer": "jieba"})]
    batch = {"output": ["a"], "references": [["a"]]}
    for attempt in (lambda: Scoring(chosen, []), lambda: run_scorers(batch, chosen)):
        with using_language("en"), pytest.raises(MissingPackageError, match=r"steelyard\[jieba\]"):
            attempt()


def test_jieba_cuts_words():
    text = "我来到北京清华大学，ＡＢＣ 3.5"
    assert TOKENIZERS["jieba"](text)[-3:] != []
    assert "清华大学" in TOKENIZERS["jieba"](text)
    assert "，" not in TOKENIZERS["jieba"](text)
    inputs = {"references": ["我来到北京清华大学"], "output": "我来到北京清华大学"}
    assert compute("text.bleu", inputs, {"tokenizer": "jieba"})["value"] == 1.0


@pytest.mark.parametrize(
    ("id_", "inputs", "said"),
    [
        ("text.bleu", {"references": ["a", 5], "output": "a"}, r"references\[1\]"),
        ("text.bleu", {"references": "a", "output": "a"}, "a list"),
        ("text.bleu_corpus", {}, "counts"),
        ("text.bleu_corpus", {"outputs": ["a"], "references": []}, "1 outputs and 0 lists"),
        ("text.bleu_corpus", {"outputs": [1], "references": [["a"]]}, r"outputs\[0\]"),
        ("text.bleu_corpus", {"outputs": ["a"], "references": ["a"]}, r"references\[0\]"),
        ("text.bleu_corpus", {"counts": [{"m1": -1}]}, r"counts\[0\]: 'm1' is -1"),
        ("text.chrf_corpus", {"counts": [{"m1": 1}]}, r"counts\[0\]: 'sys_len'"),
    ],
)
def test_wrong_inputs_are_refused_with_their_place(id_, inputs, said):
    with using_language("en"), pytest.raises(InputError, match=said):
        compute(id_, inputs)


def test_nothing_pooled_is_undefined():
    empty = {"outputs": [], "references": []}
    assert compute("text.bleu_corpus", empty)["value"] is None
    assert compute("text.chrf_corpus", empty)["value"] is None


@pytest.mark.slow
def test_corpus_bleu_by_sql(tmp_path):
    """The stored counts give corpus BLEU by one aggregate over the results table."""
    outputs, references = rows(80, seed=11)
    cases = [{"input": str(number), "references": texts} for number, texts in enumerate(references)]
    answers = {str(number): output for number, output in enumerate(outputs)}
    scorers = [{"text.bleu": {"tokenizer": "13a"}}]
    run = evaluate(answers.__getitem__, cases, out=tmp_path / "run", scorers=scorers)
    logs = "+".join(f"ln(sum(text_bleu_m{n})/sum(text_bleu_t{n}))" for n in (1, 2, 3, 4))
    penalty = "1 - greatest(sum(text_bleu_ref_len)/sum(text_bleu_sys_len), 1)"
    [row] = run.cases.query(f"SELECT exp({penalty} + ({logs})/4) AS bleu FROM results")
    expected = sacrebleu.corpus_bleu(outputs, [list(c) for c in zip_longest(*references)])
    assert row["bleu"] == pytest.approx(expected.score / 100, abs=1e-9)
