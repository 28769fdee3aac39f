"""How often each state was shown on each kind of surface. Labels come from closed lists, never from data (T43)."""

from collections import Counter as Tally
from collections.abc import Iterable
from enum import StrEnum

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from citeledger.core.states import State


class ShownOn(StrEnum):
    """Where states are shown: the closed list of labels."""

    API = "api"
    EMBED = "embed"
    WEB = "web"
    EXPORT = "export"


_SHOWN = Counter("citeledger_states_shown", "States shown, by kind of surface.", ["surface", "state"])


def shown(*, on: ShownOn, states: Iterable[State]) -> None:
    """Count states as they leave. In memory only: display never writes."""
    for state, count in Tally(states).items():
        _SHOWN.labels(surface=on.value, state=state.value).inc(count)


def exposition(*, multiprocess: bool) -> bytes:
    """All metrics as Prometheus text; `multiprocess` sums over the web processes that share a folder."""
    if not multiprocess:
        return generate_latest()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library has no annotation there
    return generate_latest(registry)
