"""Five hand-offs one behind the other: whatever happens on the way reaches everybody behind it, and nobody else."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from uuid import UUID

import pytest

from acl.queries import Holder
from acl.rights import Right
from acl.services import revoke_answer
from citeledger.core.lineage import DEPTH_CAP
from citeledger.core.principals import Principal
from citeledger.core.states import STRICTNESS, State
from citeledger.documents.services import retire
from citeledger.ledger.models import Citation, Closure
from citeledger.ledger.services import erase_answer
from revalidation.service import verdicts
from tests.ground.databases import BuiltOnce
from tests.integration.emission.test_hand_offs import edit, handed, passed_on, refusal, said, share, taken
from tests.integration.ledger.world import NOW, Source, World, person

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(built_once: BuiltOnce) -> World:
    return built_once(World)


@pytest.fixture(scope="module")
def policy(built_once: BuiltOnce, world: World) -> Source:
    return built_once(world.policy)


@pytest.fixture(scope="module")
def agents(built_once: BuiltOnce, world: World, policy: Source) -> list[Principal]:
    """Alice and five who may read her policy."""

    def enter() -> list[Principal]:
        others = [person(f"agent {number}") for number in range(1, 6)]
        for agent in others:
            policy.let(agent, Right.READ)
        return [world.alice, *others]

    return built_once(enter)


@pytest.fixture(scope="module")
def chain(built_once: BuiltOnce, policy: Source, agents: list[Principal]) -> list[UUID]:
    """A text of Alice's and what each agent took over from the one before; everybody may read all on the way."""
    return built_once(lambda: passed_along(policy, agents))


def passed_along(policy: Source, agents: list[Principal]) -> list[UUID]:
    uids = [said(policy)]
    for sender, receiver in pairwise(agents):
        share(sender, uids[-1], *(agent for agent in agents if agent != sender))
        uids.append(passed_on(sender, receiver, uids[-1]))
    share(agents[-1], uids[-1], *agents[:-1])
    return uids


def states(viewer: Principal, chain: Sequence[UUID]) -> list[State]:
    """Of each text of the chain, of one statement each, in its order."""
    rows = dict(Citation.objects.filter(statement__answer__uid__in=chain).values_list("statement__answer__uid", "uid"))
    return [verdict.state for verdict in verdicts(viewer=viewer, citations=[rows[uid] for uid in chain])]


def seen(agents: Sequence[Principal], chain: Sequence[UUID]) -> list[set[State]]:
    """For each text of the chain what its viewers see."""
    return [set(of_one) for of_one in zip(*(states(agent, chain) for agent in agents), strict=True)]


def test_all_stand_while_the_source_does(agents: list[Principal], chain: list[UUID]) -> None:
    assert seen(agents, chain) == [{State.CURRENT}] * 6
    depths = Closure.objects.order_by("citation_id").values_list("depth", flat=True)
    assert list(depths) == [0, 1, 2, 3, 4, 5]


def test_an_edit_reaches_every_hop(policy: Source, agents: list[Principal], chain: list[UUID]) -> None:
    edit(policy)
    assert seen(agents, chain) == [{State.SOURCE_CHANGED}] * 6


def test_a_revocation_reaches_every_hop_of_that_viewer(
    policy: Source, agents: list[Principal], chain: list[UUID]
) -> None:
    policy.bar(agents[5], Right.READ)
    assert seen(agents[5:], chain) == [{State.UNAVAILABLE}] * 6
    assert seen(agents[:5], chain) == [{State.CURRENT}] * 6


@pytest.mark.parametrize("hop", range(6))
def test_an_erasure_ends_all_behind_it(agents: list[Principal], chain: list[UUID], hop: int) -> None:
    erase_answer(actor=agents[hop], answer=chain[hop], at=NOW)
    assert seen(agents, chain) == [{State.CURRENT}] * hop + [{State.UNAVAILABLE}] * (6 - hop)


@pytest.mark.parametrize("hop", range(5))
def test_a_text_hidden_on_the_way_hides_all_behind_it(agents: list[Principal], chain: list[UUID], hop: int) -> None:
    last = agents[-1]
    holder = Holder("user", last.name)
    revoke_answer(actor=agents[hop], answer=chain[hop], right=Right.READ, holder=holder, at=NOW)
    behind = seen([last], chain[hop + 1 :])
    assert behind == [{State.UNAVAILABLE}] * (5 - hop)
    assert seen(agents[:-1], chain) == [{State.CURRENT}] * 6


def test_no_hop_is_ever_less_strict_than_the_one_before(
    world: World, policy: Source, agents: list[Principal], chain: list[UUID]
) -> None:
    losses: list[Callable[[], object]] = [
        lambda: None,
        lambda: edit(policy),
        lambda: policy.bar(agents[3], Right.READ),
        lambda: erase_answer(actor=agents[2], answer=chain[2], at=NOW),
        lambda: retire(actor=world.alice, document=policy.document, at=NOW),
    ]
    for lose in losses:
        lose()
        for agent in agents:
            ranks = [STRICTNESS[state] for state in states(agent, chain)]
            assert ranks == sorted(ranks, reverse=True)


def test_it_ends_where_lineage_may_go_no_deeper(world: World, policy: Source) -> None:
    """From one hop below the cap: `test_nor_by_handing_over_to_and_fro` goes all the way there."""
    below = said(policy)
    Closure.objects.filter(citation__statement__answer__uid=below).update(depth=DEPTH_CAP - 1)
    deepest = passed_on(world.alice, world.alice, below)
    envelope = handed(world.alice, world.alice, deepest)
    assert refusal(lambda: taken(world.alice, envelope))[0] == "lineage_too_deep"
