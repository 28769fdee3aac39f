"""What an operation is: a name with a version, what it takes, what it gives. A changed meaning is a new version."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from citeledger.core.operations.limits import MOST_INPUTS
from citeledger.core.operations.reading import Input
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.values import Value

V = TypeVar("V")
Choice = str | bool
Choices = Mapping[str, Choice]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A choice among `allowed`; one without a `default` must be made."""

    name: str
    allowed: tuple[Choice, ...]
    default: Choice | None = None

    def chosen(self, given: Mapping[str, object]) -> Choice:
        """Raises NotComputable (`parameter_missing`, `parameter_not_allowed`). True is not 1."""
        listed, at = f"one of {', '.join(map(repr, self.allowed))}", f"parameters.{self.name}"
        if self.name not in given and self.default is None:
            raise NotComputable("parameter_missing", f"the operation needs this parameter: {listed}", at=at)
        wanted = given.get(self.name, self.default)
        for choice in self.allowed:
            if type(choice) is type(wanted) and choice == wanted:
                return choice
        raise NotComputable("parameter_not_allowed", listed, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Generic[V]):
    """`read` takes one value of one kind from one span; `run` computes. Both raise NotComputable and nothing else."""

    id: str
    summary: str
    takes: str
    gives: str
    read: Callable[[Input, str], V]
    run: Callable[[tuple[V, ...], Choices], Value]
    least: int = 1
    most: int = MOST_INPUTS
    parameters: tuple[Parameter, ...] = ()

    def choices(self, given: Mapping[str, object]) -> Choices:
        """Every parameter with its value. Raises NotComputable for one missing, unknown or out of its list."""
        known = [parameter.name for parameter in self.parameters]
        if not given.keys() <= set(known):
            said = f"the parameters of the operation are: {', '.join(known) or 'none'}"
            raise NotComputable("no_such_parameter", said, at="parameters")
        return {parameter.name: parameter.chosen(given) for parameter in self.parameters}


AnyOperation = Operation[Any]
