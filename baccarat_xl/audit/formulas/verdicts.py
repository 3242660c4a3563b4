"""A verdict on every group of formulas, helper columns before what they feed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.audit.finding import role_words
from baccarat_xl.audit.formulas.inputs import Inputs, Walk, held_in_row, held_on_the_way
from baccarat_xl.audit.formulas.labels import label_of
from baccarat_xl.audit.formulas.space import Space
from baccarat_xl.proof import UNSETTLED, Cause, Surroundings, Sweeper, Undecided, Verdict, prove, read_formula
from baccarat_xl.proof.guess import FITTED, MOST_GUESSED, could_be
from baccarat_xl.proof.question import Question
from baccarat_xl.proof.truth import RESULT_ROLES
from baccarat_xl.proof.words import named_meaning
from baccarat_xl.workbook.model import column_letter

if TYPE_CHECKING:
    from baccarat_xl.audit.formulas.groups import Group

SECONDS: Final = 60.0
NEARLY: Final = 0.1
"""A formula whose header says nothing is held to be wrong only where it is nearly right."""
PICTURES: Final = frozenset({"J", "Q", "K"})
CARD_ROLES: Final = ("player_card_1", "player_card_2", "banker_card_1", "banker_card_2")
MOST_OFFERED: Final = 40_000
"""States up to which a formula for cards in place of totals is looked for."""
NO_ROLE: Final = (
    "neither its header nor its answers say that it gives a total, a decision or an outcome; "
    "if it does, say so in its header (Banker draws, Player initial total, Outcome)"
)
NO_INPUT: Final = (
    "it reads no cell that is labelled as a card or a total; if it does read one, "
    "write what that cell holds beside or above it (Banker total, Player third card)"
)


@dataclass(slots=True)
class Proof:
    """One group and its verdict; verdict None: it is not judged, and why says so. because: refuted helper."""

    group: Group
    verdict: Verdict | None
    why: str = ""
    because: Group | None = None


def states(bind: Mapping[str, str]) -> int:
    """About how many states these inputs have."""
    count = 1
    for role in set(bind.values()):
        count *= 10 if role.endswith(("initial", "final")) else 14 if "card" in role or "third" in role else 1
    return count


def _only_through(verdict: Verdict, wrong: list[Group]) -> Verdict:
    """The verdict on a formula that is right by itself and reads helper columns that are wrong."""
    cells = ", ".join(one.cells for one in wrong)
    is_wrong = "which is refuted" if len(wrong) == 1 else "which are refuted"
    text = f"right by itself: wrong only because it reads {cells}, {is_wrong}"
    return replace(verdict, cause=Cause("reads-wrong", text, True), suggested_formula=None, repair=None)


@dataclass(slots=True)
class Judge:
    """Judges the groups of one book, each once."""

    space: Space
    file: str
    means: Mapping[str, str] = field(default_factory=dict)
    second_opinion: bool = False
    done: dict[int, Proof] = field(default_factory=dict)
    under_way: set[int] = field(default_factory=set)
    pools: dict[int, dict[str, str]] = field(default_factory=dict)

    def all(self, progress: Callable[[str, float], None] | None = None) -> list[Proof]:
        """Every group's proof, in the book's order."""
        groups = self.space.groups
        proofs = []
        for number, group in enumerate(groups):
            if progress:
                progress(f"proving formulas of {group.sheet.name}", number / len(groups))
            proofs.append(self.of(group))
        return proofs

    def of(self, group: Group) -> Proof:
        """The proof of one group."""
        found = self.done.get(id(group))
        if found is None:
            self.under_way.add(id(group))
            try:
                found = self._judge(group)
            except Undecided as reason:
                found = self._not_decided(group, str(reason))
            self.under_way.discard(id(group))
            self.done[id(group)] = found
        return found

    # ------------------------------------------------------------------ one group
    def _judge(self, group: Group) -> Proof:
        if group.form.array is not None:
            return self._not_decided(
                group,
                "one array formula fills several cells, and none of one row, filled down, does the same; "
                "write it for one row and fill it down",
            )
        if held := held_in_row(group):
            return self._not_decided(group, f"every copy of it {held}")
        walk = Walk(self.space, group, self._is_proved)
        if any(one.role and one.role.endswith("_third") for one in walk.found.taken) and not self._thirds(
            walk.found
        ):
            walk = Walk(
                self.space, group, lambda one: not str(one.role).endswith("_third") and self._is_proved(one)
            )
        if held := held_on_the_way(self.space, group, walk):
            return self._not_decided(group, f"every copy of it {held}")
        role, guessed = self._role(group, walk)
        if role is None and not walk.found.bind:
            return Proof(group, None, NO_INPUT)
        if role is None and walk.found.other_rows:
            return Proof(group, None, NO_ROLE)
        if role is None and states(walk.found.bind) > MOST_GUESSED:
            return Proof(group, None, NO_ROLE)
        walk.complete(role, group.table, self._pool(group))
        if not walk.found.bind and role is not None:
            return self._without_inputs(group)
        if role is None and not could_be(self._question(group, walk.found)):
            return Proof(group, None, NO_ROLE)
        through = role is not None and any(map(self._total, walk.found.through))
        verdict = self._prove(group, role, walk.found, offer=not through)
        if role is None:
            return self._guessed(group, verdict, walk.found)
        never_right = verdict.judged and verdict.wrong == verdict.judged
        if guessed and (verdict.verdict == "undecided" or never_right):
            verdict = self._prove(group, None, walk.found)
            return self._guessed(group, verdict, walk.found)
        return self._with_helpers(group, role, walk, verdict)

    def _without_inputs(self, group: Group) -> Proof:
        if group.table is None:
            return Proof(group, None, NO_INPUT)
        return self._not_decided(
            group,
            "no cell that it reads is in a column of cards or totals; name those columns with --map",
        )

    def _with_helpers(self, group: Group, role: str, walk: Walk, verdict: Verdict) -> Proof:
        """Where helper columns are not right: would the formula be right if they were?"""
        through = [one for one in walk.found.through if self._total(one)]
        if verdict.verdict == "proved" or not through:
            return Proof(group, self._placed(group, verdict))
        again = Walk(self.space, group, self._is_total)
        again.complete(role, group.table, self._pool(group))
        if again.found.bind:
            if_right = self._prove(group, role, again.found)
            cells = ", ".join(one.cells for one in again.found.taken)
            if verdict.verdict == "undecided" and if_right.verdict != "undecided":
                told = [*if_right.assumptions, f"judged as if {cells} held the right totals"]
                return Proof(group, self._placed(group, replace(if_right, assumptions=told)))
            wrong = [one for one in again.found.taken if self._is_refuted(one)]
            if verdict.verdict == "refuted" and if_right.verdict == "proved" and wrong:
                return Proof(group, self._placed(group, _only_through(verdict, wrong)), because=wrong[0])
        if verdict.verdict == "refuted":
            verdict = self._prove(group, role, walk.found)
        return Proof(group, self._placed(group, verdict))

    def _guessed(self, group: Group, verdict: Verdict, found: Inputs) -> Proof:
        """A formula of no known role: a verdict where it fits one role, else it is not judged."""
        nearly = verdict.judged and verdict.wrong <= NEARLY * verdict.judged
        nearly = nearly and not any(FITTED in assumption for assumption in verdict.assumptions)
        if verdict.verdict == "undecided" or not nearly:
            return Proof(group, None, verdict.reason or NO_ROLE)
        if verdict.verdict == "refuted" and verdict.suggested_formula is None and verdict.repair is None:
            named = self._prove(group, verdict.role, found)
            offers = {"suggested_formula": named.suggested_formula, "repair": named.repair}
            verdict = replace(verdict, **offers)  # type: ignore[arg-type]
        return Proof(group, self._placed(group, verdict))

    def _role(self, group: Group, walk: Walk) -> tuple[str | None, bool]:
        """(role, whether it comes from a label outside of a table, so that another may be right)."""
        bound = set(walk.found.bind.values())
        if group.role == "card_value":
            for key, name in walk.found.bind.items():
                if name in CARD_ROLES:
                    walk.found.bind[key] = "card"
        if group.table is not None or group.role is not None:
            return group.role, False
        group.header, meaning = label_of(group.sheet, group.row, group.column)
        roles = [role for role in meaning.roles if role in RESULT_ROLES] if meaning else []
        if not roles:
            return None, False
        if (
            roles[0].endswith("_final")
            and len(roles) > 1
            and not any(name.endswith("third") for name in bound)
        ):
            return roles[1], True
        if meaning is not None and meaning.note == "value" and roles[0].endswith("third"):
            return roles[0], True
        return next((role for role in roles if role not in bound), None), True

    def _thirds(self, found: Inputs) -> bool:
        """Learn what the third-card helpers hold for no card; False where typed ones stand beside them."""
        if found.typed_thirds:
            return False
        for one in found.taken:
            if str(one.role).endswith("_third"):
                found.ways |= self._blanks(one)
        return bool(found.ways) and UNSETTLED not in found.ways

    def _blanks(self, group: Group) -> set[Any]:
        """What a proved third-card helper gives where there is no card."""
        walk = Walk(self.space, group, lambda _: False)
        around = Surroundings(walk.found.cells, walk.found.names, walk.found.sheet)
        _, ways, _ = self._writing(walk.found)
        states_ = [(way,) * len(walk.found.bind) for way in ways or (None,)]
        answers = Sweeper(around, list(walk.found.bind)).sweep([read_formula(group.text)], states_)[0]
        return set(answers)

    # ------------------------------------------------------------------ asking
    def _question(self, group: Group, found: Inputs) -> Question:
        cards, ways, _ = self._writing(found)
        around = Surroundings(found.cells, found.names, found.sheet)
        means, at = self._means(None), self._at(group)
        return Question(group.text, None, found.bind, means, around, cards, ways, found.decisions, at)

    @staticmethod
    def _at(group: Group) -> str | None:
        """The formula's own cell, where it asks for its row or column."""
        own = f"{column_letter(group.column)}{group.row}"
        return own if "ROW" in group.text.upper() or "COLUMN" in group.text.upper() else None

    def _prove(self, group: Group, role: str | None, found: Inputs, offer: bool = True) -> Verdict:
        cards, ways, told = self._writing(found)
        verdict = prove(
            group.text,
            role,
            bind={**found.bind, **found.unread},
            means=self._means(role),
            around=Surroundings(found.cells, found.names, found.sheet, unknown=found.unknown),
            cards=cards,
            no_card=ways,
            decisions=found.decisions,
            at=self._at(group),
            functions=self.space.functions,
            second_opinion=self.second_opinion,
            offer=offer and role is not None and not found.unread,
            seconds=SECONDS,
        )
        proved = found.taken if all(map(self._is_proved, found.taken)) else []
        words = [
            f"{one.cells} is proved as {role_words(str(one.role))}, and is read as such" for one in proved
        ]
        if offer and verdict.verdict == "refuted" and found.unread:
            verdict = self._offered(group, role, found, verdict)
        words += [
            f"it does not read {keys.replace(' + ', ' and ')}: every total that stands there was tried"
            for keys in found.unread
        ]
        return replace(verdict, assumptions=[*verdict.assumptions, *told, *words])

    def _offered(self, group: Group, role: str | None, found: Inputs, verdict: Verdict) -> Verdict:
        """The verdict with a formula that reads the cards which this one leaves out, where they are few."""
        bind = dict(found.bind)
        for keys, total in found.unread.items():
            side, cells = total.partition("_")[0], keys.split(" + ")
            bind |= {cell: f"{side}_card_{place}" for place, cell in enumerate(cells, 1) if len(cells) == 2}
        if states(bind) > MOST_OFFERED or len(bind) == len(found.bind):
            return verdict
        whole = self._prove(group, role, replace(found, bind=bind, unread={}))
        return replace(verdict, suggested_formula=whole.suggested_formula, repair=whole.repair)

    def _writing(self, found: Inputs) -> tuple[Any, Any, list[str]]:
        """Notation and ways of having no card, as the sheet shows them."""
        cards = dict(found.cards)
        ways = tuple(found.ways) or None
        told: list[str] = []
        keys = [
            key
            for key, role in found.bind.items()
            if role in CARD_ROLES or role.endswith("third") or role == "card"
        ]
        for table in found.tables:
            written = self.space.written(table)
            if written.cards is not None:
                cards.update({key: written.cards for key in keys if key not in cards})
            if written.no_card is not None and ways is None:
                ways = written.no_card
                told += written.assumptions if any(found.bind[key].endswith("third") for key in keys) else []
        if not cards and keys and found.texts >= PICTURES:
            cards = dict.fromkeys(keys, "ranks")
            told.append(
                "cards are written as A, 2-10, J, Q, K, since what the formula looks up names such letters"
            )
        return cards or None, ways, told

    def _means(self, role: str | None) -> dict[str, str]:
        roles = RESULT_ROLES if role is None else (role,)
        return {
            word: meaning
            for word, meaning in self.means.items()
            if any(named_meaning(one, meaning) is not None for one in roles)
        }

    # ------------------------------------------------------------------ helpers
    def _pool(self, group: Group) -> dict[str, str]:
        """Labelled inputs of the sheet's other formulas outside of tables."""
        if group.table is not None:
            return {}
        pool = self.pools.get(id(group.sheet))
        if pool is None:
            pool = self.pools[id(group.sheet)] = {}
            for other in self.space.groups:
                if other.sheet is group.sheet and other.table is None and other.form.array is None:
                    with suppress(Undecided):
                        pool.update(Walk(self.space, other, lambda _: False).found.bind)
                    if role := self._labelled_total(other):
                        pool.setdefault(f"{column_letter(other.column)}{other.row}", role)
        return pool

    def _labelled_total(self, group: Group) -> str | None:
        """The initial total that a formula outside of tables is labelled as, and proved to be."""
        meaning = label_of(group.sheet, group.row, group.column)[1]
        if meaning is None or not any(role.endswith("_initial") for role in meaning.roles):
            return None
        role = self.of(group).verdict.role if self._is_proved(group) else None  # type: ignore[union-attr]
        return role if role is not None and role.endswith("_initial") else None

    def _is_proved(self, group: Group) -> bool:
        if id(group) in self.under_way:
            return False
        verdict = self.of(group).verdict
        return verdict is not None and verdict.verdict == "proved"

    def _is_refuted(self, group: Group) -> bool:
        verdict = self.of(group).verdict if id(group) not in self.under_way else None
        return verdict is not None and verdict.verdict == "refuted"

    @staticmethod
    def _total(group: Group) -> bool:
        return group.role is not None and group.role.endswith(("_initial", "_final"))

    def _is_total(self, group: Group) -> bool:
        return self._total(group) and id(group) not in self.under_way

    def _placed(self, group: Group, verdict: Verdict) -> Verdict:
        if group.array is not None and group.form.array is None:
            told = f"one array formula fills {group.array}: it is judged row by row, as {group.text}"
            verdict = replace(verdict, assumptions=[*verdict.assumptions, told])
        return replace(verdict, file=self.file, sheet=group.sheet.name, cells=group.cells)

    def _not_decided(self, group: Group, reason: str) -> Proof:
        if group.role is None:
            return Proof(group, None, reason)
        verdict = Verdict(group.text, group.role, "undecided", reason=reason)
        return Proof(group, self._placed(group, verdict))
