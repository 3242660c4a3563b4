"""The nearest repair of a formula: fewest tokens changed, found by trying, proved by the sweep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from baccarat_xl.proof.judge import Judgement
from baccarat_xl.proof.misread import LOW_NATURAL, PLAYER_LAST
from baccarat_xl.proof.nested import Call, Group, Item, calls, flatten, nest
from baccarat_xl.proof.suggest import Maker
from baccarat_xl.proof.text import Formula, Token, read_formula
from baccarat_xl.proof.undecided import Undecided

if TYPE_CHECKING:
    from baccarat_xl.proof.question import Question
    from baccarat_xl.proof.trial import Trial

COMPARISONS: Final = ("<=", "<", ">=", ">", "=", "<>")
TENS: Final = ("tens", "numbers")
"""Ways of writing cards in which 10 is a card; elsewhere nothing is compared with it."""
MOST_TOKENS: Final = 220
MOST_EDITS: Final = 700
_BEST: Final = 26


def repairs(trial: Trial, question: Question, formula: Formula, judgement: Judgement) -> str | None:
    """The formula with the fewest tokens changed that is right in every state, or None."""
    if len(formula.tokens) > MOST_TOKENS:
        return None
    maker = Maker(question, formula, judgement)
    single = [*_dropped(formula), *_exchanged(formula, maker), *list(_edits(formula, maker))[:MOST_EDITS]]
    wrapped = _wrapped(formula, maker)
    for candidates in (single, [*_turned(formula), *wrapped]):
        found = trial.proved(candidates)
        if found:
            return min((one.typed for one in found), key=len)
    scored = sorted(
        zip(trial.scores([*wrapped, *single]), [*wrapped, *single], strict=True),
        key=lambda entry: (entry[0][1] > 0, entry[0][1] - entry[0][0]),
    )
    best = _varied([one for (fixed, _), one in scored if fixed], formula)
    pairs = list(_pairs(formula, best, maker))
    found = trial.proved(pairs[:MOST_EDITS])
    return min(found, key=lambda one: _distance(formula, one)).typed if found else None


def _varied(candidates: list[Formula], formula: Formula) -> list[Formula]:
    """The best, at most two at any one place."""
    best: list[Formula] = []
    taken: Counter[int] = Counter()
    for one in candidates:
        place = -1
        if len(one.tokens) == len(formula.tokens):
            place = next(
                at
                for at, pair in enumerate(zip(one.tokens, formula.tokens, strict=True))
                if pair[0] != pair[1]
            )
        taken[place] += 1
        if taken[place] <= (2 if place >= 0 else 6):
            best.append(one)
    return best[:_BEST]


def _distance(one: Formula, other: Formula) -> int:
    if len(one.tokens) != len(other.tokens):
        return 100 + abs(len(one.tokens) - len(other.tokens))
    return sum(first != second for first, second in zip(one.tokens, other.tokens, strict=True))


def _edits(formula: Formula, maker: Maker) -> Iterator[Formula]:
    """Every formula with one token changed: the likeliest changes of each first."""
    for place, token in enumerate(formula.tokens):
        for text in _instead(token, formula, maker):
            tokens = list(formula.tokens)
            tokens[place] = Token(token.kind, text)
            yield formula.with_tokens(tuple(tokens))


def _instead(token: Token, formula: Formula, maker: Maker) -> list[str]:
    if token.kind == "number" and token.text.isdigit():
        own = int(token.text)
        tens = own > 9 or any(maker.spelled.cards.get(role) in TENS for role in maker.cell)
        return [str(n) for n in sorted(range(11 if tens else 10), key=lambda n: abs(n - own)) if n != own]
    if token.kind == "infix" and token.text in COMPARISONS:
        return [sign for sign in COMPARISONS if sign != token.text]
    if token.kind == "call" and token.text.upper() in ("AND(", "OR("):
        return ["OR(" if token.text.upper() == "AND(" else "AND("]
    if token.kind == "reference":
        return [cell for cell in maker.cell.values() if cell != token.text]
    if token.kind == "text":
        others = [other.text for other in formula.tokens if other.kind == "text"]
        return [text for text in dict.fromkeys(others) if text != token.text]
    if token.kind == "logical":
        return ["FALSE" if token.text.upper() == "TRUE" else "TRUE"]
    return []


def _exchanged(formula: Formula, maker: Maker) -> Iterator[Formula]:
    """Every formula that reads another cell wherever it reads one: the final total for the third card."""
    own = dict.fromkeys(token.text for token in formula.tokens if token.kind == "reference")
    for text in own:
        if sum(token.text == text for token in formula.tokens) < 2:
            continue
        for cell in maker.cell.values():
            if cell != text:
                new = Token("reference", cell)
                yield formula.with_tokens(
                    tuple(
                        new if token.kind == "reference" and token.text == text else token
                        for token in formula.tokens
                    )
                )


def _dropped(formula: Formula) -> list[Formula]:
    """Every formula with one IF left out: one of its branches in its place."""
    out = []
    count = sum(call.name == "IF" and len(call.arguments) == 3 for call in calls(nest(formula.tokens)))
    for place in range(count):
        for branch in (1, 2):
            seen = -1

            def keep(items: list[Item], place: int = place, branch: int = branch) -> list[Item]:
                nonlocal seen
                out: list[Item] = []
                for item in items:
                    if isinstance(item, Call) and item.name == "IF" and len(item.arguments) == 3:
                        seen += 1
                        if seen == place:
                            out += item.arguments[branch]
                            continue
                    if isinstance(item, Call):
                        out.append(Call(item.name, [keep(argument) for argument in item.arguments]))
                    elif isinstance(item, Group):
                        out.append(Group(item.opening, keep(item.items), item.closing))
                    else:
                        out.append(item)
                return out

            out.append(formula.with_tokens(flatten(keep(nest(formula.tokens)))))
    return [one for one in out if one.tokens]


def _turned(formula: Formula) -> list[Formula]:
    """Every formula with the two branches of one IF exchanged."""
    out = []
    count = sum(call.name == "IF" and len(call.arguments) == 3 for call in calls(nest(formula.tokens)))
    for place in range(count):
        items = nest(formula.tokens)
        ifs = [call for call in calls(items) if call.name == "IF" and len(call.arguments) == 3]
        condition, yes, no = ifs[place].arguments
        ifs[place].arguments = [condition, no, yes]
        out.append(formula.with_tokens(flatten(items)))
    return out


def _wrappers(maker: Maker) -> Iterator[tuple[str, str]]:
    """(text before, text after) of what can be put around a formula."""
    role = maker.judgement.role
    if role in ("player_draws", "banker_draws", "instruction"):
        no = maker.word("none" if role == "instruction" else False)
        totals = [maker.total(side) for side in ("player", "banker")]
        for total in totals:
            if total:
                yield f"IF({total}>={LOW_NATURAL},{no},", ")"
        if all(totals):
            yield f"IF(OR({totals[0]}>={LOW_NATURAL},{totals[1]}>={LOW_NATURAL}),{no},", ")"
    if role == "banker_draws" and "player_third" in maker.cell and maker.total("banker"):
        stood = maker.choose(f"{maker.total('banker')}<={PLAYER_LAST}")
        yield f"IF({maker.none('player_third')},{stood},", ")"
    if role.endswith(("initial", "final", "card_value")):
        yield "MOD(", ",10)"
    if role in ("natural", "player_draws", "banker_draws"):
        yield "NOT(", ")"


def _wrapped(formula: Formula, maker: Maker) -> list[Formula]:
    out: list[Formula] = []
    for before, after in _wrappers(maker):
        tokens = _around(before, formula.tokens, after)
        if tokens:
            out.append(formula.with_tokens(tokens))
    for before, after in list(_wrappers(maker)):
        if before.startswith("IF("):
            for one in list(out):
                tokens = _around(before, one.tokens, after)
                if tokens:
                    out.append(formula.with_tokens(tokens))
    out += _inside(formula, maker)
    return out[:60]


def _around(before: str, tokens: tuple[Token, ...], after: str) -> tuple[Token, ...] | None:
    try:
        whole = nest(read_formula(f"={before}0{after}").tokens)
    except Undecided:
        return None
    return _filled(whole, nest(tokens))


def _filled(items: list[Item], inner: list[Item]) -> tuple[Token, ...]:
    """A wrapper with a formula in the place of its last (or, for MOD, its first) argument."""
    call = items[0]
    assert isinstance(call, Call)
    call.arguments[0 if call.name in ("MOD", "NOT") else -1] = inner
    return flatten(items)


def _inside(formula: Formula, maker: Maker) -> list[Formula]:
    """The branch for Player having stood, put in front of each last branch of the formula's own IFs."""
    if (
        maker.judgement.role != "banker_draws"
        or "player_third" not in maker.cell
        or not maker.total("banker")
    ):
        return []
    stood = maker.choose(f"{maker.total('banker')}<={PLAYER_LAST}")
    out = []
    count = sum(call.name == "IF" and len(call.arguments) == 3 for call in calls(nest(formula.tokens)))
    for place in range(min(count, 12)):
        items = nest(formula.tokens)
        call = [one for one in calls(items) if one.name == "IF" and len(one.arguments) == 3][place]
        tokens = _around(f"IF({maker.none('player_third')},{stood},", flatten(call.arguments[2]), ")")
        if tokens:
            call.arguments[2] = nest(tokens)
            out.append(formula.with_tokens(flatten(items)))
    return out


def _pairs(formula: Formula, best: list[Formula], maker: Maker) -> Iterator[Formula]:
    """Two changes at once: two tokens, or something put around and a token."""
    for index, first in enumerate(best):
        for second in best[index + 1 :]:
            if len(first.tokens) == len(second.tokens) == len(formula.tokens):
                tokens = list(formula.tokens)
                for place, own in enumerate(formula.tokens):
                    for changed in (first.tokens[place], second.tokens[place]):
                        if changed != own:
                            tokens[place] = changed
                yield formula.with_tokens(tuple(tokens))
    for one in best:
        if len(one.tokens) == len(formula.tokens):
            for before, after in _wrappers(maker):
                tokens_ = _around(before, one.tokens, after)
                if tokens_:
                    yield formula.with_tokens(tokens_)
