"""The indicators of generalisation written out by hand: loops over rows, nothing of the engine."""

from __future__ import annotations

from collections import defaultdict


def by_hand(rows, params):
    """Return (value, score) by id."""
    turn = "row" if all(row["attempt_no"] is None for row in rows) else "attempt_no"
    rows = [row for row in rows if row["error_kind"] != "infra"]
    base = params.get
    unknown = [row for row in rows if _unknown(row)]
    train = [row for row in rows if row["scene_type"] == "train" and not _unknown(row)]
    shifted = [row for row in rows if _unknown(row) or row["scene_type"] == "non_train"]
    cr_train, cr_shifted, cr_unknown = (_cr(part) for part in (train, shifted, unknown))
    peak = _cr([row for row in rows if row["high_concurrency"] is True])
    normal = _cr([row for row in rows if row["high_concurrency"] is not True])
    stability = _ratio(peak, normal)
    abnormal = _case_mean(
        [row for row in rows if row["abnormal_input"] is True], lambda row: _flip(row["passed"])
    )
    tolerance = _case_mean(
        [row for row in rows if row["environment_unstable"] is True],
        lambda row: _flip(_late(row, base("timeout_s"))),
    )
    coefficient = _ratio(_mean(_there(rows, "adaptation_cost")), base("baseline_adaptation_cost"))
    found = {
        "adapt.train_completion": (cr_train, cr_train),
        "adapt.shifted_completion": (cr_shifted, cr_shifted),
        "adapt.unknown_completion": (cr_unknown, cr_unknown),
        "adapt.scene_gap": (
            None if None in (cr_train, cr_shifted) else cr_shifted - cr_train,
            _clip(_ratio(cr_shifted, cr_train)),
        ),
        "robust.peak_completion": (peak, peak),
        "robust.normal_completion": (normal, normal),
        "robust.concurrency_stability": (stability, _clip(stability)),
        "robust.abnormal_error_rate": (abnormal, None if abnormal is None else 1 - abnormal),
        "robust.env_tolerance": (tolerance, tolerance),
        "port.cost_coefficient": (
            coefficient,
            None if coefficient is None else 1 / (1 + coefficient),
        ),
    }
    found = found | _scenes(rows, unknown, base) | _port(rows, turn) | _collab(rows, base)
    quiet = {id_ for id_, resting in _rest_on(rows, unknown, base, turn).items() if _idle(resting)}
    return {id_: (value, None if id_ in quiet else score) for id_, (value, score) in found.items()}


def _rest_on(rows, unknown, base, turn):
    """Return the rows behind each indicator that is best when nothing happens."""
    alone = base("baseline_single_task_time")
    return {
        "adapt.adaptation_time": _with(unknown, "adaptation_time", "scene"),
        "adapt.scene_spread": _with(rows, "scene"),
        "port.deploy_success": _deployments(rows, turn),
        "port.compat_issues": _with(rows, "compat_issues"),
        "port.cost_coefficient": _with(rows, "adaptation_cost"),
        "port.checklist_coverage": [
            row for row in _with(rows, "configs_covered") if row["configs_required"]
        ],
        "robust.env_tolerance": [
            row
            for row in rows
            if row["environment_unstable"] is True and _late(row, base("timeout_s")) is not None
        ],
        "collab.time_delta": [
            row
            for row in _with(rows, "collab_time")
            if row["collaboration"] is True
            and (row["single_time"] is not None or alone is not None)
        ],
    }


def _idle(rows):
    """Say whether rows have outcomes and none is a success."""
    outcomes = [_success(row) for row in rows if _success(row) is not None]
    return bool(outcomes) and not any(outcomes)


def _deployments(rows, turn):
    """Return attempts with an outcome; where the data number them, only those with a number."""
    rows = _with(rows, "deployment_success", turn)
    return [row for row in rows if row["deployment_attempt"] is True]


def _with(rows, *needed):
    return [row for row in rows if all(row[name] is not None for name in needed)]


def _scenes(rows, unknown, base):
    times = defaultdict(list)
    for row, weight in _weighted(unknown, ("adaptation_time", "scene")):
        times[row["scene"]].append((row["adaptation_time"], weight))
    means = [sum(t * w for t, w in own) / sum(w for _, w in own) for own in times.values()]
    seconds = _mean(means)
    done = defaultdict(list)
    for row in rows:
        row["success"] = _success(row)
    for row, weight in _weighted(rows, ("success", "scene")):
        done[row["scene"]].append((row["success"], weight))
    shares = [sum(s * w for s, w in own) / sum(w for _, w in own) for own in done.values()]
    domains = defaultdict(list)
    for row, weight in _weighted(rows, ("score", "domain")):
        domains[row["domain"]].append((row["score"], weight))
    mean = _mean([sum(s * w for s, w in o) / sum(w for _, w in o) for o in domains.values()])
    reached = sum(share >= 0.6 - 1e-9 for share in shares)
    total = max(base("total_scene_types") or 0, len(shares))
    coverage = reached / total if shares else None
    reference = base("baseline_adaptation_time")
    spread = max(shares) - min(shares) if shares else None
    return {
        "adapt.adaptation_time": (
            seconds,
            None if seconds is None else 1.0 if seconds <= 0 else min(1.0, reference / seconds),
        ),
        "adapt.scene_coverage": (coverage, coverage),
        "adapt.worst_scene": (min(shares, default=None),) * 2,
        "adapt.scene_spread": (spread, None if spread is None else 1 - spread),
        "adapt.domain_mean": (mean, mean),
    }


def _port(rows, turn):
    deployments = _deployments(rows, turn)
    firsts = defaultdict(list)
    for row in deployments:
        firsts[_environment(row)].append((row[turn], row["deployment_success"]))
    worked = []
    for attempts in firsts.values():
        first = min(number for number, _ in attempts)
        worked.append(_mean([float(ok) for number, ok in attempts if number == first]))
    success = _mean(worked)
    counted = [row for row in rows if row["compat_issues"] is not None]
    issues = float(sum(row["compat_issues"] for row in counted)) if counted else None
    places = len({_environment(row) for row in counted})
    lists = [row for row in rows if row["configs_covered"] is not None and row["configs_required"]]
    coverage = _case_mean(
        lists,
        lambda row: (
            len({*row["configs_covered"]} & {*row["configs_required"]})
            / len({*row["configs_required"]})
        ),
    )
    pairs = [
        row
        for row in rows
        if row["original_score"] is not None and row["transferred_score"] is not None
    ]
    kept = _ratio(
        _case_mean(pairs, lambda row: row["transferred_score"]),
        _case_mean(pairs, lambda row: row["original_score"]),
    )
    return {
        "port.deploy_success": (success, success),
        "port.compat_issues": (issues, None if issues is None else 1 / (1 + issues / places)),
        "port.checklist_coverage": (coverage, coverage),
        "port.retention": (kept, _clip(kept)),
    }


def _collab(rows, base):
    joint = [row for row in rows if row["collaboration"] is True]
    messages = list(_weighted(joint, ("messages_correct", "messages_total")))
    accuracy = _ratio(
        sum(row["messages_correct"] * w for row, w in messages),
        sum(row["messages_total"] * w for row, w in messages),
    )
    timed = []
    for row in joint:
        alone = row["single_time"]
        alone = base("baseline_single_task_time") if alone is None else alone
        if row["collab_time"] is not None and alone is not None:
            timed.append(row | {"alone": alone})
    together = _case_mean(timed, lambda row: row["collab_time"])
    alone = _case_mean(timed, lambda row: row["alone"])
    parted = [row for row in joint if row["subtasks"] is not None]
    share = _case_mean(
        parted,
        lambda row: (
            sum(part["share"] * part["weight"] for part in row["subtasks"])
            / sum(part["weight"] for part in row["subtasks"])
        ),
    )
    needed = ("task_quality", "communication_rounds", "task_time")
    whole = [row for row in joint if all(row[name] is not None for name in needed)]

    def effort(row):
        return row["communication_rounds"] * row["task_time"] + 1

    reference = base("ref_rounds") * base("ref_time") + 1
    return {
        "collab.info_accuracy": (accuracy, accuracy),
        "collab.time_delta": (
            None if together is None else together - alone,
            None if together is None else 1.0 if together <= 0 else min(1.0, alone / together),
        ),
        "collab.contribution": (share, share),
        "collab.efficiency": (
            _case_mean(whole, lambda row: row["task_quality"] / effort(row)),
            _case_mean(whole, lambda r: r["task_quality"] * min(1, reference / effort(r))),
        ),
    }


def _unknown(row):
    return row["scene_type"] == "unknown" or row["is_unknown_scene"] is True


def _success(row):
    return row["passed"] if row["completed"] is None else row["completed"]


def _late(row, timeout):
    if row["timed_out"] is not None:
        return row["timed_out"]
    return None if row["latency_s"] is None else row["latency_s"] > timeout


def _environment(row):
    named = row["deployment_env"]
    return ("row", row["row"]) if named is None else ("env", named)


def _flip(value):
    return None if value is None else not value


def _cr(rows):
    return _case_mean(rows, _success)


def _case_mean(rows, of):
    cases = defaultdict(list)
    for row in rows:
        value = of(row)
        if value is not None:
            cases[row["case_id"]].append(float(value))
    return _mean([_mean(values) for values in cases.values()])


def _weighted(rows, needed):
    """The rows that have what is needed, each weighing one over the rows of its case."""
    kept = [row for row in rows if all(row[name] is not None for name in needed)]
    epochs = defaultdict(int)
    for row in kept:
        epochs[row["case_id"]] += 1
    return [(row, 1 / epochs[row["case_id"]]) for row in kept]


def _there(rows, column):
    return [row[column] for row in rows if row[column] is not None]


def _mean(values):
    return sum(values) / len(values) if values else None


def _ratio(above, below):
    return None if above is None or not below else above / below


def _clip(value):
    return None if value is None else min(1.0, max(0.0, value))
