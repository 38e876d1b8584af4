"""A null in a text is refused in the same words by every database, whoever sends it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert, select

from steelyard.errors import InputError
from steelyard.server.db.tables import Throttle, User
from steelyard.server.db.texts import fitting
from steelyard.server.people.policy import SERVICE
from steelyard.server.people.projects import create_project


@pytest.mark.slow
def test_a_text_with_a_null_reaches_no_table(database):
    with pytest.raises(InputError, match="null"), database.transaction() as session:
        create_project(session, SERVICE, "one", "a\0b")
    rows = [{"key": "fine", "count": 1}, {"key": "not\0", "count": 1}]
    with pytest.raises(InputError, match="null"), database.transaction() as session:
        session.execute(insert(Throttle), rows)
    with pytest.raises(InputError, match="null"), database.reading() as session:
        session.scalars(select(User).where(User.login == "\0")).all()
    several = insert(Throttle).returning(Throttle.key)  # which go as one statement
    with pytest.raises(InputError, match="null"), database.transaction() as session:
        session.execute(several, rows)
    with database.transaction() as session:
        good = [{"key": f"{n}", "count": n} for n in range(3)]
        assert len(session.execute(several, good).all()) == 3
        session.rollback()
    with database.reading() as session:
        assert session.scalars(select(Throttle)).all() == []


@given(st.text(st.characters(), max_size=20))
def test_what_must_be_written_down_is_made_to_fit(text):
    found = fitting(text + "\0\ud800", 10)
    assert "\0" not in found
    assert len(found.encode().decode()) <= 10
