"""Alembic runs this: it brings the database at the connection that `upgrade` hands over to the newest revision."""

from __future__ import annotations

from alembic import context

from laguna.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
