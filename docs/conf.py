"""How Sphinx builds the documentation: python -m sphinx -W -b html docs FOLDER."""

from __future__ import annotations

from baccarat_xl._version import __version__

project = "baccarat_xl"
copyright = "the authors of baccarat_xl, MIT licence"
release = version = __version__
extensions = ["myst_parser", "sphinx_copybutton"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
exclude_patterns = ["about/*", "_build"]
smartquotes = False
html_theme = "furo"
html_title = f"baccarat_xl {release}"
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
suppress_warnings = ["myst.header"]
