"""Write cases for `evaluate_anchoring`, from our own texts or from others: `python -m tests.traps FOLDER [TEXTS]`."""

import argparse
from pathlib import Path

from tests.traps.cases import write
from tests.traps.planting import own_set, planted_everywhere


def main() -> None:
    """Without TEXTS, the set kept in tests/data/anchoring; with it, every operation in every text of that folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("texts", type=Path, nargs="?", help="a folder of Markdown files (*.md, *.txt)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    sets = planted_everywhere(folder=given.texts, seed=given.seed) if given.texts else own_set()
    write(folder=given.folder, sets=sets)


if __name__ == "__main__":
    main()
