"""Which numbers in front of paragraphs number items: those with another one before or after them.

"15. Januar ist der Stichtag." is no item, whatever renders it as one: it says something else with a 16 in front.
"""

import re
from collections import defaultdict

_NUMBER = re.compile(r"^([ \t>]*)\(?(\d{1,9})[.)](?=[ \t\n]|\Z)", re.MULTILINE)
_NEAR = 3  # numbers among which an item's next one is looked for: a line may begin with a number of its own


def lone_numbers(text: str) -> frozenset[int]:
    """Where numbers stand (code points) that no number at the same indent follows or precedes as an item's would."""
    by_indent: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for found in _NUMBER.finditer(text):
        by_indent[found.group(1)].append((found.start(2), int(found.group(2))))
    lone = {place for numbers in by_indent.values() for place, _ in numbers}
    for numbers in by_indent.values():
        for at, (place, number) in enumerate(numbers):
            for next_place, next_number in numbers[at + 1 : at + 1 + _NEAR]:
                if next_number - number in (0, 1):
                    lone -= {place, next_place}
    return frozenset(lone)
