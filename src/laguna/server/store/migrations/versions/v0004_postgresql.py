"""PostgreSQL, whose history begins here; and for both databases, which older programs may use a newer schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

PARTITIONS = 16

POSTGRESQL = (
    """
    CREATE TABLE people (
        id text COLLATE "C" PRIMARY KEY, name text NOT NULL, colour text NOT NULL, created float8 NOT NULL,
        owner text COLLATE "C" REFERENCES people ON DELETE CASCADE, muted text NOT NULL,
        revision int NOT NULL DEFAULT 1
    )
    """,
    "CREATE INDEX people_by_owner ON people (owner)",
    """
    CREATE TABLE tokens (
        hash bytea PRIMARY KEY, person text COLLATE "C" NOT NULL REFERENCES people ON DELETE CASCADE,
        kind text NOT NULL, created float8 NOT NULL, expires float8 NOT NULL, seen float8 NOT NULL DEFAULT 0,
        browser text NOT NULL DEFAULT ''
    )
    """,
    "CREATE INDEX tokens_by_person ON tokens (person, kind)",
    """
    CREATE TABLE passkeys (
        credential bytea PRIMARY KEY, person text COLLATE "C" NOT NULL REFERENCES people ON DELETE CASCADE,
        public_key bytea NOT NULL, count bigint NOT NULL, created float8 NOT NULL, label text NOT NULL
    )
    """,
    "CREATE INDEX passkeys_by_person ON passkeys (person)",
    """
    CREATE TABLE tables (
        id text COLLATE "C" PRIMARY KEY, game text NOT NULL, state text NOT NULL, open boolean NOT NULL,
        free int NOT NULL, host text COLLATE "C" NOT NULL, created float8 NOT NULL, revision int NOT NULL,
        file text NOT NULL
    )
    """,
    "CREATE INDEX tables_open ON tables (created) WHERE open AND free > 0 AND state = 'gathering'",
    "CREATE INDEX tables_open_by_game ON tables (game, created) WHERE open AND free > 0 AND state = 'gathering'",
    "CREATE INDEX tables_by_host ON tables (host, state)",
    """
    CREATE TABLE members (
        person text COLLATE "C", table_id text COLLATE "C" REFERENCES tables, PRIMARY KEY (person, table_id)
    )
    """,
    "CREATE INDEX members_by_table ON members (table_id)",
    # What a move changes: no foreign key on it and no index over it. With room in its pages a pulse is updated in place.
    """
    CREATE TABLE pulses (
        table_id text COLLATE "C" PRIMARY KEY, lines int NOT NULL, asked bigint NOT NULL, moved float8 NOT NULL
    ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)
    """,
    # `bytea`, never `jsonb`: records are hashed byte by byte.
    """
    CREATE TABLE lines (
        table_id text COLLATE "C", number int, line bytea NOT NULL, PRIMARY KEY (table_id, number)
    ) PARTITION BY HASH (table_id)
    """,
    *(
        f"CREATE TABLE lines_{part} PARTITION OF lines FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {part})"
        for part in range(PARTITIONS)
    ),
    """
    CREATE TABLE wakes (
        table_id text COLLATE "C" PRIMARY KEY, due float8 NOT NULL, server text COLLATE "C" NOT NULL
    )
    """,
    "CREATE INDEX wakes_by_due ON wakes (due)",
    """
    CREATE TABLE servers (
        id text COLLATE "C" PRIMARY KEY, address text NOT NULL, version text NOT NULL, beat float8 NOT NULL
    )
    """,
    # A write leaves its id here: a try whose answer was lost is found by the next one, also after a failover.
    "CREATE TABLE writes (id uuid PRIMARY KEY, made timestamptz NOT NULL DEFAULT now())",
    """
    CREATE TABLE invites (
        hash bytea PRIMARY KEY, table_id text COLLATE "C" NOT NULL REFERENCES tables, expires float8 NOT NULL
    )
    """,
    "CREATE INDEX invites_by_table ON invites (table_id)",
    """
    CREATE TABLE remarks (
        table_id text COLLATE "C" REFERENCES tables, number int, person text COLLATE "C" NOT NULL, at float8 NOT NULL,
        text text NOT NULL, phrase text, whom text COLLATE "C", PRIMARY KEY (table_id, number)
    )
    """,
    """
    CREATE TABLE challenges (
        name text COLLATE "C" PRIMARY KEY, signed bytea NOT NULL, person text COLLATE "C", expires float8 NOT NULL
    )
    """,
    "CREATE INDEX challenges_by_expiry ON challenges (expires)",
    'CREATE TABLE snapshots (table_id text COLLATE "C" PRIMARY KEY, version int NOT NULL, state bytea NOT NULL)',
    """
    CREATE TABLE analyses (
        table_id text COLLATE "C" PRIMARY KEY, server text COLLATE "C" NOT NULL, due float8 NOT NULL,
        found bytea NOT NULL
    )
    """,
)


def upgrade() -> None:
    """Make everything on PostgreSQL; on both, say that nothing older may use this schema."""
    if op.get_context().dialect.name == "postgresql":
        for statement in POSTGRESQL:
            op.execute(statement)
    # A later revision that programs of an older one can use says so in this row; what names another schema means nothing.
    op.create_table(
        "usable", sa.Column("schema", sa.Text, primary_key=True), sa.Column("oldest", sa.Text, nullable=False)
    )
    op.execute("INSERT INTO usable (schema, oldest) VALUES ('0004', '0004')")
