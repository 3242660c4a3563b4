"""Check and inspect thousands of mutants of real files; none may hang, abort or end in a fault of ours.

    python tests/hostile/fuzz.py --count 20000 [--first 0] [--seed 1]
    python tests/hostile/fuzz.py --first 4711 --count 1 --keep FOLDER      write that mutant down

Mutant N of seed S is always the same file, made from `seeds/` (XlsxWriter, openpyxl, LibreOffice, Gnumeric,
CSV, JSON), so a number is enough to make it again. Every fourth is inspected, every sixteenth checked with
its formulas, every eighth annotated, which the original must be had again from, and repaired. The work is
done in a process beside this one, which is ended when it takes more than a minute over one mutant. Ended by
SIGTERM, it prints what there is.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

HERE: Final = Path(__file__).parent
if str(HERE) not in sys.path:
    sys.path.insert(0, str(HERE))
from apart import Answer, Apart  # noqa: E402
from mutate import mutant  # noqa: E402

WITH_FORMULAS: Final = 16
WITH_INSPECTION: Final = 4
GIVEN_BACK: Final = 8
PACKAGES: Final = (".xlsx", ".ods")
SELDOM: Final = {".xls": 0.1}
"""Each of these is read in a process of its own, which takes its time."""
STOP: Final[list[bool]] = []
USAGE: Final = 2
"""Files of kinds that are not repaired are a wrong use."""
MEANINGS: Final = {0: "clean", 1: "findings", 3: "refused", 4: "read in part"}


def seed_files() -> list[Path]:
    """The files that are mutated, in a fixed order."""
    return sorted((HERE / "seeds").iterdir())


def make(number: int, seed: int) -> tuple[Path, bytes]:
    """The file that mutant ``number`` comes from, and the mutant."""
    random = Random(f"{seed}:{number}")
    files = seed_files()
    origin = random.choices(files, [SELDOM.get(file.suffix, 1) for file in files])[0]
    return origin, mutant(origin.read_bytes(), random)


@dataclass
class Tally:
    """What the mutants came to. failures: number -> (origin, what happened)."""

    mutants: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    origins: Counter[str] = field(default_factory=Counter)
    failures: dict[int, tuple[str, str]] = field(default_factory=dict)
    slowest: tuple[float, int] = (0.0, -1)
    given_back: int = 0

    def note(self, number: int, origin: str, answers: list[Answer]) -> None:
        """Count a mutant with what its check and its inspection came to."""
        self.mutants += 1
        self.origins[origin] += 1
        self.ends[MEANINGS.get(-1 if answers[0].code is None else answers[0].code, "failed")] += 1
        self.slowest = max(self.slowest, (sum(answer.seconds for answer in answers), number))
        for answer in answers:
            if answer.failed or (answer.code not in MEANINGS and answer.code != USAGE):
                self.failures[number] = origin, answer.err.strip()[-300:]

    def lines(self) -> Iterator[str]:
        yield f"{self.mutants:,} mutants of {len(self.origins)} files, {len(self.failures)} failures"
        yield ", ".join(f"{end}: {count:,}" for end, count in self.ends.most_common())
        yield f"{self.given_back:,} annotated, had again and repaired"
        yield ", ".join(f"{name}: {count:,}" for name, count in sorted(self.origins.items()))
        yield f"slowest: {self.slowest[0]:.1f} s (mutant {self.slowest[1]})"
        for number, (origin, what) in sorted(self.failures.items()):
            yield f"FAILED mutant {number} of {origin}: {what}"


def given_back(apart: Apart, path: Path) -> list[Answer]:
    """The mutant annotated, had again from the copy and repaired; not to be had again is a failure."""
    copy, back, fixed = (path.with_name(f"{name}{path.suffix}") for name in ("copy", "back", "fixed"))
    before = path.read_bytes()
    answers = [apart.call("check", str(path), "--no-formulas", "--annotate", str(copy))]
    if copy.exists() and path.suffix in PACKAGES and "no marks" not in answers[0].err:
        answers.append(apart.call("undo", str(copy), "-o", str(back)))
        if answers[-1].code or back.read_bytes() != before:
            answers.append(Answer(None, err=f"not the same from its copy: {answers[-1].err}"))
    answers.append(apart.call("fix", str(path), "-o", str(fixed)))
    if path.read_bytes() != before:
        answers.append(Answer(None, err="the file itself was changed"))
    for one in (copy, back, fixed):
        one.unlink(missing_ok=True)
    return answers


def stop(*_: object) -> None:
    """End after the mutant under way, and print what there is."""
    STOP.append(True)


def run(count: int, first: int = 0, seed: int = 1, seconds: float = 60.0, formulas: bool = True) -> Tally:
    """Mutants first .. first + count - 1; ``formulas``: of every sixteenth too."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder, Apart(seconds) as apart:
        for number in range(first, first + count):
            if STOP:
                break
            origin, data = make(number, seed)
            path = Path(folder) / f"mutant{origin.suffix}"
            path.write_bytes(data)
            proved = [] if formulas and number % WITH_FORMULAS == 0 else ["--no-formulas"]
            answers = [apart.call("check", str(path), "--format", "json", *proved)]
            if number % WITH_INSPECTION == 0:
                answers.append(apart.call("inspect", str(path), "--format", "json"))
            if number % GIVEN_BACK == 0:
                answers += given_back(apart, path)
                tally.given_back += 1
            tally.note(number, origin.name, answers)
            if number in tally.failures:
                print(f"mutant {number}: {tally.failures[number]}", file=sys.stderr, flush=True)
            if tally.mutants % 1000 == 0:
                print(f"{tally.mutants:,} mutants", file=sys.stderr, flush=True)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write the mutants there; check none")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        for number in range(options.first, options.first + options.count):
            origin, data = make(number, options.seed)
            (options.keep / f"{number}{origin.suffix}").write_bytes(data)
        return
    signal.signal(signal.SIGTERM, stop)
    tally = run(options.count, options.first, options.seed)
    print("\n".join(tally.lines()))
    sys.exit(bool(tally.failures))


if __name__ == "__main__":
    main()
