"""People with their keys, tables with their logs, invitations and chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

OPEN = sa.text("open AND free > 0 AND state = 'gathering'")
WAKING = sa.text("wake IS NOT NULL")


def upgrade() -> None:
    """Make everything."""
    _people()
    _tables()
    _logs()


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("colour", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("owner", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE")),
        sa.Column("muted", sa.Text, nullable=False),
    )
    op.create_index("people_by_owner", "people", ["owner"])
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("expires", sa.Double, nullable=False),
    )
    op.create_index("tokens_by_person", "tokens", ["person", "kind"])
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
    )
    op.create_index("passkeys_by_person", "passkeys", ["person"])


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
    )
    op.create_index("tables_open", "tables", ["created"], sqlite_where=OPEN, postgresql_where=OPEN)
    op.create_index("tables_open_by_game", "tables", ["game", "created"], sqlite_where=OPEN, postgresql_where=OPEN)
    op.create_index("tables_by_host", "tables", ["host", "state"])
    op.create_table(
        "members",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    )
    op.create_index("members_by_table", "members", ["table_id"])


def _logs() -> None:
    op.create_table(
        "pulses",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("wake", sa.Double),
        sa.Column("moved", sa.Double, nullable=False),
    )
    op.create_index("pulses_by_wake", "pulses", ["wake"], sqlite_where=WAKING, postgresql_where=WAKING)
    op.create_table(
        "lines",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("line", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "invites",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("expires", sa.Double, nullable=False),
    )
    op.create_index("invites_by_table", "invites", ["table_id"])
    op.create_table(
        "remarks",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("phrase", sa.Text),
        sa.Column("whom", sa.Text),
    )
