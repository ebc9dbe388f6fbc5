"""Somebody at a browser: a page of its own, watched for everything that must never happen."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from browser.games import PLAYERS
from server.serving import Client, Running

Language = Literal["pl", "en"]
Theme = Literal["day", "night"]
Size = tuple[int, int]

DESKTOP: Size = (1440, 900)
TABLET: Size = (1024, 768)
PHONE: Size = (390, 844)
SMALL_PHONE: Size = (360, 640)
SECONDS = 40
"""What is not on the screen by then does not come."""
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
ALL_HAS_COME_UP = """Promise.allSettled(document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().endTime !== Infinity).map((each) => each.finished))"""
"""Waits for what moves or fades in; not for what goes on for ever."""
DRIVER = "GPU stall due to ReadPixels"
"""What Chromium says of a WebGL canvas where there is no graphics card: no fault of the page."""
VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`forbidden by the policy: ${event.violatedDirective} ${event.blockedURI}`));
"""

UNSEEN = "Object.defineProperty(document, 'hidden', { get: () => true });"
"""As far as the page knows, nobody looks at it: then it plays no scenes, and a game goes on at once."""

LIKED = """for (const [key, liked] of Object.entries({}))
  localStorage.getItem(key) ?? localStorage.setItem(key, JSON.stringify(liked));"""
"""How one likes to see the games, unless one has chosen otherwise since."""
USUALLY_LIKED: dict[str, object] = {
    "laguna.settings": {"tempo": "lightning"},  # tests need not wait for scenes
    **{key: liked for player in PLAYERS.values() for key, liked in player.liked.items()},
}


class Visitor:
    """A browser's profile with one page. Whatever goes wrong on the page is in `troubles`."""

    def __init__(self, context: BrowserContext, server: Running, client: Client) -> None:
        self.context = context
        self.server = server
        self.client = client
        self.troubles: list[str] = []
        self.forgiven: tuple[str, ...] = ()
        self.page = context.new_page()
        self.page.set_default_timeout(1000 * SECONDS)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.page.on("request", self._requested)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning") or DRIVER in message.text:
            return
        if not any(each in message.text for each in self.forgiven):
            self.troubles.append(f"{message.type}: {message.text} ({message.location['url']})")

    def _requested(self, request: Request) -> None:
        if not request.url.startswith((f"{self.server.url}/", "data:", "blob:")):
            self.troubles.append(f"left the server: {request.url}")

    @property
    def language(self) -> str:
        """What the page speaks."""
        return str(self.page.evaluate("document.documentElement.lang"))

    def go(self, path: str) -> Page:
        """Open a page of the server."""
        self.page.goto(f"{self.server.url}{path}")
        return self.page

    def table(self, table: str) -> Page:
        """Sit down at a table, and wait until it is drawn."""
        self.go(f"/tables/{table}")
        expect(self.page.locator("main")).to_be_visible()
        return self.page

    def gone(self) -> None:
        """The network goes. What a browser says of that is no fault of the page."""
        self.forgiven = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "WebSocket connection")
        self.context.set_offline(True)

    def back(self) -> None:
        """The network comes back."""
        self.context.set_offline(False)

    def named(self, role: Any, pl: str, en: str) -> Locator:
        """Something by its role and its name, in the language of the page."""
        return self.page.get_by_role(role, name=pl if self.language == "pl" else en)

    def fits(self) -> None:
        """Nothing is scrolled sideways."""
        wide = self.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert wide[0] <= wide[1], f"The page is {wide[0]} px wide in a window of {wide[1]} px."

    def accessible(self) -> None:
        """axe-core finds nothing to complain of, once all has come up that fades in."""
        self.page.evaluate(ALL_HAS_COME_UP)
        self.page.evaluate(AXE.read_text("utf-8"))
        found = self.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        told = [
            f"{each['id']}: {node['target']} {node['failureSummary']}"
            for each in found["violations"]
            for node in each["nodes"]
        ]
        assert not told, "\n".join(told)


@contextmanager
def visiting(
    browser: Browser,
    server: Running,
    client: Client | None = None,
    *,
    language: Language = "en",
    size: Size = DESKTOP,
    theme: Theme = "day",
    motion: Literal["reduce", "no-preference"] = "reduce",
    hurried: bool = False,
    liked: Mapping[str, object] = MappingProxyType({}),
) -> Iterator[Visitor]:
    """A browser with a profile of its own; `client` is who sits at it, or else a newcomer.

    One who is `hurried` sees everything that happens at once, however long it takes to tell. Games are seen as their
    tests declare, unless `liked` says otherwise: what the browser keeps, by its keys.
    """
    somebody = client or server.client()
    context = browser.new_context(
        locale={"pl": "pl-PL", "en": "en-GB"}[language],
        viewport={"width": size[0], "height": size[1]},
        has_touch=size[0] < 720,
        color_scheme="dark" if theme == "night" else "light",
        reduced_motion=motion,
    )
    try:
        context.add_init_script(VIOLATIONS)
        context.add_init_script(LIKED.format(json.dumps({**USUALLY_LIKED, **liked})))
        if hurried:
            context.add_init_script(UNSEEN)
        cookies = somebody.cookies.items()
        context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in cookies])
        visitor = Visitor(context, server, somebody)
        yield visitor
    finally:
        context.close()
    assert not visitor.troubles, "\n".join(visitor.troubles)
