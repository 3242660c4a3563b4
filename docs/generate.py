"""Write the pages of the documentation that are made from the project's own data.

    python docs/generate.py            # writes docs/functions, docs/hosts, docs/rule-codes.md ...
    python docs/generate.py FOLDER     # first takes over what the tests' sweeps left in FOLDER
    python docs/generate.py --compare FOLDER    # says whether the kept table is what they found

The pages are kept with the project, so that they can be read without being built; a test compares them with a
fresh make.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from baccarat_xl.audit.catalogue import RULES
from baccarat_xl.functions.hosts.catalogue import hosts
from baccarat_xl.functions.hosts.host import Host
from baccarat_xl.functions.payments import PAYMENTS
from baccarat_xl.functions.registry import Function, call_text, literal
from baccarat_xl.functions.whole_library import FUNCTIONS
from baccarat_xl.proof.plain import WRITERS
from baccarat_xl.rules.tableau import BANKER_DRAWS, CARD_VALUES, PLAYER_DRAWS
from baccarat_xl.rules.unknown import NO_CARD

HERE = Path(__file__).parent
KEPT = HERE / "conformance.json"
GENERATED = ("functions", "hosts")
NOTE = "% Made by docs/generate.py; change the data, not this page.\n"


def pages() -> dict[str, str]:
    """Path below docs/ -> text."""
    made = {"functions/index.md": _function_index(), "hosts/index.md": _host_index()}
    made |= {f"functions/{function.name}.md": _function(function) for function in FUNCTIONS}
    made |= {f"hosts/{host.name}.md": _host(host) for host in hosts()}
    made["rule-codes.md"] = _rule_codes()
    made["tableau.md"] = _tableau()
    made["conformance.md"] = _conformance(json.loads(KEPT.read_text(encoding="utf-8")))
    return {path: f"{NOTE}\n{text.strip()}\n" for path, text in made.items()}


def _table(header: tuple[str, ...], rows: Iterator[tuple[object, ...]] | list[tuple[object, ...]]) -> str:
    lines = [header, tuple("---" for _ in header), *rows]
    return "\n".join(
        "| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines
    )


def _contents(names: list[str]) -> str:
    return "\n".join(["```{toctree}", ":hidden:", "", *names, "```"])


def _shown(result: object) -> str:
    if isinstance(result, bool):
        return f"`{str(result).upper()}`"
    return "empty text" if result == "" else f"`{result if isinstance(result, str) else literal(result)}`"


# ------------------------------------------------------------------ functions
def _function_index() -> str:
    rows = [(f"[{f.name}]({f.name}.md)", f"`{f.syntax}`", f.summary) for f in FUNCTIONS]
    intro = (
        "Every function means the same in every program. Totals are 0-9, never sums such as 13. A card is "
        "typed as A, 2-10, T, J, Q, K with or without a suit, or as a number 0-13, where 10-13 are worth 0. "
        'An empty cell is no card (or a total not known), `"?"` is a card that was drawn and not seen.'
        "\n\nThe last four are about payments and chances, to settle recorded bets and to audit a log or a "
        "simulator. They select no draw, forecast no round and advise no wager."
    )
    parts = ["# Functions", intro, _table(("function", "syntax", "what it gives"), rows)]
    return "\n\n".join([*parts, _contents([f.name for f in FUNCTIONS])])


def _function(function: Function[Any]) -> str:
    arguments = [(f"`{a.name}`", "no" if a.optional else "yes", a.help) for a in function.arguments]
    examples = [
        (f"`={call_text(function, e.arguments)}`", _shown(e.result), e.note) for e in function.examples
    ]
    errors = [(f"`{error}`", when) for error, when in function.errors]
    parts = [
        f"# {function.name}",
        function.summary,
        f"```text\n{function.syntax}\n```",
        "## Arguments",
        _table(("argument", "needed", "what it takes"), arguments),
        "## Returns",
        function.returns[0].upper() + function.returns[1:],
        "## Errors",
        _table(("the cell shows", "when"), errors),
        "## Examples",
        _table(("formula", "result", ""), examples),
        "## In each program",
        "\n".join(_host_notes(function)),
        _about(function),
    ]
    return "\n\n".join(parts)


def _about(function: Function[Any]) -> str:
    if function in PAYMENTS:
        return (
            "Payments and chances select no draw and forecast none: see [the terms](../bets.md) and "
            "[the exact frequencies](../odds.md)."
        )
    return f"Rules: {', '.join(function.clauses)} ([the rules](../rules.md))."


def _host_notes(function: Function[Any]) -> Iterator[str]:
    if function.name in WRITERS:
        yield f"- Plain formulas: has one (`baccarat-xl formula {function.name}`)."
    elif function in PAYMENTS:
        yield "- Plain formulas: none."
    else:
        yield "- Plain formulas: none; it would be too long for a cell."
    for host in hosts():
        if function not in host.functions:
            continue
        note = host.note(function) if host.note else ""
        yield f"- [{host.title}](../hosts/{host.name}.md): {note or 'as above.'}"


# ------------------------------------------------------------------ hosts
def _host_index() -> str:
    rows = [(f"[{h.title}]({h.name}.md)", h.reach, h.needs) for h in hosts()]
    rows.append(("[Plain formulas](../plain-formulas.md)", "every spreadsheet program", "nothing at all"))
    parts = [
        "# Install",
        "Choose by where you work. All give the same answers: see [how that is known](../conformance.md).",
        _table(("way", "where it runs", "what it needs"), rows),
    ]
    return "\n\n".join([*parts, _contents([*(h.name for h in hosts()), "../plain-formulas"])])


def _host(host: Host) -> str:
    steps = "\n".join(f"{number}. {step}" for number, step in enumerate(host.steps, start=1))
    files = "\n".join(f"- `{name}`" for name in host.files())
    parts = [
        f"# {host.title}",
        f"Runs in {host.reach}. Needs {host.needs}.",
        f"```text\nbaccarat-xl addin {host.name} -o FOLDER\n```",
        f"It writes\n\n{files}",
        "## Install",
        steps,
        "## How it was checked",
        f"{host.checked} The figures: [all programs side by side](../conformance.md).",
    ]
    picture = HERE / "pictures" / f"{host.name}.png"
    if picture.exists():
        caption = _captions()[host.name]
        parts.insert(5, f"![{caption}](../pictures/{picture.name})\n\n*{caption}*")
    more = HERE / "about" / f"{host.name}.md"
    if more.exists():
        parts.append(more.read_text(encoding="utf-8"))
    return "\n\n".join(parts)


def _captions() -> dict[str, str]:
    """What each picture shows, and what program drew it."""
    told: dict[str, str] = json.loads((HERE / "pictures" / "captions.json").read_text(encoding="utf-8"))
    return told


# ------------------------------------------------------------------ rules
def _rule_codes() -> str:
    families = {
        "1": "Cards and totals",
        "2": "Draws and outcomes",
        "3": "Formulas",
        "4": "Settlement",
        "5": "The sheet itself",
        "6": "Frequencies",
    }
    parts = ["# Rule codes", "What `baccarat-xl check` finds. A code never changes its meaning."]
    last = ""
    for code, rule in RULES.items():
        if code[4] != last:
            last = code[4]
            parts.append(f"## {families[last]}")
        title, _, rest = rule.page().partition("\n")
        parts += [
            f"### {code}: {title.strip()}",
            f"Severity {rule.severity}, {rule.clause}.",
            f"```text\n{rest.strip()}\n```",
        ]
    return "\n\n".join(parts)


def _tableau() -> str:
    marks = {True: "draws", False: "stands"}
    rows = [
        (f"**{row}**", *(marks[BANKER_DRAWS[row, third]] for third in (NO_CARD, *CARD_VALUES)))
        for row in sorted({row for row, _ in BANKER_DRAWS})
    ]
    player = [tuple(marks[draws] for draws in PLAYER_DRAWS.values())]
    parts = [
        "# The drawing table",
        "Player, by Player's initial total, where neither hand has a natural (R4):",
        _table(tuple(map(str, PLAYER_DRAWS)), player),
        "Banker, by Banker's initial total (down) and Player's third card (across), where neither hand has a "
        "natural (R5):",
        _table(("Banker", "Player stood", *map(str, CARD_VALUES)), rows),
    ]
    return "\n\n".join(parts)


# ------------------------------------------------------------------ conformance
def _conformance(kept: dict[str, Any]) -> str:
    by_host = {host.name: host.title for host in hosts()}
    parts = [
        "# All programs side by side",
        "Each function is swept in each program over every state that its inputs can have: totals, cards, "
        'empty cells, empty text, `"?"`, wrong kinds, numbers out of range and error values. Each answer is '
        "compared with the Python functions, value and type. The tests make this table from these sweeps.",
    ]
    for name, swept in kept.items():
        functions = swept["functions"]
        rows = [(f, f"{n['states']:,}", n["mismatches"]) for f, n in functions.items()]
        total = sum(n["states"] for n in functions.values())
        wrong = sum(n["mismatches"] for n in functions.values())
        rows.append(("**all**", f"**{total:,}**", f"**{wrong}**"))
        also = "".join(
            f" Also run by {engine}: {n['states']:,} of these states, {n['mismatches']} mismatches."
            for engine, n in swept.get("also", {}).items()
        )
        parts += [f"## {by_host.get(name, name)}", f"Run by {swept['engine']}.{also}"]
        parts.append(_table(("function", "states", "mismatches"), rows))
    left_out = [title for name, title in by_host.items() if name not in kept]
    if left_out:
        parts.append(f"Not swept yet: {', '.join(left_out)}.")
    return "\n\n".join(parts)


def take_over(folder: Path) -> dict[str, Any]:
    """The sweeps of one test run, by host and function.

    Where two programs swept a host (Google Sheets: a script and named functions), the one with more states is
    told by function, the other in total.
    """
    found: dict[str, Any] = {}
    order = [function.name for function in FUNCTIONS]
    for path in sorted(folder.glob("*.jsonl")):
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        engine = max(lines, key=lambda line: line["states"])["engine"]
        best: dict[str, Any] = {}
        others: dict[str, Any] = {}
        for line in lines:
            counts = {"states": line["states"], "mismatches": line["mismatches"]}
            if line["engine"] == engine:
                best[line["function"]] = counts
                continue
            total = others.setdefault(line["engine"], {"states": 0, "mismatches": 0})
            for key, count in counts.items():
                total[key] += count
        names = sorted(best, key=order.index)
        found[path.stem] = {"engine": engine, "functions": {name: best[name] for name in names}}
        found[path.stem] |= {"also": others} if others else {}
    return found


def compare(folder: Path) -> None:
    """Ends with a sentence where the kept table says another thing than these sweeps; versions may differ."""
    found, kept = take_over(folder), json.loads(KEPT.read_text(encoding="utf-8"))
    differing = [
        name
        for name in sorted({*found, *kept})
        if _counts(found.get(name, {})) != _counts(kept.get(name, {}))
    ]
    if differing:
        sys.exit(f"docs/conformance.json is not what was found for {', '.join(differing)}: make it again")


def _counts(swept: dict[str, Any]) -> tuple[object, ...]:
    """What must be the same, whatever the versions of the programs."""
    return swept.get("functions"), *swept.get("also", {}).values()


def main() -> None:
    if sys.argv[1:2] == ["--compare"]:
        compare(Path(sys.argv[2]))
        return
    if len(sys.argv) > 1:
        kept = json.dumps(take_over(Path(sys.argv[1])), indent=1, ensure_ascii=False)
        KEPT.write_text(kept + "\n", encoding="utf-8")
    made = pages()
    for folder in GENERATED:
        shutil.rmtree(HERE / folder, ignore_errors=True)
    for path, text in made.items():
        (HERE / path).parent.mkdir(parents=True, exist_ok=True)
        (HERE / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
