"""A text cut into its sentences, as statements without markers of their own are."""

from collections.abc import Iterator
from itertools import groupby, pairwise

from .blocks import Block, Blocks, Setting
from .segments import sentence_ends


def sentences(text: str) -> list[str]:
    """The sentences, headings and items of a text, a stretch of code or formulas as one; joined they are the text.

    The white space around a sentence stays with it; what holds no letter or digit is no sentence. Linear in the text.
    """
    blocks = Blocks()
    found: list[str] = []
    for setting, together in groupby([*blocks.feed(text), *blocks.close()], key=lambda block: block.setting):
        for piece in _pieces(setting, together):
            if found and not (_says(piece) and _says(found[-1])):
                found[-1] += piece
            else:
                found.append(piece)
    return found if _says(text) else []


def _says(text: str) -> bool:
    return any(map(str.isalnum, text))


def _pieces(setting: Setting, blocks: Iterator[Block]) -> Iterator[str]:
    if setting is not Setting.PROSE:
        yield "".join(block.text for block in blocks)
        return
    for block in blocks:
        edges = [0, *sentence_ends(block.text), len(block.text)]
        yield from (block.text[start:end] for start, end in pairwise(edges))
