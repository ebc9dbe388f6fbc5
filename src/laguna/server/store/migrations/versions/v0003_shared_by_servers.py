"""What servers that share a store must find there: revisions of people, challenges, analyses, snapshots of games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add them."""
    op.add_column("people", sa.Column("revision", sa.Integer, nullable=False, server_default="1"))
    op.create_table(
        "challenges",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("signed", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("expires", sa.Double, nullable=False),
    )
    op.create_index("challenges_by_expiry", "challenges", ["expires"])
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("server", sa.Text, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("found", sa.LargeBinary, nullable=False),
    )
