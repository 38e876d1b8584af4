"""The versions of a dataset with what they come from and who made them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from steelyard.server.db.tables import Dataset, DatasetVersion, User
from steelyard.server.library.datasets import versions_of


@dataclass(frozen=True, slots=True)
class History:
    """The versions of a dataset, and the names of who made them."""

    versions: Sequence[DatasetVersion]
    people: Mapping[str, str]
    parents: Mapping[str, DatasetVersion]


def read_history(session: Session, dataset: Dataset) -> History:
    """Return all versions, the first one first."""
    versions = versions_of(session, dataset)
    people, parents = {}, {one.id: one for one in versions}
    for one in versions:
        user = session.get(User, one.created_by or "")
        if user is not None:
            people[user.id] = user.name
        if one.parent_id is not None and one.parent_id not in parents:
            parent = session.get(DatasetVersion, one.parent_id)
            if parent is not None:
                parents[parent.id] = parent
    return History(versions, people, parents)
