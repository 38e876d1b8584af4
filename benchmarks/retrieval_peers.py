"""One peer on one pair of TREC files: prints its means as JSON under trec_eval's names."""

from __future__ import annotations

import json
import sys

CUTOFFS = (5, 10, 20)


def pytrec_eval(qrels: str, run: str) -> dict[str, float]:
    """Use pytrec_eval as its README does."""
    import pytrec_eval as tool

    with open(qrels) as file:  # noqa: PTH123
        judged = tool.parse_qrel(file)
    with open(run) as file:  # noqa: PTH123
        ranked = tool.parse_run(file)
    cut = ",".join(map(str, CUTOFFS))
    wanted = {f"P.{cut}", f"recall.{cut}", f"ndcg_cut.{cut}", "map", "recip_rank"}
    found = tool.RelevanceEvaluator(judged, wanted).evaluate(ranked)
    names = next(iter(found.values()))
    return {name: sum(row[name] for row in found.values()) / len(found) for name in names}


def ir_measures(qrels: str, run: str) -> dict[str, float]:
    """Use ir_measures as its README does."""
    import ir_measures as tool
    from ir_measures import AP, RR, P, R, nDCG

    names = {AP: "map", RR: "recip_rank"}
    for k in CUTOFFS:
        names |= {P @ k: f"P_{k}", R @ k: f"recall_{k}", nDCG @ k: f"ndcg_cut_{k}"}
    found = tool.calc_aggregate(list(names), tool.read_trec_qrels(qrels), tool.read_trec_run(run))
    return {names[measure]: value for measure, value in found.items()}


def ranx(qrels: str, run: str) -> dict[str, float]:
    """Use ranx as its README does."""
    from ranx import Qrels, Run, evaluate

    names = {"map": "map", "mrr": "recip_rank"}
    for k in CUTOFFS:
        names |= {f"precision@{k}": f"P_{k}", f"recall@{k}": f"recall_{k}"}
        names |= {f"ndcg@{k}": f"ndcg_cut_{k}"}
    judged, ranked = Qrels.from_file(qrels, kind="trec"), Run.from_file(run, kind="trec")
    found = evaluate(judged, ranked, list(names), make_comparable=True)
    return {names[name]: float(value) for name, value in found.items()}


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](*sys.argv[2:])))
