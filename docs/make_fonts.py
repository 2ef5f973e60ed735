"""Make the fonts in ``data/fonts``, with which pictures and worksheets are drawn: ``python docs/make_fonts.py``.

Needs fonttools and Debian's fonts-noto-cjk. The regular sans has JIS level 1 and all letters of this repository, the
bold sans and the serif of names the latter only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from fontTools.ttLib import TTFont

ROOT = Path(__file__).parent.parent
NOTO = Path("/usr/share/fonts/opentype/noto")
JAPANESE = {"Sans": 0, "Serif": 0}  # the number of the Japanese font in each collection
KEPT = ("*.py", "*.csv", "*.toml", "*.ipynb", "*.js", "*.css", "*.md")


def jis_level_1() -> str:
    rows = (*range(1, 9), *range(16, 48))
    return "".join(bytes((0xA0 + row, 0xA0 + cell)).decode("euc_jp", "ignore") for row in rows for cell in range(1, 95))


def main() -> None:
    files = [path for kind in KEPT for room in ("gamekit", "data", "notebooks") for path in (ROOT / room).rglob(kind)]
    ours = "".join(sorted({c for path in files for c in path.read_text(encoding="utf-8") if c.isprintable()}))
    whole = "".join(sorted({*ours, *jis_level_1()} - {"\u3000"}))
    for family, weight, letters in (("Sans", "Regular", whole), ("Sans", "Bold", ours), ("Serif", "Regular", ours)):
        command = (
            sys.executable,
            "-m",
            "fontTools.subset",
            NOTO / f"Noto{family}CJK-{weight}.ttc",
            f"--text={letters}",
        )
        plain = ("--no-hinting", "--desubroutinize", "--layout-features=kern,palt", "--name-IDs=0,1,2,4,6,13,14")
        where = ROOT / f"data/fonts/Noto{family}JP-{weight}.otf"
        subprocess.run((*command, f"--font-number={JAPANESE[family]}", *plain, f"--output-file={where}"), check=True)
    letters = sorted(map(chr, TTFont(ROOT / "data/fonts/NotoSansJP-Regular.otf").getBestCmap()))
    (ROOT / "data/fonts/letters.txt").write_text("".join(filter(str.isprintable, letters)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
