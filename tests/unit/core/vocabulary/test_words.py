"""Tables of words fit the words they list: what compares them folds the case first, or asks the pattern to."""

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

from citeledger import core
from citeledger.core.vocabulary.words import word_list


def patterns() -> Iterator[tuple[str, str]]:
    for module in pkgutil.walk_packages(core.__path__, f"{core.__name__}."):
        for name, value in vars(import_module(module.name)).items():
            for each in value.values() if isinstance(value, dict) else (value,):
                if isinstance(each, re.Pattern) and not each.flags & re.IGNORECASE:
                    yield f"{module.name}.{name}", str(each.pattern)


def test_a_table_is_written_as_casefold_leaves_words() -> None:
    found = dict(patterns())
    assert len(found) > 50
    assert {name for name, pattern in found.items() if not {"ß", "ς"}.isdisjoint(pattern)} == set()


def test_letters_that_casefold_changes_may_be_listed_all_the_same() -> None:
    assert word_list("außer|έως").fullmatch("Außer".casefold())
    assert word_list("außer|έως").fullmatch("Έως".casefold())
