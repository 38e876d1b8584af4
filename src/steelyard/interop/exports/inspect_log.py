"""`inspect`: an Inspect AI log in JSON, version 2, that its viewer and `read_eval_log` open."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from steelyard.bundle import Bundle, replacing
from steelyard.interop.exports.inspect_sample import Samples
from steelyard.interop.exports.record import Exported, Note, Options
from steelyard.interop.exports.results import (
    filled_columns,
    opened,
    read_rows,
    score_columns,
)

VERDICT = "steelyard"


def write_inspect(bundle: Bundle, target: Path, options: Options) -> Exported:
    """Write the header, then one sample after another."""
    columns = filled_columns(bundle)
    counts = _counts(bundle)
    model = model_name(bundle.manifest.values["agent"])
    samples = Samples(model, columns, score_columns(bundle))
    header = _header(bundle, model, counts)
    rows = 0
    with replacing(target) as file:
        _open(file, header)
        for row in read_rows(bundle, columns, options.tell):
            file.write(b",\n" if rows else b"\n")
            file.write(orjson.dumps(samples.sample(row), option=orjson.OPT_NON_STR_KEYS))
            rows += 1
        file.write(b"]}\n")
    return Exported("inspect", (target,), rows, _notes(samples.left_out))


def model_name(agent: dict[str, Any]) -> str:
    """Return what stands for the agent where another tool wants a model."""
    name = agent.get("model") or agent.get("url") or agent.get("callable") or ""
    return f"{agent.get('adapter', 'agent')}/{name}".rstrip("/")


def _open(file: BinaryIO, header: dict[str, Any]) -> None:
    """Write the header up to its last member, the list of samples."""
    file.write(orjson.dumps(header)[:-1] + b',"samples":[')


def _header(bundle: Bundle, model: str, counts: dict[str, Any]) -> dict[str, Any]:
    values = bundle.manifest.values
    finished = values.get("finished_at") or ""
    whole = values["state"] == "finished"
    usage = _usage(counts["input_tokens"], counts["output_tokens"])
    return {
        "version": 2,
        "status": "success" if whole else "cancelled",
        "eval": {
            "eval_id": values["run_id"],
            "run_id": values["run_id"],
            "task_id": values["plan_hash"],
            "created": values["created_at"],
            "task": values["name"],
            "task_version": 0,
            "dataset": {
                "name": str(values["dataset"]["path"]),
                "samples": counts["cases"],
                "shuffled": False,
            },
            "model": model,
            "model_generate_config": {},
            "model_args": {},
            "config": {"epochs": values["epochs"]},
            "packages": {"steelyard": values["steelyard_version"]},
            "metadata": {"steelyard": {"plan_hash": values["plan_hash"], "seed": values["seed"]}},
        },
        "plan": {"name": "plan", "steps": [], "config": {}},
        "results": {
            "total_samples": counts["rows"],
            "completed_samples": counts["answered"],
            "scores": [_verdict_score(bundle, counts)],
        },
        "stats": {
            "started_at": values["created_at"],
            "completed_at": finished,
            "model_usage": {} if usage is None else {model: usage},
        },
    }


def _verdict_score(bundle: Bundle, counts: dict[str, Any]) -> dict[str, Any]:
    """Return our indicators as the metrics of one score, each with its interval."""
    found = [item for item in bundle.summary()["indicators"] if item["value"] is not None]
    metrics = {
        item["id"]: {
            "name": item["id"],
            "value": item["value"],
            "metadata": {
                name: item[name]
                for name in (
                    "ci_low",
                    "ci_high",
                    "ci_method",
                    "n",
                    "status",
                    "provenance",
                    "signature",
                )
                if item[name] is not None
            },
        }
        for item in found
    }
    return {
        "name": VERDICT,
        "scorer": VERDICT,
        "scored_samples": counts["judged"],
        "unscored_samples": counts["rows"] - counts["judged"],
        "params": {},
        "metrics": metrics,
    }


def _counts(bundle: Bundle) -> dict[str, Any]:
    wanted = {
        "rows": "count(*)",
        "cases": "count(DISTINCT case_id)",
        "answered": "count_if(status = 'ok')",
        "judged": "count(passed)",
        "input_tokens": "sum(input_tokens)::BIGINT",
        "output_tokens": "sum(output_tokens)::BIGINT",
    }
    with opened(bundle.results_path) as connection:
        [row] = connection.execute(f"SELECT {', '.join(wanted.values())} FROM results").fetchall()
    return dict(zip(wanted, row, strict=True))


def _usage(sent: int | None, received: int | None) -> dict[str, int] | None:
    if sent is None and received is None:
        return None
    sent, received = sent or 0, received or 0
    return {"input_tokens": sent, "output_tokens": received, "total_tokens": sent + received}


def _notes(left_out: Counter[str]) -> tuple[Note, ...]:
    return tuple(Note(f"inspect_{code}", n) for code, n in sorted(left_out.items()) if n)
