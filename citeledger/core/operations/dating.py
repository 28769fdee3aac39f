"""How many days lie between two dates."""

from fractions import Fraction

from citeledger.core.operations.definitions import AnyOperation, Choices, Operation, Parameter
from citeledger.core.operations.reading import read_date
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.units import DAY
from citeledger.core.operations.values import Date, Number


def date_difference(dates: tuple[Date, ...], choices: Choices) -> Number:
    """Days from the first to the second; with both days counted, one more, and only forwards."""
    first, second = dates
    days = (second.day - first.day).days
    if not choices["both_days"]:
        return Number(Fraction(days), DAY)
    if days < 0:
        raise NotComputable("dates_reversed", at="inputs.1")
    return Number(Fraction(days + 1), DAY)


OPERATIONS: tuple[AnyOperation, ...] = (
    Operation(
        id="date_difference/1",
        summary="days from the first date to the second",
        takes="dates",
        gives="number of days",
        read=read_date,
        run=date_difference,
        least=2,
        most=2,
        parameters=(Parameter("both_days", (False, True), False),),
    ),
)
