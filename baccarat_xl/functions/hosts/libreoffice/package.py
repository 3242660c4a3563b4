"""The add-in as one .oxt file: a zip of text files, the same bytes on every machine."""

from __future__ import annotations

import io
import zipfile
from importlib.resources import files
from typing import Final

from baccarat_xl._version import __version__
from baccarat_xl.functions.hosts.libreoffice.component import PACKAGE, component_text
from baccarat_xl.functions.hosts.libreoffice.icon import icon
from baccarat_xl.functions.hosts.libreoffice.interface import MODULE, configuration, type_library
from baccarat_xl.functions.hosts.libreoffice.older_python import for_older_python
from baccarat_xl.functions.hosts.own_sources import module_files

IDENTIFIER: Final = "baccarat_xl.functions.calc"
LEAST_LIBREOFFICE: Final = "7.4"
"""The oldest LibreOffice in which the functions were swept."""
_LIBRARY, _COMPONENT, _CONFIGURATION = f"{MODULE}.idl", "functions.py", "CalcAddIns.xcu"
_ICON, _DESCRIPTION, _LICENCE = "icon.png", "description.txt", "LICENSE.txt"
_MEDIA_TYPES: Final = {
    _LIBRARY: "application/vnd.sun.star.uno-typelibrary;type=RDB",
    _COMPONENT: "application/vnd.sun.star.uno-component;type=Python",
    _CONFIGURATION: "application/vnd.sun.star.configuration-data",
}
_MANIFEST: Final = """\
<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest">
{entries}
</manifest:manifest>
"""
_ENTRY: Final = '<manifest:file-entry manifest:media-type="{kind}" manifest:full-path="{name}"/>'
_ABOUT: Final = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<description xmlns="http://openoffice.org/extensions/description/2006" \
xmlns:d="http://openoffice.org/extensions/description/2006" \
xmlns:l="http://libreoffice.org/extensions/description/2011" xmlns:xlink="http://www.w3.org/1999/xlink">
<identifier value="{IDENTIFIER}"/>
<version value="{{version}}"/>
<dependencies><l:LibreOffice-minimal-version value="{LEAST_LIBREOFFICE}" \
d:name="LibreOffice {LEAST_LIBREOFFICE}"/></dependencies>
<display-name><name lang="en">Baccarat functions</name></display-name>
<publisher><name lang="en">The baccarat_xl authors (MIT licence)</name></publisher>
<icon><default xlink:href="{_ICON}"/></icon>
<extension-description><src lang="en" xlink:href="{_DESCRIPTION}"/></extension-description>
</description>
"""
_WORDS: Final = """\
Baccarat's drawing rules (standard punto banco) as functions in Calc: card values, totals, the draws, the \
outcome, and checks of recorded rounds; beside them what bets come to under named terms, and exact chances. \
Needs no network and no other package. MIT licence, see LICENSE.txt.
"""


def extension() -> bytes:
    """The .oxt file. Nothing in it is compressed: compressors differ from machine to machine."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as package:
        for name, content in _parts().items():
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.create_system = 0
            package.writestr(entry, content)
    return buffer.getvalue()


def _parts() -> dict[str, bytes]:
    entries = "\n".join(_ENTRY.format(kind=kind, name=name) for name, kind in _MEDIA_TYPES.items())
    texts = {
        "META-INF/manifest.xml": _MANIFEST.format(entries=entries),
        "description.xml": _ABOUT.format(version=__version__),
        _DESCRIPTION: _WORDS,
        _LICENCE: (files(__package__) / "license.txt").read_text(encoding="utf-8"),
        _LIBRARY: type_library(),
        _CONFIGURATION: configuration(),
        _COMPONENT: component_text(),
    }
    parts = {name: text.encode("utf-8") for name, text in texts.items()}
    parts[_ICON] = icon()
    carried = module_files(PACKAGE, respelled=for_older_python)
    return parts | {f"pythonpath/{name}": content for name, content in carried.items()}
