"""Pages opened in a real browser, without a network."""

from __future__ import annotations

import subprocess
from pathlib import Path


def page_after_its_scripts(browser: str, page: Path) -> str:
    """The page's content once its scripts have run. No address can be reached."""
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND"]
    options += [f"--user-data-dir={page.parent / 'profile'}", "--dump-dom", page.as_uri()]
    done = subprocess.run([browser, *options], capture_output=True, timeout=180, check=False)
    assert done.stdout, done.stderr[-2000:]
    return done.stdout.decode()
