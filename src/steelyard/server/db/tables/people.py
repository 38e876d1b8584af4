"""Accounts, how they prove themselves, and the projects they share."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, false
from sqlalchemy.orm import Mapped, mapped_column

from steelyard.server.db.base import Base, Identified, now


class User(Identified, Base):
    """An account. `login` is what is typed, folded; a disabled one stays, for the audit trail."""

    __tablename__ = "users"

    login: Mapped[str] = mapped_column(String(100), unique=True)
    name: Mapped[str] = mapped_column(String(200))
    email: Mapped[str | None] = mapped_column(String(320))
    password_hash: Mapped[str | None] = mapped_column(String(500))  # none: single sign-on only
    is_admin: Mapped[bool] = mapped_column(default=False)
    preferences: Mapped[dict[str, Any]] = mapped_column(default=dict)
    last_login_at: Mapped[datetime | None]
    disabled_at: Mapped[datetime | None]


class Identity(Base):
    """An account as an OpenID Connect issuer knows it."""

    __tablename__ = "identities"

    issuer: Mapped[str] = mapped_column(String(500), primary_key=True)
    subject: Mapped[str] = mapped_column(String(255), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)


class SignIn(Base):
    """A browser session. Only hashes are kept: who reads the database cannot sign in with it."""

    __tablename__ = "sign_ins"

    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    csrf_hash: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(default=now)
    seen_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime] = mapped_column(index=True)
    address: Mapped[str | None] = mapped_column(String(64))
    browser: Mapped[str | None] = mapped_column(String(300))


class Token(Identified, Base):
    """An API token: shown once, kept as a hash; may be narrower than its owner."""

    __tablename__ = "tokens"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    shown: Mapped[str] = mapped_column(String(16))  # its first characters, to tell it apart
    role: Mapped[str] = mapped_column(String(20))  # the most it may do, whatever its owner may
    project_id: Mapped[str | None] = mapped_column(ForeignKey("projects.id", ondelete="CASCADE"))
    expires_at: Mapped[datetime | None]
    used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class Project(Identified, Base):
    """The unit of sharing: whatever is in it, its members see."""

    __tablename__ = "projects"

    slug: Mapped[str] = mapped_column(String(100), unique=True)
    name: Mapped[str] = mapped_column(String(200))
    description: Mapped[str] = mapped_column(default="")
    concurrency: Mapped[int | None]
    disabled_algorithms: Mapped[list[Any]] = mapped_column(default=list)
    own_agents: Mapped[bool] = mapped_column(  # whether evaluators may write them into plans
        default=False, server_default=false()
    )
    archived_at: Mapped[datetime | None]


class Member(Base):
    """What an account may do in a project: viewer, evaluator or manager."""

    __tablename__ = "members"

    project_id: Mapped[str] = mapped_column(
        ForeignKey("projects.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[str] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    role: Mapped[str] = mapped_column(String(20))
