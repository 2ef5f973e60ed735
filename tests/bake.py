"""Store the answers of the notebooks and the picture of the README: ``python tests/bake.py [notebook ...]``."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # this checkout's gamekit, installed or not
os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])

from gamekit.storage.notebooks import bake  # noqa: E402

PICTURES = {one: ROOT / "notebooks" / f"battle_board{end}.svg" for one, end in (("en", ""), ("ja", "_ja"))}


def picture(language: str) -> str:
    """The battle of Utica on the board: the picture of the README and of the first notebook in a language."""
    from gamekit import julius_caesar as jc
    from gamekit.widgets.julius_caesar import BattleBoard

    utica = jc.Battle(
        attacker=jc.army("Caesar, Equitatus 1, Legio 10, Legio 13", "Caesar"),
        defender=jc.army("Pompey, Legio 39, Ballista, Navis 3", "Pompey"),
        attacker_reserve=jc.army("Auxilia 3, Legio 8", "Caesar"),
        defender_reserve=jc.army("Elephant, Legio 38", "Pompey"),
    )
    board = BattleBoard(utica, language)
    board.finish_background_work(charts=False)  # until the chances are exact
    return board.svg() + "\n"


if __name__ == "__main__":
    names = sys.argv[1:]
    for language, place in PICTURES.items() if not names else ():
        place.write_text(picture(language), encoding="utf-8")
    for path in [Path(name).resolve() for name in names] or sorted((ROOT / "notebooks").glob("*.ipynb")):
        print(f"{path.name}: {'changed' if bake(path) else 'unchanged'}", flush=True)
