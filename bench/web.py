"""How quick the pages are: the first load, how much script they need, answers to clicks, frames while dragging.

    python bench/web.py [--rounds 5] [--json]

A server as people start it, and a headless Chromium (as the tests find it), on this machine. What is clicked and
dragged at a game's table, `tests/games/<game>/browser.py` declares. See bench/README.md.
"""

from __future__ import annotations

import argparse
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Response, sync_playwright

PROJECT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(PROJECT / "tests"), str(PROJECT / "web")]

from browser.chromium import chromium  # noqa: E402 - the tests know where to find one
from browser.games import PLAYERS, asked  # noqa: E402 - and what there is at each table
from laguna.games import GAMES  # noqa: E402 - after the path of the two above

SEATS = 3
"""So many play, or as few or as many as a game is for."""
LIMITS = {
    "home_usable_ms": 1500.0,
    "home_js_kb": 90.0,
    "game_js_kb": 60.0,
    "diorama_js_kb": 220.0,
    "click_ms": 100.0,
    "drag_fps": 60.0,
    "first_frame_ms": 2000.0,
    "frame_cost_ms": 4.0,
    "diorama_fps": 20.0,
    "idle_frames": 0.0,
}
TOLERATED_SHARE = 0.98
"""A frame or two may be lost to other programs: nearly all of the frames are all of them."""
WIDE = {"width": 1440, "height": 900}
CLICKS = 8
DRAG_S = 2.0

PAINTED = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0)))"""
"""When what is on the page now has been painted, since the page was asked for."""
WATCH_CLICKS = """() => {
  globalThis.answers = [];
  addEventListener("pointerdown", (event) => {
    const began = event.timeStamp;
    addEventListener("click", () => requestAnimationFrame(() => setTimeout(
      () => globalThis.answers.push(performance.now() - began), 0)), { once: true });
  }, { capture: true });
}"""
"""A click is answered when the frame after it is painted."""
WATCH_FRAMES = """() => {
  globalThis.frames = [];
  const frame = (now) => { globalThis.frames.push(now); globalThis.watching = requestAnimationFrame(frame); };
  globalThis.watching = requestAnimationFrame(frame);
}"""
FRAMES = """() => { cancelAnimationFrame(globalThis.watching); return globalThis.frames; }"""
RESTS = """async (selector) => {
  const canvas = document.querySelector(selector);
  for (let quiet = 0, before; quiet < 20; before = canvas.dataset.frames) {
    await new Promise(requestAnimationFrame);
    quiet = canvas.dataset.frames === before ? quiet + 1 : 0;
  }
}"""
"""The camera has come to rest: for twenty turns of the screen nothing was drawn."""
ZOOMED_FPS = """async ([selector, ms]) => {
  const canvas = document.querySelector(selector);
  const [began, before] = [performance.now(), Number(canvas.dataset.frames)];
  for (let turn = 0; performance.now() < began + ms; turn++) {
    canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: turn % 24 < 12 ? 12 : -12, cancelable: true }));
    await new Promise(requestAnimationFrame);
  }
  return (1000 * (Number(canvas.dataset.frames) - before)) / (performance.now() - began);
}"""
"""Frames that are drawn in a second while the camera goes to and fro."""
ADAPTING_MS, ZOOMED_MS = 14_000, 3_000
"""For so long a diorama may grow plainer before it is measured, and for so long it is."""
WAIT_1_S = "() => new Promise((done) => setTimeout(done, 1000))"
MADE = """async ([game, seats]) => {
  const said = async (method, path, body) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  await said("POST", "/api/me", { name: "Ola" });
  const { id } = await said("POST", "/api/tables", { game, seats });
  for (let seat = 1; seat < seats; seat++) {
    await said("PUT", `/api/tables/${id}/seats/${seat}`, { who: "bot", level: "easy" });
  }
  await said("POST", `/api/tables/${id}/start`, {});
  return id;
}"""
"""A newcomer's table against bots, whose game has begun."""


class Figure(msgspec.Struct, frozen=True):
    """Something measured, and its limit."""

    name: str
    what: str
    value: float
    limit: float
    least: bool = False
    worst: float | None = None

    @property
    def reached(self) -> bool:
        """Whether it is as good as it must be."""
        return self.value >= TOLERATED_SHARE * self.limit if self.least else self.value <= self.limit


def figure(name: str, what: str, values: list[float], *, least: bool = False) -> Figure:
    """The median of what was measured."""
    worst = (min if least else max)(values) if len(values) > 1 else None
    return Figure(name, what, statistics.median(values), LIMITS[name], least, worst)


class Scripts:
    """The scripts that a page has loaded: their compressed sizes, by address."""

    def __init__(self, page: Page) -> None:
        self._responses: list[Response] = []
        page.on("response", self._heard)

    def _heard(self, response: Response) -> None:
        if response.url.endswith(".js"):
            self._responses.append(response)

    @property
    def sizes(self) -> dict[str, int]:
        """Bytes on the wire."""
        return {each.url: each.request.sizes()["responseBodySize"] for each in self._responses}


@contextmanager
def serving() -> Iterator[str]:
    """A server as people start it; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        command = [Path(sys.executable).with_name("laguna"), "serve", "--port", str(port), "--data", data, "--no-open"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - ours
        try:
            url = f"http://localhost:{port}"
            while not answers(url):
                if process.poll() is not None:
                    sys.exit("The server did not start.")
                time.sleep(0.1)
            yield url
        finally:
            process.terminate()
            process.wait()


def answers(url: str) -> bool:
    """Whether a server says that it is well."""
    try:
        with urllib.request.urlopen(f"{url}/healthz") as answer:  # noqa: S310 - our own server
            return bool(answer.status == 200)
    except (urllib.error.URLError, ConnectionError):
        return False


@contextmanager
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that was never here: nothing is cached."""
    context = browser.new_context(viewport=WIDE, locale="pl-PL")  # type: ignore[arg-type]
    try:
        yield context
    finally:
        context.close()


def home(browser: Browser, url: str, rounds: int) -> Iterator[Figure]:
    """The front door: until a game can be chosen, and how much script that takes."""
    usable, sizes = [], []
    for number in range(rounds + 1):
        with profile(browser) as context:
            page = context.new_page()
            scripts = Scripts(page)
            page.goto(url, wait_until="commit")
            page.wait_for_selector(".games button")
            if number:  # the first one warms the server up
                usable.append(page.evaluate(PAINTED))
            page.wait_for_load_state("networkidle")
            sizes = [sum(scripts.sizes.values()) / 1000]
    yield figure("home_usable_ms", "home, until a game can be chosen, ms", usable)
    yield figure("home_js_kb", "home, script, kB compressed", sizes)


def made(page: Page, game: str) -> str:
    """The path of a new table against bots."""
    seats = min(max(SEATS, GAMES[game].seats[0]), GAMES[game].seats[-1])
    return f"/tables/{page.evaluate(MADE, [game, seats])}"


def games(browser: Browser, url: str) -> Iterator[Figure]:
    """What sitting down at a table loads beyond the front door; for a diorama, beyond what all tables share."""
    shared: set[str] = set()
    for game in sorted(PLAYERS, key=lambda game: PLAYERS[game].canvas is not None):
        with profile(browser) as context:
            page = context.new_page()
            scripts = Scripts(page)
            page.goto(url)
            page.wait_for_load_state("networkidle")
            before = set(scripts.sizes)
            page.goto(f"{url}{made(page, game)}")
            asked(page).wait_for()
            page.wait_for_load_state("networkidle")
            further = {script: size for script, size in scripts.sizes.items() if script not in before}
        if PLAYERS[game].canvas is not None:
            own = sum(size for script, size in further.items() if script not in shared)
            yield figure("diorama_js_kb", f"{game} with its diorama, own script, kB compressed", [own / 1000])
        else:
            yield figure("game_js_kb", f"{game}, further script, kB compressed", [sum(further.values()) / 1000])
        shared |= further.keys()


def sat_down(context: BrowserContext, url: str, game: str) -> Page:
    """A page at a table where one is asked."""
    page = context.new_page()
    page.goto(url)
    page.goto(f"{url}{made(page, game)}")
    asked(page).wait_for()
    return page


def clicks(browser: Browser, url: str) -> Iterator[Figure]:
    """How long after a click the page shows something else."""
    for game, player in PLAYERS.items():
        if player.clicked is None:
            continue
        with profile(browser) as context:
            page = sat_down(context, url, game)
            page.evaluate(WATCH_CLICKS)
            found = page.locator(player.clicked)
            for number in range(CLICKS):
                found.first.wait_for()
                found.nth(number % found.count()).click(force=True)
                page.evaluate(PAINTED)
                if page.locator("dialog[open]").count():
                    page.keyboard.press("Escape")
            yield figure("click_ms", f"{game}, a click is answered, ms", page.evaluate("globalThis.answers"))


def dragged(page: Page, x: float, y: float, width: float, height: float) -> float:
    """Frames a second while something is dragged to and fro."""
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(WATCH_FRAMES)
    until = time.monotonic() + DRAG_S
    step = 0
    while time.monotonic() < until:
        step += 1
        page.mouse.move(x + width * ((step % 40) / 20 - 1), y + height * ((step % 28) / 14 - 1))
    frames = page.evaluate(FRAMES)
    page.mouse.up()
    return 1000 * (len(frames) - 1) / float(frames[-1] - frames[0])


def middle(found: Locator) -> tuple[float, float]:
    """Where something is."""
    box = found.bounding_box()
    if box is None:
        sys.exit("What should be dragged is not there.")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drags(browser: Browser, url: str, rounds: int) -> Iterator[Figure]:
    """Frames a second while something is dragged: cards that are sorted, a sea that is panned."""
    for game, player in PLAYERS.items():
        if player.dragged is None:
            continue
        what, selector, reach, turns = player.dragged
        with profile(browser) as context:
            page = sat_down(context, url, game)
            place = middle(page.locator(selector))
            page.mouse.move(*place)
            for _ in range(turns):
                page.mouse.wheel(0, -240)
            rates = [dragged(page, *place, *reach) for _ in range(rounds)]
        yield figure("drag_fps", f"{game}, frames/s while {what}", rates, least=True)


def dioramas(browser: Browser, url: str, rounds: int) -> Iterator[Figure]:
    """Tables in three dimensions: the first frame, what a frame costs our own script, and that a rest is a rest."""
    for game, player in PLAYERS.items():
        if player.canvas is not None:
            yield from diorama(browser, url, game, player.canvas, rounds)


def diorama(browser: Browser, url: str, game: str, selector: str, rounds: int) -> Iterator[Figure]:
    """The figures of one canvas, which tells in `data-frames` and `data-cost` how many frames it drew at what cost."""
    firsts, costs, rates, idle = [], [], [], []
    for _ in range(rounds):
        with profile(browser) as context:
            page = context.new_page()
            page.goto(url)
            page.wait_for_load_state("networkidle")
            page.goto(f"{url}{made(page, game)}", wait_until="commit")
            canvas = page.locator(selector)
            canvas.wait_for()
            firsts.append(page.evaluate(PAINTED))
            asked(page).wait_for()
            dragged(page, *middle(canvas), 160, 40)
            costs.append(float(canvas.get_attribute("data-cost") or "nan"))
            page.evaluate(ZOOMED_FPS, [selector, ADAPTING_MS])
            rates.append(float(page.evaluate(ZOOMED_FPS, [selector, ZOOMED_MS])))
            page.evaluate(RESTS, selector)
            before = int(canvas.get_attribute("data-frames") or 0)
            page.evaluate(WAIT_1_S)
            idle.append(float(int(canvas.get_attribute("data-frames") or 0) - before))
    yield figure("first_frame_ms", f"{game}, first frame of the diorama, ms", firsts)
    yield figure("frame_cost_ms", f"{game}, a frame's own script while orbiting, ms", costs)
    yield figure("diorama_fps", f"{game}, frames/s of the adapted diorama", rates, least=True)
    yield figure("idle_frames", f"{game}, frames in a second at rest", idle)


def main() -> None:
    """Measure everything and tell it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="loads and drags to take the median of")
    parser.add_argument("--json", action="store_true", help="for programs")
    wanted = parser.parse_args()
    with serving() as url, sync_playwright() as playwright:
        found = chromium(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(**found.launching)
        figures = [
            *home(browser, url, wanted.rounds),
            *games(browser, url),
            *clicks(browser, url),
            *drags(browser, url, wanted.rounds),
            *dioramas(browser, url, wanted.rounds),
        ]
        browser.close()
    if wanted.json:
        print(msgspec.json.format(msgspec.json.encode(figures)).decode())
        return
    print(f"{'':52} {'median':>8} {'worst':>8} {'limit':>8}")
    for each in figures:
        worst = "" if each.worst is None else f"{each.worst:.1f}"
        limit = f"{'≥' if each.least else '≤'} {each.limit:.0f}"
        print(f"{each.what:52} {each.value:8.1f} {worst:>8} {limit:>8}{'' if each.reached else '  missed'}")


if __name__ == "__main__":
    main()
