"""`mlflow`: a run among the runs of MLflow."""

from __future__ import annotations

import math
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from steelyard.bundle import Bundle
from steelyard.errors import InputError, MissingPackageError
from steelyard.i18n import t
from steelyard.interop.exports.record import Exported, Note, Options

_ARTEFACTS = ("report.html", "report.json", "summary.json", "manifest.json")
_LONGEST = 500  # characters of a parameter that every store takes


def write_mlflow(bundle: Bundle, target: Path, options: Options) -> Exported:
    """Log indicators with their intervals, what was run, and the reports.

    Raises:
        MissingPackageError: MLflow is not installed.
        InputError: its store refuses.
    """
    if find_spec("mlflow") is None:
        raise MissingPackageError(t("exports.needs_mlflow"))
    mlflow = import_module("mlflow")
    try:
        return _log(mlflow.MlflowClient(options.tracking_uri), bundle, options)
    except mlflow.MlflowException as error:
        raise InputError(t("exports.mlflow_refused", error=error)) from error


def metrics(summary: dict[str, Any]) -> dict[str, float]:
    """Return the overall score and every defined indicator, with its interval and its n."""
    found: dict[str, float | None] = {}
    overall = summary["overall"]
    for name, item, value in (
        ("overall", overall, overall["score"]),
        *((item["id"], item, item["value"]) for item in summary["indicators"]),
    ):
        if value is not None:
            found[name] = value
            found |= {f"{name}_{part}": item.get(part) for part in ("ci_low", "ci_high", "n")}
    return {k: float(v) for k, v in found.items() if v is not None and math.isfinite(v)}


def _log(client: Any, bundle: Bundle, options: Options) -> Exported:
    values, summary = bundle.manifest.values, bundle.summary()
    name = options.experiment or values["name"]
    known = client.get_experiment_by_name(name)
    experiment = client.create_experiment(name) if known is None else known.experiment_id
    started = _milliseconds(values["created_at"])
    tags = {**_tags(values), **source_tags(summary)}
    run = client.create_run(experiment, start_time=started, tags=tags, run_name=values["name"])
    id_ = run.info.run_id
    try:
        for key, value in params(values).items():
            client.log_param(id_, key, value)
        for key, number in metrics(summary).items():
            client.log_metric(id_, key, number)
        for file in _ARTEFACTS:
            if (bundle.path / file).exists():
                client.log_artifact(id_, str(bundle.path / file))
    except BaseException:
        client.set_terminated(id_, status="FAILED")
        raise
    client.set_terminated(id_, end_time=_milliseconds(values.get("finished_at")))
    undefined = [item["id"] for item in summary["undefined"]]
    notes = (Note("undefined", len(undefined), tuple(undefined[:5])),) if undefined else ()
    return Exported("mlflow", (), sum(values["counts"].values()), notes, place=f"{name}/{id_}")


def params(values: dict[str, Any]) -> dict[str, str]:
    """Return what was run, in texts that MLflow takes."""
    agent = {f"agent.{key}": value for key, value in values["agent"].items()}
    plain = {
        "seed": values["seed"],
        "epochs": values["epochs"],
        "dataset": values["dataset"]["path"],
        "dataset.sha256": values["dataset"]["sha256"],
        "scorers": ", ".join(str(item["id"]) for item in values["scorers"]),
        "scorecard": (values.get("scorecard") or {}).get("id"),
        **agent,
    }
    return {k: str(v)[:_LONGEST] for k, v in plain.items() if v not in (None, "", {}, [])}


def source_tags(summary: dict[str, Any]) -> dict[str, str]:
    """Return which metrics are declared by the dataset or claimed by the agent."""
    first = {"id": "overall", "provenance": (summary.get("tree") or {}).get("provenance")}
    defined = [item for item in summary["indicators"] if item["value"] is not None]
    if summary["overall"]["score"] is not None:
        defined.insert(0, first)
    named = {
        source: ", ".join(item["id"] for item in defined if item["provenance"] == source)
        for source in ("declared", "claimed")
    }
    return {f"steelyard.{source}": names for source, names in named.items() if names}


def _tags(values: dict[str, Any]) -> dict[str, str]:
    kept = ("run_id", "plan_hash", "state", "python", "platform")
    tags = {f"steelyard.{name}": str(values[name]) for name in kept}
    return {**tags, "steelyard.version": values["steelyard_version"]}


def _milliseconds(moment: str | None) -> int | None:
    from datetime import datetime

    return None if moment is None else int(datetime.fromisoformat(moment).timestamp() * 1000)
