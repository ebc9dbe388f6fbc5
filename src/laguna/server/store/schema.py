"""The database schema, for SQLite and PostgreSQL. Only migrations and their tests load this module.

`METADATA` is that of SQLite. In PostgreSQL (`POSTGRESQL`) nothing that a move changes has a foreign key or an index over
it, wakes lie apart, and servers are known; how its tables are stored, its first migration says.
"""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

OPEN = "open AND free > 0 AND state = 'gathering'"
"""Tables that the lobby lists."""

PEOPLE = sa.Table(
    "people",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("colour", sa.Text, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("owner", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE")),
    sa.Column("muted", sa.Text, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False, server_default="1"),
    sa.Index("people_by_owner", "owner"),
)

TOKENS = sa.Table(
    "tokens",
    METADATA,
    sa.Column("hash", sa.LargeBinary, primary_key=True),
    sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("expires", sa.Double, nullable=False),
    sa.Column("seen", sa.Double, nullable=False, server_default="0"),
    sa.Column("browser", sa.Text, nullable=False, server_default=""),
    sa.Index("tokens_by_person", "person", "kind"),
)

PASSKEYS = sa.Table(
    "passkeys",
    METADATA,
    sa.Column("credential", sa.LargeBinary, primary_key=True),
    sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("count", sa.BigInteger, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("label", sa.Text, nullable=False),
    sa.Index("passkeys_by_person", "person"),
)

# A seat outlives whoever had it: so a table's people are not bound to `people`.
TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),
    sa.Column("free", sa.Integer, nullable=False),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("file", sa.Text, nullable=False),
    sa.Index("tables_open", "created", sqlite_where=sa.text(OPEN), postgresql_where=sa.text(OPEN)),
    sa.Index("tables_open_by_game", "game", "created", sqlite_where=sa.text(OPEN), postgresql_where=sa.text(OPEN)),
    sa.Index("tables_by_host", "host", "state"),
)

MEMBERS = sa.Table(
    "members",
    METADATA,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Index("members_by_table", "table_id"),
)

# What changes with every line lies apart from the files, which are long: a move touches few bytes.
PULSES = sa.Table(
    "pulses",
    METADATA,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("lines", sa.Integer, nullable=False),
    sa.Column("asked", sa.BigInteger, nullable=False),
    sa.Column("wake", sa.Double),
    sa.Column("moved", sa.Double, nullable=False),
    sa.Index(
        "pulses_by_wake",
        "wake",
        sqlite_where=sa.text("wake IS NOT NULL"),
        postgresql_where=sa.text("wake IS NOT NULL"),
    ),
)

LINES = sa.Table(
    "lines",
    METADATA,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("line", sa.LargeBinary, nullable=False),
)

INVITES = sa.Table(
    "invites",
    METADATA,
    sa.Column("hash", sa.LargeBinary, primary_key=True),
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("expires", sa.Double, nullable=False),
    sa.Index("invites_by_table", "table_id"),
)

REMARKS = sa.Table(
    "remarks",
    METADATA,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("phrase", sa.Text),
    sa.Column("whom", sa.Text),
)

CHALLENGES = sa.Table(
    "challenges",
    METADATA,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("signed", sa.LargeBinary, nullable=False),
    sa.Column("person", sa.Text),
    sa.Column("expires", sa.Double, nullable=False),
    sa.Index("challenges_by_expiry", "expires"),
)

# Both only spare work that can be done again from the log.
SNAPSHOTS = sa.Table(
    "snapshots",
    METADATA,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
)

ANALYSES = sa.Table(
    "analyses",
    METADATA,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("server", sa.Text, nullable=False),
    sa.Column("due", sa.Double, nullable=False),
    sa.Column("found", sa.LargeBinary, nullable=False),
)

# Which older programs may use a schema: those that know `oldest`. A row for another schema than the present one is void.
USABLE = sa.Table(
    "usable",
    METADATA,
    sa.Column("schema", sa.Text, primary_key=True),
    sa.Column("oldest", sa.Text, nullable=False),
)

POSTGRESQL = sa.MetaData()

for _table in METADATA.tables.values():
    if _table not in (PULSES, LINES):
        _table.to_metadata(POSTGRESQL)

sa.Table(
    "pulses",
    POSTGRESQL,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("lines", sa.Integer, nullable=False),
    sa.Column("asked", sa.BigInteger, nullable=False),
    sa.Column("moved", sa.Double, nullable=False),
)

sa.Table(
    "lines",
    POSTGRESQL,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("line", sa.LargeBinary, nullable=False),
)

# A wake is somebody's: the server that is to look after the table, or has claimed it until it is due again.
sa.Table(
    "wakes",
    POSTGRESQL,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("due", sa.Double, nullable=False),
    sa.Column("server", sa.Text, nullable=False),
    sa.Index("wakes_by_due", "due"),
)

sa.Table(
    "servers",
    POSTGRESQL,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("version", sa.Text, nullable=False),
    sa.Column("beat", sa.Double, nullable=False),
)

# A write leaves its id here, so that one whose answer was lost is known to have been made.
sa.Table(
    "writes",
    POSTGRESQL,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("made", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
)
