"""Enters formulas into cells of a new Calc sheet in the words and separators that a user types.

Run by a Python that knows ``uno`` (the system's, or LibreOffice's own), not by the one of the tests:
python type_in_calc.py PIPE, with a list of formulas as JSON on standard input. Prints what Calc made of them.
"""

import json
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.sheet.FunctionCategory import ADDIN


def connected(pipe):
    """LibreOffice's own context, as soon as it answers."""
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(600):
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(0.1)
    raise SystemExit("LibreOffice did not answer")


def listed(manager, context):
    """The names that the Function Wizard lists under Add-in."""
    functions = manager.createInstanceWithContext("com.sun.star.sheet.FunctionDescriptions", context)
    found = []
    for place in range(functions.Count):
        told = {entry.Name: entry.Value for entry in functions.getByIndex(place)}
        if told["Category"] == ADDIN:
            found.append(told["Name"])
    return found


context = connected(sys.argv[1])
manager = context.ServiceManager
desktop = manager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
hidden = PropertyValue("Hidden", 0, True, 0)
document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (hidden,))
sheet = document.Sheets.getByIndex(0)
entered = []
for row, text in enumerate(json.load(sys.stdin)):
    cell = sheet.getCellByPosition(0, row)
    cell.FormulaLocal = text
    entered.append({"formula": cell.Formula, "error": cell.getError(), "value": cell.Value})
print(json.dumps({"entered": entered, "listed": listed(manager, context)}))
document.close(True)
desktop.terminate()
