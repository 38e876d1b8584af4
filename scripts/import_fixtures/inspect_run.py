"""Run the Inspect tasks against a local server and say what Inspect itself computed.

Called by `make_import_fixtures.py` inside an environment that has inspect_ai:
`python inspect_run.py ADDRESS FOLDER`.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from inspect_ai import eval as run
from inspect_ai.log import EvalLog, read_eval_log, write_eval_log
from inspect_tasks import facts, overlap, tools

MODEL = "openai-api/local/tiny"


def main(address: str, folder: Path) -> None:
    """Write the logs and `expected.json` into `folder`."""
    os.environ |= {"LOCAL_BASE_URL": address, "LOCAL_API_KEY": "none"}
    folder.mkdir(parents=True, exist_ok=True)
    expected = {}
    logs = folder / "logs"
    for make, name in ((facts, "facts.eval"), (tools, "tools.json"), (overlap, "overlap.eval")):
        [log] = run(
            make(),
            model=MODEL,
            log_dir=str(logs),
            display="none",
            max_retries=0,
            log_format=name.rpartition(".")[2],
        )
        written = read_eval_log(log.location)
        expected[name] = results_of(written)
        forget_machine(written)
        write_eval_log(written, str(folder / name))
    shutil.rmtree(logs)
    cut_short(folder / "facts.eval", folder / "cancelled.eval")
    (folder / "expected.json").write_text(json.dumps(expected, indent=1, ensure_ascii=False))


def forget_machine(log: EvalLog) -> None:
    """Take out where the run was made: folders in tracebacks and the state of a repository."""
    log.eval.task_file, log.eval.revision = "inspect_tasks.py", None
    for sample in log.samples or ():
        if sample.error is not None:
            sample.error.traceback = sample.error.traceback_ansi = ""
        sample.events = []


def cut_short(whole: Path, target: Path) -> None:
    """Write a log of a run that was cancelled after five samples, by Inspect's own writer."""
    log = read_eval_log(str(whole))
    log.samples = (log.samples or [])[:5]
    log.status, log.results = "cancelled", None
    write_eval_log(log, str(target))


def results_of(log: EvalLog) -> dict[str, object]:
    """Return the metrics as Inspect printed them."""
    assert log.status == "success", log.error
    assert log.results is not None
    metrics = {
        f"{score.name}/{name}": metric.value
        for score in log.results.scores
        for name, metric in score.metrics.items()
    }
    done = log.results.completed_samples
    return {"metrics": metrics, "samples": len(log.samples or ()), "completed": done}


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
