"""MLflow: a real store on disk takes the run, and its client reads it back."""

from __future__ import annotations

import warnings

import pytest

from steelyard.errors import InputError
from steelyard.interop.exports import Options, export_run

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import mlflow

pytestmark = pytest.mark.filterwarnings("ignore")  # of MLflow and SQLAlchemy among themselves


@pytest.mark.slow
def test_indicators_parameters_and_reports_are_in_the_store(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # MLflow puts artefacts beside its database
    uri = f"sqlite:///{tmp_path / 'mlflow.db'}"
    found = export_run(run.path, "mlflow", None, Options(tracking_uri=uri, experiment="weighed"))
    client = mlflow.MlflowClient(uri)
    experiment = client.get_experiment_by_name("weighed")
    [stored] = client.search_runs([experiment.experiment_id])
    accuracy = run.indicators["base.accuracy"]
    assert found.place == f"weighed/{stored.info.run_id}"
    assert stored.info.status == "FINISHED"
    assert stored.data.metrics["base.accuracy"] == accuracy.value
    assert stored.data.metrics["base.accuracy_ci_low"] == accuracy.interval.low
    assert stored.data.metrics["base.accuracy_n"] == accuracy.n
    assert stored.data.params["scorers"] == "text.exact_match, text.keyword_jaccard"
    assert stored.data.tags["steelyard.run_id"] == run.manifest["run_id"]
    names = {item.path for item in client.list_artifacts(stored.info.run_id)}
    assert {"report.html", "report.json", "summary.json"} <= names
    assert found.notes[0].code == "undefined"
    assert found.notes[0].n == len(run.summary["undefined"])


def test_a_store_that_refuses_is_told_in_a_sentence(run):
    with pytest.raises(InputError, match="MLflow"):
        export_run(run.path, "mlflow", None, Options(tracking_uri="nowhere://x"))
