"""Office.js, as a host."""

from __future__ import annotations

from typing import Any, Final

from baccarat_xl.functions.hosts.host import Files, Host
from baccarat_xl.functions.hosts.officejs.functions_file import COMMAND, functions_js, functions_json
from baccarat_xl.functions.hosts.officejs.icons import SIZES, icon
from baccarat_xl.functions.hosts.officejs.manifest import BASE, NAMESPACE, manifest
from baccarat_xl.functions.hosts.officejs.pane import pane, static
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS


def _note(function: Function[Any]) -> str:
    return f"`={NAMESPACE}.{function.name}(…)`: an add-in's name stands before each of its functions."


def _files() -> Files:
    texts = {
        "manifest.xml": manifest(COMMAND),
        "functions.js": functions_js(),
        "functions.json": functions_json(),
        "taskpane.html": pane(COMMAND),
        "taskpane.css": static("taskpane.css"),
        "taskpane.js": static("taskpane.js"),
    }
    icons = {f"assets/icon-{size}.png": icon(size) for size in SIZES}
    return {name: text.encode("utf-8") for name, text in texts.items()} | icons


_KEYS: Final = "~/.office-addin-dev-certs/localhost"
_SERVE: Final = (
    "Serve the folder over https. On your own computer, with Node.js, in the folder: npx "
    f"office-addin-dev-certs install, then npx http-server -p 3000 --cors -S -C {_KEYS}.crt -K "
    f"{_KEYS}.key (in Windows %USERPROFILE% for ~). On a web space that lets other sites read its files "
    f"(CORS) instead: put its address in place of {BASE} in manifest.xml."
)
_GIVE: Final = (
    "Give Excel manifest.xml. Web: Home, Add-ins, More Add-ins, My Add-ins, Upload My Add-in. Windows: put "
    "it into a shared folder; add the folder's network path under File, Options, Trust Center, Trust Center "
    "Settings, Trusted Add-in Catalogs, tick Show in Menu, restart Excel; then Home, Add-ins, More Add-ins, "
    "Shared Folder. Mac: copy it into ~/Library/Containers/com.microsoft.Excel/Data/Documents/wef, restart "
    "Excel; then Home, Add-ins."
)
_TRY: Final = (
    f"Type ={NAMESPACE}.BANKER_DRAWS(3, 8) into a cell: it shows FALSE. Drawing rules on the Formulas tab "
    "opens the pane with the drawing table and help."
)

HOST: Final = Host(
    name="officejs",
    title="Office.js add-in",
    reach="Excel for Microsoft 365 on Windows and Mac, and Excel on the web; not on iPad",
    needs=f"the folder served over https, at {BASE} or elsewhere: no Python in Excel, no macros",
    steps=(_SERVE, _GIVE, _TRY),
    checked="Swept in Node.js with a stand-in for Excel's runtime; metadata and manifest read by Microsoft's "
    "own tools; the pane tested in Chromium. Excel itself was not run.",
    files=_files,
    note=_note,
    functions=FUNCTIONS,
)
