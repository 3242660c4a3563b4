"""Our own parsers under atheris, which finds its way by what each input reaches.

    pip install atheris
    python tests/hostile/coverage_fuzz.py [TARGET ...] -max_total_time=600 [-runs=N] [CORPUS]

Without a target all of `targets.py` take turns: the first byte of an input says whose it is. It ends with the
first input that ends in anything but a refusal; `-artifact_prefix=FOLDER/` says where that is kept.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(Path(__file__).parent), str(ROOT)]
import atheris  # noqa: E402

with atheris.instrument_imports(include=["baccarat_xl"]):
    from targets import SEEDS, TARGETS


def main() -> None:
    names = [name for name in sys.argv[1:] if name in TARGETS] or list(TARGETS)
    options = [one for one in sys.argv[1:] if one not in TARGETS]

    def one_input(data: bytes) -> None:
        if data:
            TARGETS[names[data[0] % len(names)]](data[1:])

    with tempfile.TemporaryDirectory() as folder:
        for place, name in enumerate(names):
            for number, seed in enumerate(SEEDS[name]):
                (Path(folder) / f"{name}{number}").write_bytes(bytes([place]) + seed)
        atheris.Setup([sys.argv[0], *options, folder], one_input)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
