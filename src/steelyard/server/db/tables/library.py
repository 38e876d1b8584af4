"""What evaluations are made of: datasets, agents, and documents such as scorecards."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from steelyard.server.db.base import Base, Identified


class Dataset(Identified, Base):
    """A named set of cases; what it holds is in its versions."""

    __tablename__ = "datasets"
    __table_args__ = (UniqueConstraint("project_id", "name"),)

    project_id: Mapped[str] = mapped_column(ForeignKey("projects.id"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    description: Mapped[str] = mapped_column(Text, default="")
    archived_at: Mapped[datetime | None]


class DatasetVersion(Identified, Base):
    """One content of a dataset: files in the storage, told apart by their hash; never changed."""

    __tablename__ = "dataset_versions"
    __table_args__ = (UniqueConstraint("dataset_id", "number"),)

    dataset_id: Mapped[str] = mapped_column(ForeignKey("datasets.id"), index=True)
    number: Mapped[int]
    sha256: Mapped[str] = mapped_column(String(64), index=True)
    path: Mapped[str] = mapped_column(String(500))  # in the storage
    file_name: Mapped[str] = mapped_column(String(300))  # as it was uploaded
    size: Mapped[int] = mapped_column(BigInteger)
    rows: Mapped[int] = mapped_column(BigInteger)
    rejected: Mapped[int] = mapped_column(BigInteger, default=0)
    spec: Mapped[dict[str, Any]] = mapped_column(default=dict)  # `dataset:` of a plan, less path
    profile: Mapped[dict[str, Any]] = mapped_column(default=dict)
    parent_id: Mapped[str | None] = mapped_column(ForeignKey("dataset_versions.id"))
    steps: Mapped[list[Any]] = mapped_column(default=list)  # that made it from its parent
    created_by: Mapped[str | None] = mapped_column(ForeignKey("users.id"))


class AgentRow(Identified, Base):
    """An agent: the `agent:` mapping of a plan, its secrets named and kept apart."""

    __tablename__ = "agents"
    __table_args__ = (UniqueConstraint("project_id", "name"),)

    project_id: Mapped[str] = mapped_column(ForeignKey("projects.id"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    description: Mapped[str] = mapped_column(Text, default="")
    config: Mapped[dict[str, Any]]
    concurrency: Mapped[int | None]
    tested: Mapped[dict[str, Any] | None]
    archived_at: Mapped[datetime | None]


class Secret(Identified, Base):
    """A secret of a project, encrypted; it can be used and replaced, never read back."""

    __tablename__ = "secrets"
    __table_args__ = (UniqueConstraint("project_id", "name"),)

    project_id: Mapped[str] = mapped_column(ForeignKey("projects.id"), index=True)
    name: Mapped[str] = mapped_column(String(100))
    ciphertext: Mapped[bytes] = mapped_column(LargeBinary)
    changed_at: Mapped[datetime | None]


class Document(Identified, Base):
    """A versioned text of a project, the same file the command line uses.

    `kind` is scorecard, indicator, environment, requirements or plan.
    """

    __tablename__ = "documents"
    __table_args__ = (UniqueConstraint("project_id", "kind", "name"),)

    project_id: Mapped[str] = mapped_column(ForeignKey("projects.id"), index=True)
    kind: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(200))
    description: Mapped[str] = mapped_column(Text, default="")
    forked_from: Mapped[str | None] = mapped_column(String(22))  # a version, maybe elsewhere
    archived_at: Mapped[datetime | None]


class DocumentVersion(Identified, Base):
    """One text of a document: number 0 is the draft, others are published and never change."""

    __tablename__ = "document_versions"
    __table_args__ = (UniqueConstraint("document_id", "number"),)

    document_id: Mapped[str] = mapped_column(
        ForeignKey("documents.id", ondelete="CASCADE"), index=True
    )
    number: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    sha256: Mapped[str] = mapped_column(String(64))
    note: Mapped[str] = mapped_column(Text, default="")
    created_by: Mapped[str | None] = mapped_column(ForeignKey("users.id"))
