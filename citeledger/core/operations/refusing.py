"""How a computation says no: with a code an agent can act on, and never with a guess."""

from dataclasses import dataclass
from typing import Final

CODES: Final = {
    "unknown_operation": "no operation has this id and version",
    "wrong_number_of_inputs": "the operation takes fewer or more inputs",
    "no_such_parameter": "the operation has no parameter of this name",
    "parameter_missing": "the operation needs this parameter",
    "parameter_not_allowed": "the parameter takes other values",
    "input_too_long": "an input is longer than a value may be: cite the value, not the passage",
    "result_too_long": "the result would be longer than a statement may be",
    "no_value": "the span holds no value of the kind the operation takes",
    "several_values": "the span holds more than one value, or digits beside the value: cite one value",
    "not_a_number": "digits that are no number as this language writes numbers, or that belong to something else",
    "ambiguous_number": "the digits can be read as different numbers, and the language does not decide",
    "ambiguous_sign": "a dash apart from the number may be a minus or not: cite the number without it",
    "ambiguous_scale": "the word after the number stands for different powers of ten in different languages",
    "ambiguous_unit": "the unit has more than one meaning",
    "ambiguous_currency": "the sign is used for several currencies, and language and region do not decide",
    "unit_not_known": "the word after the number is no known unit: cite the number alone, or with a known unit",
    "in_brackets": "a number alone in brackets may be negative, or explain a word: cite the digits alone",
    "not_exact": "a sign before the number says that it is a bound, an estimate or a name",
    "is_a_rate": "the number is a rate (per something): cite the number without it",
    "too_many_digits": "the number has more digits than any measured one",
    "hidden_direction": "the text holds characters that change the order in which it is read",
    "ambiguous_date": "the date can be read as different days, and the language does not decide",
    "two_digit_year": "a year of two digits names no century",
    "no_such_date": "the calendar has no such day",
    "calendar_unknown": "the language counts years in more than one calendar",
    "kinds_differ": "numbers and dates do not go together",
    "units_differ": "values of different dimensions do not go together; a month is not a number of days",
    "currencies_differ": "money is never added or compared across currencies",
    "unit_not_plain": "this input may not have a unit",
    "division_by_zero": "the divisor is zero",
    "base_not_positive": "a change in per cent needs a positive value to start from",
    "dates_reversed": "both days can only be counted from the earlier to the later",
}


@dataclass(eq=False)  # not frozen: an exception that passes through a context manager gets its traceback set
class NotComputable(Exception):
    """The computation is refused. `code` is one of CODES; `at` addresses the part, e.g. ``inputs.2``."""

    code: str
    detail: str = ""
    at: str = ""

    def __post_init__(self) -> None:
        self.detail = self.detail or CODES[self.code]
        super().__init__(self.code, self.detail, self.at)
