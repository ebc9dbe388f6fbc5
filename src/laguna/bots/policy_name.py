"""What a policy is called in the place of a level: `policy:FILE`. Knows nothing of what is in the file."""

from __future__ import annotations

from pathlib import Path

PREFIX = "policy:"
"""What a bot's name begins with that is played by the policy of a file."""
ONNX = ".onnx"
"""How the names of files end that an extra package plays; all others are ours."""


def policy_path(bot: str) -> Path | None:
    """The file of a bot that is a policy; None: it is not one.

    >>> policy_path("policy:runs/best.npz").as_posix(), policy_path("good")
    ('runs/best.npz', None)
    """
    return Path(bot.removeprefix(PREFIX)) if bot.startswith(PREFIX) else None


def needs_onnx(path: Path) -> bool:
    """Whether the file of a policy is one of ONNX."""
    return path.suffix.lower() == ONNX
