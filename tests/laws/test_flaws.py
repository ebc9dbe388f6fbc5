"""A law that cannot be broken is worthless: a sound game keeps all of them, and each is broken by some flaw of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import msgspec
import pytest

from laguna import simulation
from laguna.core.digest import Digest
from laguna.core.encoding import Encoding
from laguna.core.game import Event, Options, Refusal, View
from laguna.core.luck import SeededLuck
from laguna.core.order import Order
from laguna.core.plugin import Plugin
from laguna.core.ruled import RuledTable
from laguna.core.story import COMMON, Candidate, StoryFacts, StoryTeller, Tale, WonNarrowly
from laguna.core.words import Words
from laguna.games import GAMES, PLUGINS, RULED
from laguna.laws import (
    check,
    compiled,
    contract,
    encodings,
    event_order,
    frozen,
    numbers,
    options,
    play,
    refusals,
    secrets,
    words,
)
from laguna.laws import replay as replaying
from laguna.laws.cases import cases_of
from laguna.laws.law import Law
from laws import shells
from laws.shells.encoding import CHOOSE_SWAP, ENCODING, SHELL
from laws.shells.game import Ended, Keep, Kept, ShellDealt, ShellsGame, ShellShown, ShellsOptions, ShellsView, Swap
from laws.shells.rules import DEALT, KEEP_OR_SWAP, RULES, SWAP, SWAPPED, Shells, setup

Broken = Callable[..., object]


def game(**otherwise: Any) -> Plugin:
    """The game with some of it otherwise; its words and digest stay where they are."""
    spoilt = type("SpoiltShells", (ShellsGame,), {"__module__": ShellsGame.__module__, **otherwise})
    return replace(shells.PLUGIN, game=spoilt())


def ruled(**verbs: Any) -> Plugin:
    """The game with some of its rules otherwise. Compiled, they stay as they are."""
    return game(rules=replace(RULES, **verbs))


@dataclass(frozen=True)
class Misspoken(Plugin):
    """The game with other words or another digest."""

    say: Callable[[str, Any], None] | None = None
    write: Callable[[str, str], str] | None = None

    def words(self, lang: str) -> Words:
        tables = deepcopy(super().words(lang).tables)
        if self.say is not None:
            self.say(lang, tables)
        return Words(lang, tables)

    def digest(self, lang: str) -> Digest:
        text = super().digest(lang).text
        return Digest(text if self.write is None else self.write(lang, text))


@dataclass(frozen=True)
class Fabulist(Plugin):
    """The game with a story that is made up."""

    def load_story(self) -> StoryTeller:
        return StoryTeller(lambda *_: Tale((Candidate(100, WonNarrowly(9)),)), COMMON, StoryFacts)


@dataclass(frozen=True)
class Seen(Plugin):
    """The game as it is, with another encoding."""

    seen: Encoding[Any] = ENCODING

    def load_encoding(self) -> Encoding[Any]:
        return self.seen


def seen(**verbs: Any) -> Plugin:
    """The game with some of its encoding otherwise. Compiled, it stays as it is."""
    return Seen(ShellsGame(), heuristics="heuristics:HEURISTICS", seen=replace(ENCODING, **verbs))


def worded(section: str, name: str, sentence: Any = None, lang: str = "pl") -> Plugin:
    """The game with one sentence otherwise in one language; None: it is missing."""

    def say(spoken: str, tables: Any) -> None:
        if spoken == lang and sentence is None:
            del tables[section][name]
        elif spoken == lang:
            tables.setdefault(section, {})[name] = sentence

    return Misspoken(ShellsGame(), heuristics="heuristics:HEURISTICS", say=say)


def written(old: str, new: str, lang: str = "pl") -> Plugin:
    """The game with its digest otherwise in one language, or in all of them."""
    return Misspoken(
        ShellsGame(), write=lambda spoken, text: text.replace(old, new) if lang in (spoken, "all") else text
    )


# What is spoilt


class Lax(Options, frozen=True):
    """Options of any type."""

    two_swaps: bool = False
    first: int | None = None

    def __post_init__(self) -> None:
        pass


class Tidied(ShellsOptions, frozen=True):
    """Options that are changed on the way."""

    def __post_init__(self) -> None:
        super().__post_init__()
        msgspec.structs.force_setattr(self, "first", None)


class Blabbed(Event, frozen=True):
    """A shell that everybody is told, whatever they may know."""

    seat: int
    shell: int | None


class Peeking(Event, frozen=True):
    """An event with its own idea of who sees it."""

    seat: int
    shell: int | None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat in (self.seat, 99) else msgspec.structs.replace(self, shell=None)


class OpenTable(RuledTable[Any, Any]):
    """A table that lets in everybody."""

    def question_number(self, seat: int) -> int | None:
        return self.numbers.get(seat) if type(seat) is int else None

    def check_asked(self, seat: int) -> None:
        del seat


class OneTable(RuledTable[Any, Any]):
    """A table whose copies are itself."""

    def copy(self) -> Any:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin


def start_at(kind: type[RuledTable[Any, Any]]) -> Any:
    def start(self: Any, seats: int, chosen: Any, luck: Any) -> Any:
        table, events = ShellsGame.start(self, seats, chosen, luck)
        table.__class__ = kind
        return table, events

    return start


def all_shells(self: Any, table: Any, seat: int, public: ShellsView) -> dict[str, Any]:
    """Every seat sees every shell."""
    del self, seat, public
    return {"shells": tuple(table.state.shell[: table.seats])}


def view_with_a_list(self: Any, table: Any) -> ShellsView:
    view = ShellsGame.public_view(self, table)
    return msgspec.structs.replace(view, swaps=list(view.swaps))


def views_for_anybody(self: Any, table: Any, onlookers: Sequence[int | None]) -> list[View]:
    """Seats are not looked at."""
    public = self.public_view(table)
    return [public if seat is None else self._own_view(table, seat, public) for seat in onlookers]


def imagine_all(s: Shells, seat: int) -> None:
    """Deals one's own shell anew, too."""
    RULES.imagine(s, -1)
    del seat


def imagine_nothing(s: Shells, seat: int) -> None:
    """Knows what nobody told."""


def imagine_from_the_truth(s: Shells, seat: int) -> None:
    """Deals shells that are almost as fine as the true ones."""
    for other in range(s.players):
        if other != seat and s.asking == KEEP_OR_SWAP:
            s.shell[other] = (s.shell[other] + s.luck.below(2)) % 6 + 1


def imagine_on_the_table(self: Any, table: Any, seat: int | None, luck: Any) -> Any:
    twin = ShellsGame.imagine(self, table, seat, luck)
    table.state.shell = list(twin.state.shell)
    return twin


def offer_all(s: Shells, seat: int, notes: list[int]) -> int:
    RULES.choices(s, seat, notes)
    return 2


def thaw_unnumbered(self: Any, bytes_: bytes) -> Any:
    table = ShellsGame.thaw(self, bytes_)
    if table is not None:
        table.skipped_numbers = 0
    return table


def thaw_without_swaps(self: Any, bytes_: bytes) -> Any:
    table = ShellsGame.thaw(self, bytes_)
    if table is not None:
        table.state.swaps = [0] * len(table.state.swaps)
    return table


def thaw_anything(self: Any, bytes_: bytes) -> Any:
    return ShellsGame.thaw(self, bytes_) or ShellsGame().start(2, ShellsOptions(), SeededLuck(1))[0]


def apply_forever(s: Shells, seat: int, action: int) -> None:
    RULES.apply(s, seat, action)
    s.turns = 0


def apply_otherwise(s: Shells, seat: int, action: int) -> None:
    """A finer shell than compiled."""
    RULES.apply(s, seat, action)
    s.shell[seat] = s.shell[seat] % 6 + 1


def setup_too_wide(s: Shells) -> None:
    RULES.setup(s)
    s.shell[0] = 300


setup_too_wide.__module__ = setup.__module__
MOODS = itertools.count()


def apply_by_mood(s: Shells, seat: int, action: int) -> None:
    """Chance that no luck knows of."""
    RULES.apply(s, seat, action)
    s.shell[seat] = 1 + next(MOODS) % 6


def play_another(self: Any, table: Any, seat: int, ask: int | None, move: Any, luck: Any) -> Any:
    other = Swap() if move == Keep() and table.state.swaps[seat] == 0 else move
    return ShellsGame.play_read(self, table, seat, ask, other, luck)


def start_by_any(self: Any, seats: int, chosen: Any, luck: Any) -> Any:
    seats = seats if seats in self.seats and type(seats) is int else 2
    return ShellsGame.start(self, seats, chosen if isinstance(chosen, ShellsOptions) else ShellsOptions(), luck)


def chosen_by_any(self: Any, chosen: Any) -> Any:
    return ShellsGame._chosen(self, {name: value for name, value in chosen.items() if name in ("first", "two_swaps")})


def never_stale(self: Any, table: Any, seat: int, ask: int | None, move: object) -> Refusal | None:
    return ShellsGame.refusal(self, table, seat, ask if ask is None else table.question_number(seat), move)


def asks_late(self: Any, table: Any) -> Any:
    return [msgspec.structs.replace(ask, number=ask.number + 1) for ask in ShellsGame.asks(self, table)]


def asks_by_no_rule(self: Any, table: Any) -> Any:
    return [msgspec.structs.replace(ask, rule="H99") for ask in ShellsGame.asks(self, table)]


def swap_shell(s: Shells, seat: int, random: Random) -> Shells | None:
    """What a seat cannot know: another's shell."""
    twin = s.copy()
    other = 1 if seat == 0 else 0
    twin.shell[other] = random.choice([shell for shell in range(1, 7) if shell != s.shell[other]])
    return None if s.asking != KEEP_OR_SWAP else twin


ORDER = ShellsGame.order


def observe_the_next_shell(s: Shells, seat: int, begun: int, out: list[int]) -> None:
    ENCODING.observe(s, seat, begun, out)
    out[SHELL] = s.shell[(seat + 1) % s.players]


def observe_too_much(s: Shells, seat: int, begun: int, out: list[int]) -> None:
    ENCODING.observe(s, seat, begun, out)
    out[SHELL] = 99


def keep_alone(s: Shells, seat: int, begun: int, notes: list[int], mask: list[int]) -> int:
    ENCODING.legal(s, seat, begun, notes, mask)
    mask[CHOOSE_SWAP] = 0
    return 1


def ask_all(s: Shells) -> int:
    return (1 << s.players) - 1 if s.asking else 0


FLAWS: dict[str, tuple[Plugin, list[Broken]]] = {
    "choices offers what is refused": (
        ruled(choices=offer_all),
        [refusals.exactly_the_offered_actions_are_accepted, refusals.listed_moves_are_accepted],
    ),
    "a view shows what is hidden": (
        game(own_fields=all_shells),
        [
            contract.every_seat_and_a_spectator_may_look_and_know,
            secrets.imagine_changes_nothing_that_the_seat_sees,
            secrets.hidden_things_swapped_change_no_view_and_are_forgotten,
        ],
    ),
    "an event tells everybody": (
        game(
            tellings={**ShellsGame.tellings, SWAPPED: Blabbed},
            events=ShellDealt | Kept | Blabbed | Ended | ShellShown,
        ),
        [
            secrets.events_do_not_tell_a_seat_what_it_cannot_know,
            event_order.events_come_in_the_order_that_is_written_down,
        ],
    ),
    "an event decides by itself who sees it": (
        game(tellings={**ShellsGame.tellings, DEALT: Peeking}, events=Peeking | Kept | Ended | ShellShown),
        [contract.an_event_is_shown_to_no_seat_that_cannot_be, contract.what_an_event_keeps_secret_is_declared],
    ),
    "imagine peeks": (
        ruled(imagine=imagine_nothing),
        [
            secrets.who_saw_the_same_imagines_the_same,
            compiled.plain_and_compiled_imagine_the_same,
        ],
    ),
    "imagine builds on what is hidden": (
        ruled(imagine=imagine_from_the_truth),
        [secrets.tables_that_look_alike_become_identical_under_imagine, secrets.who_saw_the_same_imagines_the_same],
    ),
    "imagine forgets what one knows": (
        ruled(imagine=imagine_all),
        [
            contract.every_seat_and_a_spectator_may_look_and_know,
            secrets.imagine_changes_nothing_that_the_seat_sees,
        ],
    ),
    "imagine changes the table": (
        game(imagine=imagine_on_the_table),
        [secrets.imagine_leaves_the_table_as_it_was],
    ),
    "views for several are mixed up": (
        game(views_for=lambda self, table, seats: ShellsGame.views_for(self, table, seats)[::-1]),
        [secrets.views_made_together_are_those_made_one_by_one],
    ),
    "a view is no plain data": (game(public_view=view_with_a_list), [secrets.views_and_events_come_back_from_json]),
    "views for seats that do not exist": (
        game(views_for=views_for_anybody),
        [contract.a_seat_that_does_not_exist_is_answered_in_a_sentence],
    ),
    "a table lets everybody in": (
        game(start=start_at(OpenTable)),
        [
            contract.a_seat_that_does_not_exist_is_answered_in_a_sentence,
            contract.bots_and_hints_know_no_seat_that_does_not_exist,
            contract.who_is_not_asked_has_no_move_to_choose,
            contract.bots_and_hints_choose_for_nobody_who_is_not_asked,
            replaying.a_record_with_a_move_of_nobody_names_the_line,
        ],
    ),
    "a copy is the table itself": (game(start=start_at(OneTable)), [play.a_copy_is_independent]),
    "asks have other numbers": (game(asks=asks_late), [contract.a_seat_that_is_asked_has_the_number_of_its_ask]),
    "heuristics are not there": (
        replace(shells.PLUGIN, heuristics="heuristics:NOTHING"),
        [contract.what_the_plugin_names_can_be_loaded, contract.a_bot_answers_for_a_seat_that_is_asked],
    ),
    "options of any type": (
        game(options=Lax),
        [
            options.a_keyword_of_another_type_is_a_bad_option,
            options.plain_data_of_another_type_is_a_bad_option,
            options.a_record_with_an_option_of_another_type_names_the_line,
            options.what_is_typed_is_understood_or_a_bad_option,
        ],
    ),
    "options change on the way": (game(options=Tidied), [options.what_fits_is_taken_as_it_is]),
    "a table for anybody": (
        game(start=start_by_any),
        [options.a_game_takes_its_own_options_and_a_whole_number_of_seats],
    ),
    "unknown options are overlooked": (
        game(_chosen=chosen_by_any),
        [options.an_option_that_does_not_exist_is_answered_in_a_sentence],
    ),
    "a rule is missing in Polish": (
        written("- H4.", "- H7."),
        [numbers.rules_are_numbered_without_gaps_and_alike_in_both_languages],
    ),
    "a rule is missing in both": (
        written("- H4.", "- H7.", "all"),
        [
            numbers.rules_are_numbered_without_gaps_and_alike_in_both_languages,
            numbers.every_question_and_refusal_cites_a_rule_that_exists,
            numbers.every_numbered_rule_has_a_test_with_its_number,
        ],
    ),
    "an example is missing in Polish": (
        written("1. A zawsze", "A zawsze"),
        [numbers.rules_are_numbered_without_gaps_and_alike_in_both_languages],
    ),
    "an example begins with 2": (
        written("1. A", "2. A", "all"),
        [numbers.every_worked_example_has_a_test_with_its_number],
    ),
    "no rule is what a question cites": (
        game(asks=asks_by_no_rule),
        [numbers.every_question_that_is_put_cites_a_rule_that_exists],
    ),
    "no rule is what refuses": (
        game(questions={KEEP_OR_SWAP: ("keep_or_swap", "H99")}),
        [
            numbers.every_question_and_refusal_cites_a_rule_that_exists,
            refusals.a_move_out_of_turn_or_to_a_past_question_is_refused,
            refusals.junk_is_refused_by_a_rule_that_exists,
        ],
    ),
    "no sentence for an event": (
        worded("events", "kept"),
        [
            words.every_event_and_move_has_a_sentence,
            words.both_languages_say_the_same_things,
            words.a_whole_game_is_told_to_everybody,
        ],
    ),
    "a sentence about nothing": (
        worded("moves", "dive", "nurkuj"),
        [words.every_event_and_move_has_a_sentence, words.both_languages_say_the_same_things],
    ),
    "a fact that does not exist": (
        worded("events", "kept", "{seat} zatrzymuje {pearl}."),
        [words.every_event_and_move_has_a_sentence],
    ),
    "a noun with too few forms": (
        worded("events", "shell_shown", "{seat} pokazuje {shell:muszlę|muszle}."),
        [words.every_event_and_move_has_a_sentence],
    ),
    "no sentence for what is hidden": (
        worded("events", "shell_dealt_hidden"),
        [words.a_whole_game_is_told_to_everybody],
    ),
    "no sentence for a hint": (worded("hints", "only_move"), [words.every_saying_of_advice_has_a_sentence]),
    "no sentence for a highlight": (
        worded("story", "won_by_you"),
        [words.every_highlight_of_a_story_has_a_sentence],
    ),
    "a story of a seat that is not there": (
        Fabulist(ShellsGame(), heuristics="heuristics:HEURISTICS"),
        [words.a_finished_game_has_a_story],
    ),
    "no sentence for a question": (worded("asks", "keep_or_swap"), [words.every_question_has_a_sentence]),
    "no sentence for a refusal": (worded("reasons", "no_swap_left"), [words.every_refusal_has_a_sentence]),
    "no help for an option": (
        worded("options", "two_swaps", {"label": "Dwie wymiany"}),
        [words.every_option_has_a_label_and_a_sentence_of_help],
    ),
    "no name for a part": (worded("parts", "shell"), [words.every_part_of_the_score_has_a_name]),
    "no sentence for a tie": (worded("tie_breaks", "kept"), [words.what_breaks_a_tie_has_a_sentence]),
    "a tie without its rule": (
        worded("tie_breaks", "kept", "Kto częściej zatrzymuje: {counts}."),
        [words.what_breaks_a_tie_has_a_sentence],
    ),
    "events without an order": (
        game(order=Order("", ORDER.setup, {"Keep": "Kept"}, {"ending": "Ended"})),
        [
            event_order.events_come_in_the_order_that_is_written_down,
            event_order.the_order_speaks_of_every_move_and_every_event,
            event_order.every_phrase_is_used_and_known,
        ],
    ),
    "a game without end": (ruled(apply=apply_forever), [play.random_play_ends_and_somebody_wins]),
    "parts that do not add up": (
        game(parts=lambda _, table, seat: {"shell": table.state.shell[seat] + 1}),
        [play.parts_of_the_score_add_up],
    ),
    "places that do not follow": (
        ruled(standing=lambda s, seat: -s.shell[seat]),
        [play.points_then_the_tie_breaker_place_the_seats],
    ),
    "a broken invariant": (ruled(broken=lambda _: 3), [play.invariants_hold_after_every_move]),
    "a referee who makes another move": (
        game(play_read=play_another),
        [play.the_front_door_plays_the_games_of_a_simulation],
    ),
    "a move that stands for another": (
        game(encode=lambda self, state, seat, move: 1 - ShellsGame.encode(self, state, seat, move)),
        [play.encode_undoes_decode],
    ),
    "any answer is read as keeping": (
        game(read_move=lambda _, sent: sent if isinstance(sent, Swap) else Keep()),
        [play.a_move_may_come_as_plain_data, refusals.what_is_no_move_cannot_be_played],
    ),
    "any JSON is read as keeping": (
        game(decode_move=lambda *_: Keep()),
        [
            play.a_move_is_decoded_from_json_as_it_was_encoded,
            play.json_that_is_broken_or_too_deep_is_decoded_as_none,
        ],
    ),
    "chance beside the luck": (
        ruled(apply=apply_by_mood),
        [replaying.a_record_replays_to_the_same_table_and_verifies],
    ),
    "numbers of questions are not frozen": (game(thaw=thaw_unnumbered), [frozen.a_frozen_table_thaws_as_it_was]),
    "swaps are not frozen": (
        game(thaw=thaw_without_swaps),
        [frozen.a_frozen_table_thaws_as_it_was, frozen.a_game_goes_on_from_thawed_tables],
    ),
    "anything is thawed": (game(thaw=thaw_anything), [frozen.only_what_was_frozen_thaws]),
    "past questions are answered": (
        game(refusal=never_stale),
        [refusals.a_move_out_of_turn_or_to_a_past_question_is_refused],
    ),
    "plain rules that differ from compiled ones": (
        ruled(apply=apply_otherwise),
        [compiled.plain_and_compiled_are_in_lockstep, compiled.a_simulation_is_the_same_plain_and_compiled],
    ),
    "a part of an observation names no rule": (
        seen(parts=(replace(ENCODING.parts[0], rule="H99"), *ENCODING.parts[1:])),
        [encodings.parts_fit_into_bytes_and_name_rules],
    ),
    "a learner is shown more than is declared": (seen(observe=observe_too_much), [encodings.numbers_are_as_declared]),
    "a learner is shown somebody else's shell": (
        seen(observe=observe_the_next_shell),
        [encodings.nothing_hidden_is_observed, encodings.a_batch_shows_what_single_tables_show],
    ),
    "a learner cannot swap": (seen(legal=keep_alone), [encodings.every_action_has_one_way]),
    "a learner is shown what others choose at once": (
        ruled(asked=ask_all),
        [encodings.who_is_asked_at_once_sees_nothing_of_the_others_choice],
    ),
    "a number too large for its field": (ruled(setup=setup_too_wide), [compiled.a_state_comes_back_from_its_record]),
}
LIMITED = compiled.many_random_games_end_and_keep_every_invariant
"""What can only be spoilt by compiling spoilt rules: see the test of a limit that is too low."""


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the laws need from whoever runs them: tests of every rule, what to swap, few games."""
    tests = tmp_path_factory.mktemp("tests")
    names = [*(f"test_H{number}_holds" for number in range(1, 7)), "test_example_1_is_played"]
    (tests / "test_shells.py").write_text("".join(f"def {name}(): ...\n" for name in names))
    return {"games": 20, "tests": tests, "swap": swap_shell}


def install(plugin: Plugin, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody find the game."""
    monkeypatch.setitem(PLUGINS, "shells", plugin)
    monkeypatch.setitem(RULED, "shells", plugin.game)
    monkeypatch.setitem(GAMES._games, "shells", plugin.game)


@pytest.fixture(scope="module", autouse=True)
def _sound_kernels() -> None:
    """Compile the sound rules before any spoilt ones are looked at: kernels are found by the rules' package."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        install(shells.PLUGIN, monkeypatch)
        for case in cases_of(shells.PLUGIN):
            compiled.plain_and_compiled_are_in_lockstep(case)
            compiled.plain_and_compiled_imagine_the_same(case)
            encodings.a_batch_shows_what_single_tables_show(case)


def law_of(function: Broken) -> Law:
    return next(law for law in check.LAWS if law.holds is function)


def test_the_sound_game_keeps_all_laws(monkeypatch: pytest.MonkeyPatch, given: dict[str, Any]):
    install(shells.PLUGIN, monkeypatch)
    found = list(check.check_laws(shells.PLUGIN, **given))
    assert [finding.broken for finding in found if finding.broken] == []
    assert len(found) == len(check.LAWS)
    check.assert_lawful(shells.PLUGIN, **given)


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_flaw_is_found_and_told_in_a_sentence(flaw: str, monkeypatch: pytest.MonkeyPatch, given: dict[str, Any]):
    plugin, laws = FLAWS[flaw]
    install(plugin, monkeypatch)
    monkeypatch.setattr(simulation, "MAX_MOVES", 300)
    for function in laws:
        law = law_of(function)
        asked = [plugin] if law.scope == "game" else list(cases_of(plugin))
        told = [check.broken_by(law, each, law.settings_in(given)) for each in asked]
        sentences = [sentence for sentence in told if sentence is not None]
        assert sentences, f"{law.name} does not find it"
        assert all("shells" in sentence and sentence.endswith(".") for sentence in sentences), sentences


def test_every_law_is_broken_by_some_flaw():
    broken = {function for _, laws in FLAWS.values() for function in laws} | {LIMITED}
    assert {law.name for law in check.LAWS} == {law_of(function).name for function in broken}


def test_compiled_games_that_do_not_end_are_counted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(simulation, "MAX_MOVES", 3)
    told = check.broken_by(law_of(LIMITED), next(cases_of(shells.PLUGIN)), {"games": 20})
    assert told == "shells with 2 seats, seed 14: only 0 of 20 random games end."


def test_a_sentence_names_game_seats_options_seed_and_move():
    plugin, _ = FLAWS["choices offers what is refused"]
    case = [case for case in cases_of(plugin) if case.seats == 3][-1]
    told = check.broken_by(law_of(refusals.exactly_the_offered_actions_are_accepted), case, {})
    assert told is not None
    assert told.startswith("shells with 3 seats, two_swaps, seed 7, after ")
    assert f"they differ in [{SWAP}]" in told


def test_all_broken_laws_of_a_game_are_told_at_once(monkeypatch: pytest.MonkeyPatch):
    plugin = worded("parts", "shell")
    install(plugin, monkeypatch)
    with pytest.raises(AssertionError, match=r"words: every part .*\nwords: both languages") as raised:
        check.assert_lawful(plugin, games=1)
    assert str(raised.value).count("\n") == 1


def test_laws_that_need_what_is_not_given_are_left_out(monkeypatch: pytest.MonkeyPatch):
    install(shells.PLUGIN, monkeypatch)
    looked = {finding.law for finding in check.check_laws(shells.PLUGIN, games=1)}
    left_out = {f"{law.family}: {law.name}" for law in check.LAWS} - looked
    assert left_out == {
        "numbers: every numbered rule has a test with its number",
        "numbers: every worked example has a test with its number",
        "secrets: hidden things swapped change no view and are forgotten",
    }


def test_every_law_states_itself_in_a_sentence():
    for law in check.LAWS:
        assert law.states.endswith("."), law.name
        assert len({each.name for each in check.LAWS if each.name == law.name}) == 1


def test_a_game_without_whole_numbers_has_the_laws_that_make_sense_for_it():
    families = {law.family for law in check.laws_for(PLUGINS["ship_ahoy"])}
    assert families == {law.family for law in check.LAWS} - {"compiled", "encodings"}
