"""The named functions as a module for Excel Labs, Microsoft's editor of named formulas."""

from __future__ import annotations

from baccarat_xl.functions.hosts.generated import generated_from
from baccarat_xl.functions.hosts.named_lambda.payments import whole_definitions


def excel_labs_text() -> str:
    """``NAME = formula;`` for each name. What stands in ``/** */`` becomes the name's comment.

    Excel Labs takes no tabs and no carriage returns, and a module without a name adds no prefix.
    """
    head = "// Baccarat's drawing rules, payments and exact chances as named functions.\n"
    head += f"// {generated_from('baccarat-xl addin lambda')}\n"
    pieces = [
        f"/** {definition.comment} */\n{definition.name} = {definition.formula_for_reading};\n"
        for definition in whole_definitions()
    ]
    return "\n".join([head, *pieces])
