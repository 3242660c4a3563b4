"""What ``baccarat-xl check`` does between its options and its report: each file by its configuration."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from baccarat_xl.cli.exit_codes import Exit, worst

if TYPE_CHECKING:
    from baccarat_xl.audit.engine import Options
    from baccarat_xl.audit.finding import CheckResult
    from baccarat_xl.config.accepted import Accepted
    from baccarat_xl.config.configuration import Configuration
    from baccarat_xl.workbook.model import Progress


@dataclass(frozen=True, slots=True)
class Asked:
    """The options that a configuration may set as well. given: those that stand on the command line, which
    win over the configuration key by key."""

    options: Mapping[str, Any]
    given: Collection[str]

    def beside(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """All options, for files with these settings."""
        return {**self.options, **{key: one for key, one in settings.items() if key not in self.given}}


@dataclass(frozen=True, slots=True)
class Checked:
    """result, accepted: of all files; exits: an exit code for each configuration; baseline: the text to
    write; failing: path of each file -> the least severity that counts as a failure there."""

    result: CheckResult
    accepted: Accepted
    exits: Sequence[Exit]
    baseline: str | None
    failing: Mapping[str, str]


def run_check(
    groups: Sequence[tuple[Configuration, Sequence[Path]]],
    asked: Asked,
    *,
    write_baseline: Path | None = None,
    progress: Progress | None = None,
) -> Checked:
    """Check the files of each configuration, leave out what is known or excused, and put all together."""
    from baccarat_xl.audit.engine import check
    from baccarat_xl.audit.finding import CheckResult
    from baccarat_xl.config.accepted import together
    from baccarat_xl.config.settle import Run, settle

    runs: list[Run] = []
    how: list[dict[str, Any]] = []
    for configuration, files in groups:
        wanted = asked.beside(configuration.settings)
        options = _options(wanted)
        result = check(files, options, progress=progress)
        runs.append(
            Run(
                result,
                options.codes,
                options.sheet,
                options.formulas,
                configuration,
                wanted.get("baseline"),
                options.password,
                options.passwords,
            )
        )
        how.append(wanted)
    settled, text = settle(runs, write_baseline)
    results = [result for result, _ in settled]
    whole = CheckResult(
        [file for result in results for file in result.files],
        [finding for result in results for finding in result.findings],
    )
    exits = [
        exit_code(result, wanted["fail_on"], wanted["strict"])
        for result, wanted in zip(results, how, strict=True)
    ]
    failing = {
        file.path: wanted["fail_on"]
        for result, wanted in zip(results, how, strict=True)
        for file in result.files
    }
    return Checked(whole, together([one for _, one in settled]), exits, text, failing)


def _options(wanted: Mapping[str, Any]) -> Options:
    from baccarat_xl.audit.engine import Options

    names = {one.name for one in fields(Options)}
    return Options(**{key: value for key, value in wanted.items() if key in names})


def exit_code(result: CheckResult, fail_on: str, strict: bool) -> Exit:
    """Every code that applies, then the one that wins."""
    applies = [Exit.CLEAN]
    if any(file.refused for file in result.files):
        applies.append(Exit.REFUSED)
    if fail_on != "never" and result.at_least(fail_on):  # type: ignore[arg-type]
        applies.append(Exit.FINDINGS)
    if result.unread or (strict and (result.not_verifiable or result.undecided or result.not_looked_at)):
        applies.append(Exit.INCOMPLETE)
    return worst(applies)
