"""When a session was last used, and by which browser: so that people find their own and end the others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0001"


def upgrade() -> None:
    """Add both. A session that was there already was used when it began, as far as anybody knows."""
    op.add_column("tokens", sa.Column("seen", sa.Double, nullable=False, server_default="0"))
    op.add_column("tokens", sa.Column("browser", sa.Text, nullable=False, server_default=""))
    op.execute("UPDATE tokens SET seen = created")
