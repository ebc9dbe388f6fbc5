"""What the pages call bots, in Polish and English; their faces are the browser's (`web/src/lib/cast.ts`)."""

from __future__ import annotations

BOT_NAMES: tuple[tuple[str, str], ...] = (
    ("Mewa", "Gull"),
    ("Krab", "Crab"),
    ("Foka", "Seal"),
    ("Rybitwa", "Tern"),
    ("Wydra", "Otter"),
    ("Delfin", "Dolphin"),
)


def bot_names(name: str, seat: int) -> tuple[str, ...]:
    """What a bot on this seat is called: in both languages, unless its host gave it a name of its own."""
    if not name:
        return BOT_NAMES[seat % len(BOT_NAMES)]
    return next((names for names in BOT_NAMES if name in names), (name,))
