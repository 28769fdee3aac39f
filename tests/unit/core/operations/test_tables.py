"""The tables behind the readers are coherent, the package is pure, and the guide names all there is."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from citeledger.core import operations
from citeledger.core.operations import agreement, refusing, relations
from citeledger.core.operations.registry import REGISTRY
from citeledger.core.operations.scales import SCALES
from citeledger.core.operations.showing import shown
from citeledger.core.operations.units import UNITS, WORD_ENTRIES
from citeledger.core.operations.values import Date, Order, Text, Truth
from tests.unit.core.operations.computed import number, of, result
from tests.unit.core.operations.test_agreement import JUNE_14

PACKAGE = Path(operations.__file__).parent
GUIDE = Path(__file__).parents[4] / "docs" / "computed.md"
STANDARD = """
    bisect collections.abc dataclasses datetime decimal fractions itertools math operator re types typing unicodedata
"""


def test_no_word_names_two_units() -> None:
    assert [word for word, times in Counter(word for word, _ in WORD_ENTRIES).items() if times > 1] == []
    assert {unit.name for _, unit in WORD_ENTRIES} <= set(UNITS)


@pytest.mark.parametrize(("word", "unit"), [(word, unit.name) for word, unit in WORD_ENTRIES])
def test_every_word_for_a_unit_is_read(word: str, unit: str) -> None:
    assert number(f"5 {word}") == of(5, unit)


def test_every_word_that_multiplies_is_read_and_listed_once() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    for words, powers in SCALES:
        listed = " ".join(f"`{word}`" for word in words.split())
        assert f"| {listed} | {', '.join(f'{tag} {power}' for tag, power in powers.items())} |" in guide
        for language, power in powers.items():
            assert {number(f"5 {word}", language) for word in words.split()} == {of(5 * 10**power)}
    assert max(Counter(word for words, _ in SCALES for word in words.split()).values()) == 1


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_every_phrase_of_a_relation_is_found_whole(language: str) -> None:
    phrases = relations._phrases(language)
    for phrase, relation in phrases.items():
        assert relations.relations_said(statement=f"A {phrase} B", language=language) == [
            (2, 2 + len(phrase), relation)
        ]


def test_the_guide_lists_every_phrase_by_language_and_no_other() -> None:
    rows = [line.strip("| ").split(" | ") for line in GUIDE.read_text(encoding="utf-8").splitlines()]
    at = next(number for number, row in enumerate(rows) if row[:2] == ["`relation`", "sign"])
    languages = [cell.strip("`") for cell in rows[at][2:]]
    told = {row[0].strip("`"): row[1:] for row in rows[at + 2 : at + 2 + len(relations.SIGNS)]}
    assert {row[0].strip("`"): relation for relation, row in told.items()} == relations.SIGNS
    for language, column in zip(languages, zip(*(row[1:] for row in told.values()), strict=True), strict=True):
        listed = {r: cell.replace(", ", "|") for r, cell in zip(told, column, strict=True) if cell}
        assert listed == relations.PHRASES[language]
    assert languages == list(relations.PHRASES)


def imports(path: Path) -> set[str]:
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {
        name
        for node in tree
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
    }


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("*.py")), ids=lambda path: path.name)
def test_no_module_knows_a_clock_a_locale_or_anything_outside_the_core(path: Path) -> None:
    foreign = {name for name in imports(path) if not name.startswith("citeledger.core.")} - set(STANDARD.split())
    assert foreign == set()
    assert re.search(r"\bfloat\(|getcontext|localcontext|\.today\(|\.now\(", path.read_text(encoding="utf-8")) is None


def test_the_guide_names_every_operation_parameter_and_refusal() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    names = [*REGISTRY, *refusing.CODES, *agreement.CODES]
    names += [parameter.name for operation in REGISTRY.values() for parameter in operation.parameters]
    assert [name for name in names if f"`{name}`" not in guide] == []


def test_every_code_is_raised_somewhere() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.py"))
    codes = [*refusing.CODES, *agreement.CODES]
    assert [code for code in codes if len(re.findall(rf'"{code}"', source)) < 2] == []


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (of("1/8", "EUR"), "0.125 EUR"),
        (of("-2/3"), "≈ -0.666666666667"),
        (of(f"1/{10**13}"), "≈ 0"),
        (of(f"-1/{10**13}"), "≈ 0"),
        (of(10**30), "1" + "0" * 30),
        (JUNE_14, "2026-06-14"),
        (Text("a b"), "a b"),
        (Truth("less", False), "less: does not hold"),
        (Order((of(1), Date(JUNE_14.day))), "1 · 2026-06-14"),
    ],
)
def test_a_value_is_shown_in_the_language_of_nobody(value: object, expected: str) -> None:
    assert shown(value) == expected


def examples() -> list[tuple[str, ...]]:
    """The rows of the guide's first table."""
    table = GUIDE.read_text(encoding="utf-8").partition("## Operations")[2].partition("\n\n| operation | takes")[0]
    rows = [line.strip("| ").split(" |") for line in table.splitlines() if line.startswith("| `")]
    return [tuple(cell.strip(" ") for cell in row) for row in rows]


@pytest.mark.parametrize("row", examples(), ids=lambda row: " ".join(row))
def test_every_example_of_the_guide_gives_what_it_says(row: tuple[str, ...]) -> None:
    operation, texts, language, parameter, expected = (re.findall(r"`([^`]*)`", cell) for cell in row)
    choices = {parameter[0]: {"true": True}.get(parameter[1], parameter[1])} if parameter else {}
    assert result(operation[0], *texts, language="".join(language), **choices) == expected[0]


def test_the_examples_are_of_every_operation() -> None:
    assert {row[0].strip("`") for row in examples()} == set(REGISTRY)
