"""Whether evaluators of a project may write agents of their own into plans."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply; in place, because other tables name this one."""
    op.add_column(
        "projects",
        sa.Column("own_agents", sa.Boolean(), nullable=False, server_default=sa.false()),
    )


def downgrade() -> None:
    """Undo."""
    op.drop_column("projects", "own_agents")
