"""One description a function: every host, help page and test is made from it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from baccarat_xl.functions.coerce import Readable

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

R = TypeVar("R")
CATEGORY: Final = "Baccarat"
SUMMARY_LIMIT: Final = 120
HELP_LIMIT: Final = 255


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument: its name in lower case, what it takes, help of at most 255 characters."""

    name: str
    kind: Readable
    help: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """A call with cell values and the result that a cell shows (an error as its text, such as ``#N/A``)."""

    arguments: tuple[object, ...]
    result: object
    note: str = ""


@dataclass(frozen=True, slots=True)
class Amount:
    """An argument that only scales the answer, such as a stake: a column need not be answered one by one.

    ``place`` is its place; ``rate`` answers from all arguments without looking at it, with a text; ``read``
    takes a column of numbers and says what is counted and which of them are amounts at all; ``answers`` gives
    the answers for one rate.
    """

    place: int
    rate: Callable[..., object]
    read: Callable[[npt.NDArray[np.float64]], tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]]
    answers: Callable[[str, npt.NDArray[np.int64]], npt.NDArray[np.float64]]


class Function(Generic[R]):
    """A function that cells and Python can call.

    Calling it reads each argument by its kind, raises InputError for what cannot be used, and answers with
    Python values (UNKNOWN where the inputs do not settle it). Hosts use `baccarat_xl.functions.cells`.
    ``hands`` names pairs of arguments, two cards, that count only by the total they make; ``amount`` an
    argument that only scales the answer.
    """

    def __init__(
        self,
        implementation: Callable[..., R],
        summary: str,
        arguments: tuple[Argument, ...],
        returns: str,
        errors: tuple[tuple[str, str], ...],
        examples: tuple[Example, ...],
        clauses: tuple[str, ...],
        hands: tuple[tuple[int, int], ...] = (),
        amount: Amount | None = None,
    ) -> None:
        self.implementation = implementation
        self.name = implementation.__name__.upper()
        self.summary = summary
        self.arguments = arguments
        self.returns = returns
        self.errors = errors
        self.examples = examples
        self.clauses = clauses
        self.hands = hands
        self.amount = amount
        self.__name__ = implementation.__name__
        self.__qualname__ = self.__name__
        self.__module__ = implementation.__module__
        self.__doc__ = self._docstring()
        self.__signature__ = inspect.Signature(
            [
                inspect.Parameter(
                    argument.name,
                    inspect.Parameter.POSITIONAL_OR_KEYWORD,
                    default=None if argument.optional else inspect.Parameter.empty,
                )
                for argument in arguments
            ]
        )

    @property
    def example(self) -> Example:
        """The worked example that templates and help show."""
        return self.examples[0]

    @property
    def required(self) -> int:
        """How many arguments must be given."""
        return sum(not argument.optional for argument in self.arguments)

    @property
    def syntax(self) -> str:
        """``NAME(required, [optional])``."""
        names = (f"[{a.name}]" if a.optional else a.name for a in self.arguments)
        return f"{self.name}({', '.join(names)})"

    def __call__(self, *given: object, **named: object) -> R:
        bound = self.__signature__.bind(*given, **named)
        bound.apply_defaults()
        return self.evaluate(
            *(argument.kind.read(bound.arguments[argument.name]) for argument in self.arguments)
        )

    def evaluate(self, *parsed: object) -> R:
        """The answer for arguments that are read already, one for each argument."""
        return self.implementation(*parsed)

    def __repr__(self) -> str:
        return f"<function {self.syntax}>"

    def _docstring(self) -> str:
        lines = [self.summary, ""]
        lines += [f"{a.name}: {a.help}" for a in self.arguments]
        lines += ["", f"Returns {self.returns}"]
        lines += [f"In a cell {error} {when}." for error, when in self.errors]
        lines += ["", "From Python, None and empty text are blank. Where a cell shows #N/A the answer is"]
        lines += ["UNKNOWN; for #VALUE! it raises WrongKind or Contradiction, for #NUM! OutOfRange."]
        return "\n".join([*lines, f"Rule: {', '.join(self.clauses)}."])


def call_text(function: Function[object], arguments: tuple[object, ...]) -> str:
    """A call as it is typed into a cell, without the equals sign: ``CARD_VALUE("K")``."""
    return f"{function.name}({', '.join(map(literal, arguments))})"


def literal(value: object) -> str:
    """A cell value as it is typed into a formula; None is an argument left out."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)
