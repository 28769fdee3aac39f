"""Caps on what a computation takes. Beyond them it is refused; nothing is cut off."""

from typing import Final

MOST_INPUTS: Final = 1_000
LONGEST_INPUT: Final = 1_000  # code points of a span that holds a value
LONGEST_RESULT: Final = 4_000  # code points of a concatenation, and of a statement that is read
MOST_DIGITS: Final = 40  # of one number; exponents as in 1e9 are not read at all
