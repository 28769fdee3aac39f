"""How often each state was shown on each kind of surface. Labels come from closed lists, never from data (T43)."""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from enum import StrEnum

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from citeledger.core.states import State
from revalidation.models import ProofFailure


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


class _ProofFailures(Collector):
    """How many records the last proof found damaged: asked of the database, because a worker found them."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        damaged = ProofFailure.objects.values("subject_kind", "subject_uid", "what").distinct()
        yield GaugeMetricFamily(
            "citeledger_proof_failures", "Records the last proof found damaged.", value=damaged.count()
        )


def exposition(*, multiprocess: bool) -> bytes:
    """All metrics as Prometheus text; `multiprocess` sums over the web processes that share a folder. One query."""
    proofs = CollectorRegistry(auto_describe=False)
    proofs.register(_ProofFailures())
    return _counted(multiprocess=multiprocess) + generate_latest(proofs)


def _counted(*, multiprocess: bool) -> bytes:
    if not multiprocess:
        return generate_latest()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library has no annotation there
    return generate_latest(registry)
