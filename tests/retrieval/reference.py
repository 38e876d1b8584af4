"""The measures written out plainly, one query at a time, from their definitions."""

from __future__ import annotations

import math


def measures(ranking, grades, k, *, least=1.0, gain="linear", empty="skip", p=0.8):
    ranking = list(dict.fromkeys(ranking))
    relevant = {d for d, g in grades.items() if g >= least and g >= 0}
    judged = {d for d, g in grades.items() if g >= 0}
    bad = judged - relevant
    top = ranking[:k]
    found = {
        f"precision@{k}": sum(d in relevant for d in top) / k,
        f"hits@{k}": sum(d in relevant for d in top),
        f"judged@{k}": sum(d in judged for d in top) / k,
        f"success@{k}": float(any(d in relevant for d in top)),
    }
    total = len(relevant)
    if total:
        found[f"recall@{k}"] = sum(d in relevant for d in top) / total
        found["ap"] = sum(_precision(ranking, relevant, i) for i in range(len(ranking))) / total
        found["r_precision"] = sum(d in relevant for d in ranking[:total]) / total
        found["bpref"] = sum(_preferred(ranking, relevant, bad, d) for d in ranking) / total
        found["rr"] = max((1 / (i + 1) for i, d in enumerate(ranking) if d in relevant), default=0)
        found["rbp"] = (1 - p) * sum(p**i for i, d in enumerate(ranking) if d in relevant)
    elif empty == "skip":
        kept = found[f"judged@{k}"]
        found = {f"judged@{k}": kept}
    else:
        names = (f"recall@{k}", "ap", "r_precision", "bpref", "rr", "rbp")
        found |= dict.fromkeys(names, 0.0)
    found["rbp_residual"] = 1 - (1 - p) * sum(p**i for i, d in enumerate(ranking) if d in judged)
    found |= _ndcg(ranking, grades, k, gain, empty)
    return found


def _precision(ranking, relevant, at):
    if ranking[at] not in relevant:
        return 0.0
    return sum(d in relevant for d in ranking[: at + 1]) / (at + 1)


def _preferred(ranking, relevant, bad, document):
    if document not in relevant:
        return 0.0
    above = sum(d in bad for d in ranking[: ranking.index(document)])
    if not above:
        return 1.0
    return 1 - min(above, len(relevant)) / min(len(bad), len(relevant))


def _ndcg(ranking, grades, k, gain, empty):
    def gained(grade):
        grade = max(grade, 0)
        return 2**grade - 1 if gain == "exp" else grade

    best = sorted((gained(g) for g in grades.values()), reverse=True)
    found = {}
    for name, cut in ((f"ndcg@{k}", k), ("ndcg", None)):
        won = sum(gained(grades.get(d, 0)) / math.log2(i + 2) for i, d in enumerate(ranking[:cut]))
        ideal = sum(g / math.log2(i + 2) for i, g in enumerate(best[:cut]))
        found |= {name.replace("ndcg", "dcg"): won, name.replace("ndcg", "idcg"): ideal}
        if ideal:
            found[name] = won / ideal
        elif empty == "zero":
            found[name] = 0.0
    return found


def trec_order(scored):
    """Return documents by score, ties from the highest id down, as bytes."""
    return [
        d for d, _ in sorted(scored, key=lambda cell: (cell[1], cell[0].encode()), reverse=True)
    ]
