"""Choosing where to plant: operations times texts, at places a seed decides."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from random import Random

from tests.traps import (
    compound,
    copies,
    formatting,
    grids,
    hiding,
    layouts,
    letters,
    lines,
    lists,
    measures,
    moving,
    repeals,
    surroundings,
    takebacks,
    wording,
)
from tests.traps.cases import Case, Operation
from tests.traps.sources import passages

_TIMES = {"letters": 6}
_OWN_TEXTS = Path(__file__).parent / "texts"
SETS = {
    "formatting": formatting.operations,
    "layouts": layouts.operations,
    "wording": wording.operations,
    "hiding": hiding.operations,
    "letters": letters.operations,
    "copies": copies.operations,
    "moving": moving.operations,
    "grids": grids.operations,
    "lines": lines.operations,
    "lists": lists.operations,
    "measures": measures.operations,
    "surroundings": surroundings.operations,
    "takebacks": takebacks.operations,
    "repeals": repeals.operations,
    "compound": compound.operations,
}


def planted(*, text: str, origin: str, operations: Iterable[Operation], seed: int, each: int = 1) -> Iterator[Case]:
    """Up to `each` cases of every operation in one text."""
    places = list(passages(text))
    for operation in operations:
        random = Random(f"{seed} {origin} {operation.name}")
        made = (operation.plant(passage, random) for passage in random.sample(places, len(places)))
        yield from islice((Case(operation, edit, origin) for edit in made if edit is not None), each)


def spread(*, texts: Mapping[str, str], operations: Iterable[Operation], seed: int, each: int) -> Iterator[Case]:
    """Every operation in `each` of the texts, others for each operation: all kinds in all scripts, in few cases."""
    for operation in operations:
        names = Random(f"{seed} {operation.name}").sample(sorted(texts), len(texts))
        made = (
            case for name in names for case in planted(text=texts[name], origin=name, operations=[operation], seed=seed)
        )
        yield from islice(made, each)


def own_set() -> dict[str, list[Case]]:
    """The cases kept in tests/data/anchoring: each operation in one of our own texts, those of letters in six."""
    return {
        name: list(spread(texts=own_texts(), operations=_short(operations()), seed=1, each=_TIMES.get(name, 1)))
        for name, operations in SETS.items()
        if name != "compound"
    }


def own_texts() -> dict[str, str]:
    """Our own texts, by name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(_OWN_TEXTS.glob("*.md"))}


def _short(operations: Iterable[Operation]) -> Iterator[Operation]:
    """Without what makes texts of a hundred thousand characters: these are planted when the suite runs."""
    return (operation for operation in operations if not operation.name.startswith("long_"))


def planted_everywhere(*, folder: Path, seed: int) -> dict[str, list[Case]]:
    """Every operation once in every Markdown file of a folder and below."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".md", ".txt"))
    texts = {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in files}
    return {
        name: [
            case
            for origin, text in texts.items()
            for case in planted(text=text, origin=origin, operations=operations(), seed=seed)
        ]
        for name, operations in SETS.items()
    }
