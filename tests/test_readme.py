"""What the README shows of the library is true: it runs, and says what the comments say."""

from __future__ import annotations

import re
from pathlib import Path

from laguna.core.game import Refusal

README = Path(__file__).parents[1] / "README.md"


def test_the_library_is_used_as_the_readme_says():
    referee, bot = re.findall(r"^```python\n(.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    shown: dict[str, object] = {}
    exec(referee, shown)  # noqa: S102 - our own README
    table, mahe, ask = shown["table"], shown["mahe"], shown["ask"]
    assert table.played == 1
    assert "mahe.refusal(table, 3, ask.number, Roll())  # Refusal(rule='M7', reason='not_asked')" in referee
    table, _ = mahe.start(4, mahe.options(first=0), shown["luck"])
    assert mahe.refusal(table, 3, ask.number, shown["Roll"]()) == Refusal("M7", "not_asked")
    compile(bot, "README.md", "exec")
