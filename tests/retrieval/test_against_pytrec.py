"""Files through the engine agree with pytrec_eval (trec_eval's own C code) to 1e-9."""

from __future__ import annotations

import random

import numpy as np
import pytest
import pytrec_eval
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from steelyard.retrieval import Choices, Rules, evaluate_files, evaluate_run, read_qrels

pytestmark = pytest.mark.slow

NAMES = {
    "precision@{k}": "P_{k}",
    "recall@{k}": "recall_{k}",
    "ndcg@{k}": "ndcg_cut_{k}",
    "success@{k}": "success_{k}",
    "ap": "map",
    "rr": "recip_rank",
    "r_precision": "Rprec",
    "bpref": "bpref",
    "ndcg": "ndcg",
}
MEANS = {
    "precision@5": "P_5",
    "recall@10": "recall_10",
    "ndcg@5": "ndcg_cut_5",
    "coverage@1": "success_1",
    "map": "map",
    "mrr": "recip_rank",
    "rprec": "Rprec",
    "bpref": "bpref",
    "ndcg": "ndcg",
}
CUTOFFS = (1, 5, 10)
RULES = Rules(cutoffs=CUTOFFS, min_relevance=1, gain="linear", empty_query="zero")


def theirs(qrels, run, level=1):
    cut = ",".join(map(str, CUTOFFS))
    wanted = {f"P.{cut}", f"recall.{cut}", f"ndcg_cut.{cut}", f"success.{cut}"}
    wanted |= {"map", "recip_rank", "Rprec", "bpref", "ndcg"}
    return pytrec_eval.RelevanceEvaluator(qrels, wanted, relevance_level=level).evaluate(run)


def write(folder, qrels, run, *, shuffle=None):
    """Write TREC files; lines of the run in any order."""
    judged = [f"{q} 0 {d} {g}\n" for q, docs in qrels.items() for d, g in docs.items()]
    lines = [
        f"{q} Q0 {d} 0 {s!r} tag\n"
        for q, docs in run.items()
        for d, s in sorted(docs.items(), key=lambda cell: -cell[1])
    ]
    if shuffle is not None:
        shuffle.shuffle(lines)
    (folder / "qrels").write_text("".join(judged), encoding="utf-8")
    (folder / "run").write_text("".join(lines), encoding="utf-8")
    return folder / "qrels", folder / "run"


def check_means(folder, qrels, run, found):
    """Compare the means with trec_eval's over the queries of both, and, as its -c, over all."""
    write(folder, qrels, run)
    for unretrieved, number in (("skip", len(found)), ("zero", len(qrels))):
        choices = Choices(min_relevance=1, unretrieved=unretrieved)
        [record] = evaluate_files(folder / "qrels", [folder / "run"], RULES, choices)["runs"]
        assert record["queries"] == number
        for ours, name in MEANS.items():
            mean = sum(values[name] for values in found.values()) / number
            assert record["metrics"][ours] == pytest.approx(mean, abs=1e-9)


def check(folder, qrels, run, *, shuffle=None, rules=RULES):
    qrels_file, run_file = write(folder, qrels, run, shuffle=shuffle)
    judgements = read_qrels(qrels_file)
    found = evaluate_run(run_file, judgements, rules)
    expected = theirs(qrels, run, level=int(rules.min_relevance))
    compared = 0
    for number, query in enumerate(judgements.queries):
        values = expected.get(query.decode())
        assert (found.retrieved[number] > 0) == (values is not None)
        for ours, name in NAMES.items():
            for k in CUTOFFS if "{k}" in ours else (0,):
                value = found.values[ours.format(k=k)][number]
                if values is not None:
                    assert value == pytest.approx(values[name.format(k=k)], abs=1e-9)
                    compared += 1
    return found, compared


IDS = st.text(alphabet="abAB019-_.:é中", min_size=1, max_size=20)
QUERIES = st.text(alphabet="q0123-é", min_size=1, max_size=12)
# pytrec_eval keeps scores as 32-bit floats; quarters are exact in both.
SCORES = st.integers(-40, 40).map(lambda n: n / 4)


@st.composite
def problems(draw):
    docs = draw(st.lists(IDS, min_size=1, max_size=25, unique=True))
    queries = draw(st.lists(QUERIES, min_size=1, max_size=6, unique=True))
    doc, number = st.sampled_from(docs), len(queries)
    cut, late = draw(st.integers(1, number)), draw(st.integers(0, number - 1))
    # Below 0 is: in the pool, but not judged. With nothing else, pytrec_eval does not end.
    qrels = {
        q: draw(st.dictionaries(doc, st.integers(-2, 4), min_size=1, max_size=12))
        | {draw(doc): draw(st.integers(0, 4))}
        for q in queries[:cut]
    }
    run = {q: draw(st.dictionaries(doc, SCORES, min_size=1, max_size=25)) for q in queries[late:]}
    assume(qrels.keys() & run.keys())
    return qrels, run


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(problem=problems(), seed=st.one_of(st.none(), st.integers(0, 99)))
def test_any_small_files(tmp_path_factory, problem, seed):
    folder = tmp_path_factory.mktemp("files", numbered=True)
    check(folder, *problem, shuffle=None if seed is None else random.Random(seed))
    check_means(folder, *problem, theirs(*problem))


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("scattered", [False, True])
@pytest.mark.parametrize("score", ["distinct", "ties", "constant", "negative", "long", "exponent"])
def test_larger_files_with_every_kind_of_score(tmp_path, level, scattered, score):
    rng = random.Random(f"{level} {score}")
    make = {
        "distinct": lambda: rng.randrange(1 << 22) / 256,
        "ties": lambda: float(rng.randrange(6)),
        "constant": lambda: 1.5,
        "negative": lambda: -rng.randrange(1 << 20) / 64,
        "long": lambda: float(np.float32(rng.random() / 3)),
        "exponent": lambda: float(np.float32(rng.random() * 1e-9)),
    }[score]
    names = [f"doc-{rng.choice('xyz')}-{n}" for n in range(3_000)]
    qrels = {f"q{n}": {d: rng.randrange(4) for d in rng.sample(names, 60)} for n in range(40)}
    run = {
        f"q{n}": {d: make() for d in rng.sample(names, rng.choice([1, 30, 800]))}
        for n in range(5, 50)
    }
    rules = Rules(cutoffs=CUTOFFS, min_relevance=level, gain="linear", empty_query="zero")
    shuffle = rng if scattered else None
    found, compared = check(tmp_path, qrels, run, shuffle=shuffle, rules=rules)
    assert found.scattered == scattered
    assert found.unjudged_queries == 10
    assert compared == 35 * (4 * len(CUTOFFS) + 5)
