"""Why a formula was neither proved nor refuted."""

from __future__ import annotations

from baccarat_xl.errors import BaccaratError


class Undecided(BaccaratError):
    """The formula cannot be judged; the message is the reason, one sentence without a full stop."""
