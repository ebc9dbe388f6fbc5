"""The picture of a result, 1200 × 630: our own drawings, who won, how everybody stands, and what is worth telling.

It is made as SVG and turned into PNG by resvg, whose package brings all that it needs. Where that is not installed,
links work without a picture.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from http import HTTPStatus
from importlib.util import find_spec

from laguna.core.art import PICTURES, source_of
from laguna.core.frames import framed
from laguna.core.lettering import BRAND, GAME, HEADLINE, NAME, NOTE, QUIET, ems, fitting, wrapped, written
from laguna.core.palette import DEEP, LAGOON, LAGOON_LIGHT, PAPER, SAND, SKY
from laguna.core.worker_process import WorkerDied, WorkerProcess
from laguna.games import PLUGINS
from laguna.server.pages.preview import PICTURE_SIZE_PX
from laguna.server.pages.result_page import Placed, ResultPage
from laguna.server.people.fair_limiter import FairLimiter
from laguna.server.problem import Problem

MAX_KEPT_PICTURES = 128
"""How many pictures are kept in memory, those last looked at: about 100 kB each."""
MAX_WAITING, MAX_WAITING_OF_ONE = 32, 4
"""How many pictures may be drawn or wait for it, in all and of one address."""

DRAWER = (sys.executable, "-m", "laguna.server.pages.picture_drawer")
DRAW_TIMEOUT_S = 30.0
"""Seconds until a picture is given up; on a busy machine one takes a second, with the start of the process two."""

ACTORS = ("bot-gull", "bot-crab", "bot-seal", "bot-tern", "bot-otter", "bot-dolphin")
"""The bots' faces, in the order of `bot_names`."""
NO_PICTURES = (
    "This server draws no pictures: the package resvg-py is not installed, or the pages are not built. "
    "`pip install resvg-py` adds it; links work without."
)

_WIT_LINES = 3
SMALLEST_TEXT_PX = 16
"""What would have to be smaller than this is cut."""
_PANEL = (48, 104, 700, 478)
"""Where the panel with the words is: left, top, width, height."""


class ResultPictures:
    """The pictures of a server's results, drawn by a worker process: each once, and those who ask in turn."""

    def __init__(self) -> None:
        self._kept: OrderedDict[ResultPage, bytes] = OrderedDict()
        self._worker = WorkerProcess(DRAWER)
        self._turns = FairLimiter(
            "Too many pictures are being drawn; try again in a moment.",
            wait=10,
            most=MAX_WAITING,
            each=MAX_WAITING_OF_ONE,
        )

    async def of(self, page: ResultPage, share: tuple[str, ...]) -> bytes:
        """The picture as PNG, on the account of `share`. Raises `Problem` if there is none, or not now."""
        if not can_draw():
            raise Problem("no_pictures", NO_PICTURES, HTTPStatus.NOT_IMPLEMENTED)
        picture = self._kept.get(page)
        if picture is None:
            async with self._turns.next(*share):
                picture = self._kept.get(page) or await self._drawn(page)
        self._kept[page] = picture
        self._kept.move_to_end(page)
        if len(self._kept) > MAX_KEPT_PICTURES:
            self._kept.popitem(last=False)
        return picture

    async def close(self) -> None:
        """Draw no more."""
        await self._worker.close_async()

    async def _drawn(self, page: ResultPage) -> bytes:
        fonts = [str(path) for path in sorted((PICTURES / "fonts").glob("*.ttf"))]
        try:
            picture: bytes = await self._worker.request_async(framed((svg_of(page), fonts)), DRAW_TIMEOUT_S)
        except WorkerDied as death:
            sentence = "The picture could not be drawn; try again in a moment."
            raise Problem("not_drawn", sentence, HTTPStatus.SERVICE_UNAVAILABLE, wait=10) from death
        return picture


def can_draw() -> bool:
    """Whether there are pictures here: the drawing program is installed, and the pages are built."""
    return find_spec("resvg_py") is not None and PICTURES.is_dir()


def svg_of(page: ResultPage) -> str:
    """The picture of a result as SVG. Names are text in it, however they are written."""
    width, height = PICTURE_SIZE_PX
    left, top, wide, high = _PANEL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        _water(width, height),
        _drawing("logo", 48, 28, 60),
        written("Laguna", 122, 72, 40, BRAND),
        written(page.date, width - 48, 70, 26, NOTE, "end"),
        f'<clipPath id="panel"><rect x="{left}" y="{top}" width="{wide}" height="{high}" rx="36"/></clipPath>',
        f'<rect x="{left}" y="{top + 8}" width="{wide}" height="{high}" rx="36" fill="{DEEP}" fill-opacity=".18"/>',
        f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" rx="36" fill="{PAPER}"/>',
        f'<g clip-path="url(#panel)">{"".join(_words(page))}</g>',
        f'<circle cx="974" cy="330" r="196" fill="{PAPER}" fill-opacity=".55"/>',
        _drawing(PLUGINS[page.game].drawing, 834, 190, 280),
        written(page.title, 974, 610, fitting(page.title, 36, 420), GAME, "middle"),
        "</svg>",
    ]
    return "".join(parts)


def _water(width: int, height: int) -> str:
    return (
        f'<linearGradient id="sky" x2="0" y2="1"><stop stop-color="{SKY}"/>'
        f'<stop offset="1" stop-color="{LAGOON_LIGHT}"/></linearGradient>'
        f'<rect width="{width}" height="{height}" fill="url(#sky)"/>'
        f'<path d="M0 520q75-26 150 0t150 0 150 0 150 0 150 0 150 0 150 0 150 0V{height}H0z" fill="{LAGOON}"/>'
        f'<path d="M0 566q75-22 150 0t150 0 150 0 150 0 150 0 150 0 150 0 150 0V{height}H0z" fill="{DEEP}"/>'
    )


def _words(page: ResultPage) -> list[str]:
    """Who won, what is worth telling, and the standings. The fewer there are, the larger all is."""
    left, top, wide, high = _PANEL
    inner = wide - 80
    columns = 1 if len(page.placed) <= 4 else 2
    rows = -(-len(page.placed) // columns)
    size = 28 if rows > 3 else 33
    lines = wrapped(page.wit, inner / size, _WIT_LINES)
    found = _headline(page.headline, left + 40, top, inner)
    for number, line in enumerate(lines):
        found.append(written(line, left + 40, top + 130 + 1.35 * size * number, size, QUIET))
    above = top + 118 + 1.35 * size * len(lines)
    row = min(92, (top + high - 20 - above) / rows)
    above += (top + high - 20 - above - row * rows) / 2
    across = (wide - 56) / columns
    for number, placed in enumerate(page.placed):
        column, line_of = divmod(number, rows)
        found.append(_standing(placed, left + 28 + across * column, above + row * line_of, across, row))
    return found


def _headline(text: str, left: float, top: float, room: float) -> list[str]:
    """Who won: in one large line, or in two small ones."""
    if ems(text) * 56 <= room:
        return [written(text, left, top + 78, 56, HEADLINE)]
    lines = wrapped(text, room / 34, 2)
    return [written(line, left, top + 50 + 38 * number, 34, HEADLINE) for number, line in enumerate(lines)]


def _standing(placed: Placed, left: float, top: float, width: float, height: float) -> str:
    """One line of the standings: a sign in the seat's colour or a bot's face, the name and the points."""
    sign, middle, letters = height - 14, top + height / 2, min(36, 0.46 * height)
    ground = f'<rect x="{left:g}" y="{top + 2:g}" width="{width:g}" height="{height - 4:g}" rx="20" fill="{SAND}"/>'
    face = f"seat-{placed.seat + 1}" if placed.actor is None else ACTORS[placed.actor]
    room = width - sign - 110
    size = max(SMALLEST_TEXT_PX, fitting(placed.name, letters, room))
    [name] = wrapped(placed.name, room / size, 1)
    parts = [
        ground if placed.place == 1 else "",
        _drawing(face, left + 14, middle - sign / 2, sign),
        written(name, left + sign + 30, middle + 0.35 * size, size, NAME),
        written(str(placed.score), left + width - 20, middle + 0.37 * letters, 1.1 * letters, HEADLINE, "end"),
    ]
    return "".join(parts)


def _drawing(name: str, x: float, y: float, size: float) -> str:
    """One of our drawings in a square; Laguna's own sign where there is none of this name."""
    return source_of(name).replace("<svg ", f'<svg x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" ', 1)
