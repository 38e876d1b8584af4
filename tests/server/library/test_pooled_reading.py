"""Long reading in a process of its own comes to the same, errors and language included."""

from __future__ import annotations

import json

import pytest

from steelyard.errors import DataError, PlanError
from steelyard.i18n import using_language
from steelyard.server import heavy_work
from steelyard.server.library import datasets, intake, pooled_reading
from steelyard.server.people.policy import SERVICE

ROWS = "".join(json.dumps({"id": f"c{n}", "input": f"{n}?"}) + "\n" for n in range(50))


def test_it_is_the_same_as_here(database, settings, storage, project, monkeypatch):
    file = storage.scratch / "cases"
    file.write_text(ROWS)
    here = intake.check_upload(settings, file, "cases.jsonl", {})
    assert pooled_reading.check_upload(settings, file, "cases.jsonl", {}) == here
    monkeypatch.setattr(heavy_work, "LARGE", 0)
    assert pooled_reading.check_upload(settings, file, "cases.jsonl", {}) == here
    other = storage.scratch / "other"
    other.write_text("a,b\n1,2\n")
    with using_language("zh"), pytest.raises(DataError, match="列"):
        pooled_reading.check_upload(settings, other, "other.csv", {})
    taken = intake.keep_checked(storage, file, "cases.jsonl", *here)
    with database.transaction() as session:
        dataset = datasets.create_dataset(session, SERVICE, project, "Some")
        version, _ = datasets.add_version(session, SERVICE, dataset, taken)
    with pytest.raises(PlanError):
        pooled_reading.process(settings, version, [{"sample": {}}], 0)
