"""Formulas that could take a process down, evaluated in one of their own, with a time and a memory limit."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl import child
from baccarat_xl.proof.undecided import Undecided

if TYPE_CHECKING:
    from baccarat_xl.proof.engine import Sweeper
    from baccarat_xl.proof.surroundings import Value
    from baccarat_xl.proof.text import Formula

MEMORY: Final = 2 << 30


def sweep_apart(
    sweeper: Sweeper,
    read: Sequence[Formula],
    helpers: dict[str, Formula],
    states: Sequence[Sequence[Value]],
    at: str | None,
) -> list[list[Any]]:
    """`Sweeper.sweep_here` in a process of its own. Raises Undecided when that ends or takes too long."""
    task = pickle.dumps((sweeper, read, helpers, states, at))
    try:
        code, answer = child.run(__name__, task, sweeper.seconds + 10, MEMORY)
    except child.TooLong:
        raise Undecided(f"it takes longer than {sweeper.seconds:g} seconds") from None
    except child.TooLarge:
        raise Undecided(f"it needs more than {MEMORY >> 30} GiB of memory") from None
    except OSError as error:
        raise Undecided(f"no process could be started to evaluate it in: {error.strerror}") from None
    if code or not answer:
        raise Undecided("the evaluator broke down over it")
    # What comes back was pickled by our own code in our own child: no foreign data is unpickled.
    result = pickle.loads(answer)
    if isinstance(result, Undecided):
        raise result
    answers: list[list[Any]] = result
    return answers


def serve() -> None:
    """In the process of its own: take a task from stdin, write the answers to stdout."""
    sweeper, read, helpers, states, at = pickle.loads(sys.stdin.buffer.read())
    child.limit(MEMORY, sweeper.seconds + 10)
    try:
        result: Any = sweeper.sweep_here(read, helpers, states, at)
    except Undecided as reason:
        result = reason
    sys.stdout.buffer.write(pickle.dumps(result))
    sys.stdout.buffer.flush()
