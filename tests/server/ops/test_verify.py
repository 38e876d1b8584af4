"""Whatever is damaged is found, and named."""

from __future__ import annotations

import pytest
from sqlalchemy import select, text

from steelyard.bundle import Bundle
from steelyard.server.db.tables import DatasetVersion
from steelyard.server.operations.verify import strays, verify
from tests.server.ops.fill import only_run


def look(service):
    return list(verify(service.settings, service.database, lambda _: None))


def sql(service, *statements):
    with service.database.engine.begin() as connection:
        for one in statements:
            connection.execute(text(one))


def an_object(service):
    with service.database.reading() as session:
        path = session.scalars(select(DatasetVersion.path)).first()
    return service.settings.data_dir / "storage" / path


def lose_object(service):
    an_object(service).unlink()


def change_object(service):
    file = an_object(service)
    file.chmod(0o600)
    file.write_bytes(file.read_bytes()[:-1] + b"!")


def change_document(service):
    sql(service, "UPDATE document_versions SET text = text || ' '")


def lose_run(service):
    folder = run_folder(service)
    folder.rename(folder.with_name("0000000000000000000000"))


def lose_rows(service):
    bundle = Bundle(run_folder(service))
    counts = bundle.manifest.values["counts"]
    bundle.manifest.update(counts={**counts, "ok": counts["ok"] + 1})


def change_results(service):
    [part, *_] = Bundle(run_folder(service)).results_path.glob("*.parquet")
    part.write_bytes(part.read_bytes()[: part.stat().st_size // 2])


def put_another_run(service):
    Bundle(run_folder(service)).manifest.update(run_id="another")


def change_state(service):
    sql(service, "UPDATE tasks SET state = 'cancelled' WHERE state = 'queued'")


def change_trail(service):
    if service.settings.on_sqlite:
        names = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        with service.database.engine.connect() as connection:
            triggers = connection.scalars(text(names)).all()
        sql(service, *(f"DROP TRIGGER {name}" for name in triggers))
    else:
        sql(service, "ALTER TABLE audit DISABLE TRIGGER USER")
    sql(service, "UPDATE audit SET user_name = 'nobody' WHERE id = 3")


def lose_key(service):
    (service.settings.data_dir / "secret-keys").unlink()


def run_folder(service):
    return service.settings.data_dir / "storage" / "runs" / only_run(service.database)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "kind"),
    [
        (lose_object, "object"),
        (change_object, "object"),
        (change_document, "document"),
        (lose_run, "run"),
        (lose_rows, "run"),
        (change_results, "run"),
        (put_another_run, "run"),
        (change_state, "task"),
        (change_trail, "audit"),
        (lose_key, "secret"),
    ],
)
def test_damage_is_found(service, damage, kind):
    assert look(service) == []
    damage(service)
    found = look(service)
    assert {one.kind for one in found} == {kind}
    assert all(one.name for one in found)
    assert all(one.said for one in found)


def test_a_changed_trail_is_found_where_it_was_changed(service):
    change_trail(service)
    [found] = look(service)
    assert found.name == "3"


def test_what_nothing_names_does_no_harm(service):
    folder = service.settings.data_dir / "storage" / "objects" / "00"
    folder.mkdir(parents=True)
    (folder / f"00{'0' * 62}").write_bytes(b"x")
    assert look(service) == []
    assert strays(service.settings, service.database) == [f"objects/00/00{'0' * 62}"]
