"""Write the page that shows, for workbooks of many producers, which parts each command changes.

    python tests/giveback/table.py docs/given-back.md

Takes LibreOffice and Gnumeric for the workbooks that they save. Parts are compared as they lie packed in the
file, byte for byte.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
if str(HERE.parent.parent) not in sys.path:
    sys.path.insert(0, str(HERE.parent.parent))
from tests.giveback.own_templates import own_template, rounds_to_fill  # noqa: E402
from tests.giveback.producers import ALWAYS, gnumeric, xlsxwriter_rich  # noqa: E402

CONTENTS: Final = (
    ("charts", "chart"),
    ("pictures", "media/"),
    ("pictures", "pictures/"),
    ("shapes", "drawings/drawing"),
    ("macros", "vbaproject"),
    ("notes", "/comments"),
    ("threaded comments", "threadedcomments/"),
    ("slicers", "slicers/"),
    ("pivot caches", "pivotcache/"),
    ("tables", "tables/"),
    ("ribbon", "customui/"),
    ("custom XML", "customxml/"),
    ("printer settings", "printersettings/"),
    ("signature", "_xmlsignatures/"),
    ("embedded objects", "object "),
)
PAGE: Final = """# Given back intact

Which parts of a workbook `check --annotate`, `fix`, `fill` and `undo` change, for {count} workbooks of
different producers. All other parts are byte for byte the original's, as they lie packed in the file.
This page is written by `tests/giveback/table.py`.

- Each workbook holds the same log of ten rounds, five of them at fault.
- `check --annotate` adds notes, fills, and a sheet that lists the findings with links. From the part
  `baccarat-xl/original.bin` and those that did not change, `undo` gives the original back, byte for byte.
- `fix` applies the safe repairs: a total and an outcome.
- `fill` puts three rounds into a template of the user's own: the same workbook with a table for rounds on a
  sheet of its own. `styles.xml` changes since one of the texts looks like a formula, and is to stay a text.
- An OpenDocument package lists its parts in a manifest, which gets a line for the one that is added.
  `fill` takes no OpenDocument templates.
- Encrypted workbooks are checked with `--password`; no copy of them is made, since it would hold their
  contents without the password.
- A file of another kind (`.csv`, `.json`, `.xls`, `.xlsb`, `.fods`, `.parquet`) takes no marks: `--annotate`
  writes its findings into a workbook of their own, with links.

| Workbook | Parts | What is in it | annotate changes | annotate adds | fix changes | fill changes | undo |
| --- | --- | --- | --- | --- | --- | --- | --- |
{rows}
"""


def raw(path: Path) -> dict[str, bytes]:
    """Part -> its packed bytes as they lie in the file."""
    found = {}
    data = path.read_bytes()
    with zipfile.ZipFile(path) as package:
        for info in package.infolist():
            at = info.header_offset
            start = at + 30 + sum(int.from_bytes(data[at + n : at + n + 2], "little") for n in (26, 28))
            found[info.filename] = data[start : start + info.compress_size]
    return found


def differences(before: Path, after: Path) -> tuple[set[str], set[str], set[str]]:
    """The parts that are others, that were added, and that are gone."""
    one, two = raw(before), raw(after)
    changed = {name for name in one if name in two and one[name] != two[name]}
    return changed, set(two) - set(one), set(one) - set(two)


def run(*arguments: str) -> tuple[int, str]:
    """(exit code, the first sentence on stderr) of a command line."""
    done = subprocess.run(
        [sys.executable, "-m", "baccarat_xl", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=HERE.parent.parent,
    )
    return done.returncode, done.stderr.strip()


def row_of(name: str, path: Path, folder: Path) -> str:
    """One line of the table."""
    copy, back, fixed, filled = (
        folder / f"{one}{path.suffix}" for one in ("copy", "back", "fixed", "filled")
    )
    run("check", str(path), "--annotate", str(copy))
    changed, added, gone = differences(path, copy)
    assert not gone
    run("undo", str(copy), "-o", str(back))
    same = back.read_bytes() == path.read_bytes()
    return "| {} |".format(
        " | ".join(
            (
                name,
                str(len(raw(path))),
                contents(path),
                listed(changed),
                listed(added),
                _fixed(path, fixed),
                "-" if path.suffix == ".ods" else _filled(path, folder, filled),
                "the same bytes" if same else "**others**",
            )
        )
    )


def _fixed(path: Path, out: Path) -> str:
    code, said = run("fix", str(path), "-o", str(out))
    if not out.exists():
        return f"refused ({code}): {said.partition(': ')[2]}"
    changed, added, gone = differences(path, out)
    assert not added | gone
    return listed(changed)


def _filled(path: Path, folder: Path, out: Path) -> str:
    template = own_template(path, folder / f"template{path.suffix}")
    code, said = run("fill", str(template), str(rounds_to_fill(folder)), "-o", str(out))
    if not out.exists():
        return f"refused ({code}): {said.partition(': ')[2]}"
    changed, added, gone = differences(template, out)
    assert not added | gone
    return listed(changed)


def contents(path: Path) -> str:
    """What stands in a package beside its cells, in words."""
    names = [name.lower() for name in raw(path)]
    found = (word for word, sign in CONTENTS if any(sign in name for name in names))
    return ", ".join(dict.fromkeys(found)) or "cells alone"


def listed(names: set[str]) -> str:
    """The parts, those of a package's usual folder without its name."""
    short = sorted(name.removeprefix("xl/").removeprefix("worksheets/") for name in names)
    return ", ".join(f"`{name}`" for name in short) or "none"


def workbooks(folder: Path) -> Iterator[tuple[str, Path]]:
    """(name, workbook) of every producer."""
    for number, (name, (write, ending)) in enumerate(ALWAYS.items()):
        (folder / str(number)).mkdir()
        path = folder / str(number) / f"log.{ending}"
        write(path)
        yield name, path
    others = folder / "others"
    others.mkdir()
    gnumeric(others / "gnumeric.xlsx")
    yield "Gnumeric", others / "gnumeric.xlsx"
    rich = others / "rich.xlsx"
    xlsxwriter_rich(rich)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    for kind in ("xlsx", "ods"):
        made = others / kind
        command = ["soffice", profile, "--headless", "--convert-to", kind, "--outdir", str(made), str(rich)]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        yield f"LibreOffice, .{kind}", made / f"rich.{kind}"
    subprocess.run(
        ["ssconvert", str(rich), str(others / "gnumeric.ods")], check=True, capture_output=True, timeout=120
    )
    yield "Gnumeric, .ods", others / "gnumeric.ods"


def main(page: Path) -> None:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, path) in enumerate(workbooks(Path(folder))):
            work = Path(folder) / f"work{number}"
            work.mkdir()
            rows.append(row_of(name, path, work))
            print(rows[-1], flush=True)
    page.write_text(PAGE.format(count=len(rows), rows="\n".join(rows)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
