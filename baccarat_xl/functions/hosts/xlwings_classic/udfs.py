"""The functions as xlwings UDFs: name this module under *UDF Modules* in the xlwings ribbon.

``baccarat_xl.functions.hosts.xlwings_classic.udfs`` holds one function for each in the registry, under its
name in capitals. Importing it elsewhere than on Windows with pywin32 gives the warning `HostMissing`; the
functions then still answer Python. The wrapper that ``baccarat-xl addin vba`` writes gives real cell errors.
"""

from __future__ import annotations

from baccarat_xl.functions.hosts.xlwings_classic.bridge import as_udf, warn_without_host
from baccarat_xl.functions.whole_library import FUNCTIONS

UDFS = {function.name: as_udf(function) for function in FUNCTIONS}
"""Name -> function."""
globals().update(UDFS)
__all__ = ["UDFS", *UDFS]
warn_without_host(list(UDFS.values()), __name__)
