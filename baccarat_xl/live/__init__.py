"""A workbook that is open in Excel, checked where it stands, through xlwings' object model.

`check_this_workbook` reads every sheet, hands it to the same audit as ``baccarat-xl check``, writes the
findings on a sheet of their own and marks their cells; `undo_marks` takes all of that away again.
"""

from __future__ import annotations

from baccarat_xl.live.check import LiveCheck, check_this_workbook, undo_marks

__all__ = ["LiveCheck", "check_this_workbook", "undo_marks"]
