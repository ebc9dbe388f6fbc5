"""When a session was last used, and by which browser: so that people find their own and end the others."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add both. When a session was last used nobody wrote down: now, so that nobody is taken for gone long ago."""
    op.add_column("tokens", sa.Column("seen", sa.Double, nullable=False, server_default="0"))
    op.add_column("tokens", sa.Column("browser", sa.Text, nullable=False, server_default=""))
    op.execute(sa.text("UPDATE tokens SET seen = :now").bindparams(now=time.time()))
