"""What tests of every format ask of an extraction."""

import os
import subprocess
import sys

from citeledger.extraction import Extraction, Options, RegionKind, Structure, Unreadable
from citeledger.extraction.formats import Extractor


def sound(extraction: Extraction) -> Extraction:
    """The extraction, if it could be stored: no NUL, one kind of line end, a structure that tiles its text."""
    text, structure = extraction.text, extraction.structure
    assert text
    assert "\0" not in text
    assert "\r" not in text
    text.encode()  # no lone surrogates
    assert Structure.from_json(structure.to_json()) == structure
    assert "".join(text[block.start : block.end] for block in structure.blocks) == text
    assert all(cell.start < cell.end for cell in structure.cells)
    return extraction


def survives(module: Extractor, data: bytes) -> None:
    """Whatever the bytes are, they are read soundly or refused, never an accident."""
    try:
        extraction = module.extract(data, Options())
    except Unreadable:
        return
    assert sound(extraction) == module.extract(data, Options())


def blocks(extraction: Extraction) -> list[tuple[str, str]]:
    return [(block.kind, extraction.text[block.start : block.end].strip("\n")) for block in extraction.structure.blocks]


def cells(extraction: Extraction) -> dict[str, str]:
    """Text by address."""
    return {cell.address: extraction.text[cell.start : cell.end] for cell in extraction.structure.cells}


def names(extraction: Extraction) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Header path and keys by address."""
    return {cell.address: (cell.headers, cell.keys) for cell in extraction.structure.cells}


def regions(extraction: Extraction, kind: RegionKind) -> list[str]:
    found = [region for region in extraction.structure.regions if region.kind is kind]
    return [extraction.text[region.start : region.end] for region in found]


def elsewhere(module: str, data: bytes, *, seed: int) -> str:
    """Text, structure and extractor as another process with another hash seed gives them."""
    program = (
        f"import sys; from citeledger.extraction import {module} as m, Options;"
        "e = m.extract(sys.stdin.buffer.read(), Options());"
        "sys.stdout.buffer.write('\\x1e'.join((e.extractor, e.structure.to_json(), e.text)).encode())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    run = subprocess.run([sys.executable, "-c", program], input=data, capture_output=True, check=True, env=environment)
    return run.stdout.decode()


def spelled(extraction: Extraction) -> str:
    """An extraction as `elsewhere` writes it."""
    return f"{extraction.extractor}\x1e{extraction.structure.to_json()}\x1e{extraction.text}"


def steps(module: Extractor, data: bytes) -> int:
    """Lines of Python run for reading: time that no busy machine stretches."""
    count = 0

    def step(*_: object) -> object:
        nonlocal count
        count += 1
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        module.extract(data, Options())
    finally:
        sys.settrace(before)
    return count
