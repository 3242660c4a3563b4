"""The hosts by name; each is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from baccarat_xl.functions.hosts.host import Host

HOST_MODULES: Final = {
    "lambda": "named_lambda",
    "libreoffice": "libreoffice",
    "officejs": "officejs",
    "sheets": "sheets",
    "vba": "vba",
    "xlwings": "xlwings_classic",
    "xlwings-lite": "xlwings_lite",
}
"""Name -> package beside this module; its module ``host`` holds ``HOST``."""


def host(name: str) -> Host:
    """One host. Raises KeyError for a name that is not in `HOST_MODULES`."""
    module = import_module(f"baccarat_xl.functions.hosts.{HOST_MODULES[name]}.host")
    found: Host = module.HOST
    return found


def hosts() -> tuple[Host, ...]:
    """All of them."""
    return tuple(map(host, HOST_MODULES))
