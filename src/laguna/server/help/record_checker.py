"""The worker process that verifies records, `python -m laguna.server.help.record_checker`. Safe to kill."""

from __future__ import annotations

from laguna.core.record import BadRecord, Record, parse, verify
from laguna.core.worker import serve
from laguna.games import GAMES
from laguna.server.wire.bodies import Checked

NICENESS = 5
"""How much lower its priority is than that of the server, which has people waiting."""


def checked(raw: bytes) -> Checked:
    """Check every record of a text, up to the first that does not hold."""
    holding: list[Record] = []
    try:
        for record in parse(_text(raw), "The record"):
            verify(record, GAMES)
            holding.append(record)
    except BadRecord as error:
        return _told(holding, str(error))
    return _told(holding, None if holding else "This is not a record of Laguna: it is empty.")


def _text(raw: bytes) -> str:
    """A record as it was pasted or sent: a last line that lost its end gets it back."""
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n").strip("\n")
    except UnicodeDecodeError as error:
        raise BadRecord("This is not a record of Laguna: it is not text.") from error
    return f"{text}\n" if text else ""


def _told(holding: list[Record], wrong: str | None) -> Checked:
    moves = sum(len(record.moves) for record in holding)
    draws = sum(len(record.header.draws) + sum(len(line.draws) for line in record.moves) for record in holding)
    nonces = sum(nonce is not None for record in holding for nonce in record.header.nonces or ())
    sentence = wrong or f"All holds: games {len(holding)}, moves {moves}, draws that follow from the seed {draws}."
    return Checked(holds=wrong is None, sentence=sentence, games=len(holding), moves=moves, draws=draws, nonces=nonces)


if __name__ == "__main__":
    serve(checked, NICENESS)
