"""What an agent is told of its citations while its groups change, with a token and an account that it keeps."""

from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import Group

from acl.models import PrincipalEpoch, User
from revalidation.service import verdicts
from tests.functional.api.cast import SENTENCE, Program, World, program, quoting


@pytest.fixture(autouse=True)
def _cache(redis_url: str) -> None:
    """What it kept of the time before is what must not be found."""


@pytest.fixture
def agent(world: World) -> Program:
    """Reads and cites the policy as one of legal alone; its answer is its own."""
    made = program("agent", groups=("dev", "legal"))
    for right in ("read", "cite"):
        body = {"right": right, "holder": {"kind": "group", "name": "legal"}}
        assert world.owner.post(f"documents/{world.document}/grants", body).status_code == 204
    return made


@pytest.fixture
def answer(agent: Program, world: World) -> dict[str, Any]:
    return agent.post("answers", quoting(SENTENCE, world.span)).json()


def joins(agent: Program, group: str) -> None:
    user_of(agent).groups.add(Group.objects.get(name=group))


def leaves(agent: Program, group: str) -> None:
    user_of(agent).groups.remove(Group.objects.get(name=group))


def user_of(agent: Program) -> User:
    assert agent.principal
    return User.objects.get(pk=agent.principal.id)


def told(agent: Program, answer: dict[str, Any]) -> tuple[str, str | None]:
    """The state of its statement, and its words, as the answer is read back; every other way says the same."""
    (citation,) = answer["citations"]
    (segment,) = agent.get(f"answers/{answer['uid']}").json()["segments"]
    (asked,) = agent.post("verdicts", {"citations": [citation]}).json()
    panel = agent.get(f"citations/{citation}/panel").json()
    assert agent.principal
    (kept,) = verdicts(viewer=agent.principal, citations=[UUID(citation)])  # the very object of before
    assert {asked["state"], panel["state"], kept.state.value} == {segment["state"]}
    return segment["state"], segment["text"]


def test_a_group_that_is_left_and_joined_again_counts_at_once(agent: Program, answer: dict[str, Any]) -> None:
    """permission-cache-on-the-user-object

    django-guardian/django-guardian#360, #550: permissions were remembered on the user object.
    """
    heard = [told(agent, answer)]
    leaves(agent, "legal")
    heard.append(told(agent, answer))
    joins(agent, "legal")
    heard.append(told(agent, answer))

    assert heard == [("current", SENTENCE), ("unavailable", None), ("current", SENTENCE)]


def test_a_set_of_groups_that_was_seen_before_opens_nothing(
    agent: Program, answer: dict[str, Any], world: World
) -> None:
    """permission-set-flips-back

    langflow-ai/langflow#14594: a cache keyed by the set of groups was hit again after a promotion was undone.
    """
    leaves(agent, "legal")
    tokens, counters, heard = [token(agent)], [counter(agent)], [told(agent, answer)[0]]
    for change in (joins, leaves):
        change(agent, "legal")
        tokens.append(token(agent))
        counters.append(counter(agent))
        heard.append(told(agent, answer)[0])
    other = Program(token=agent.token, principal=agent.principal)
    again = [told(by, answer)[0] for _ in range(10) for by in (agent, other)]

    assert heard == ["unavailable", "current", "unavailable"]
    assert again == ["unavailable"] * 20
    assert counters == sorted(set(counters))
    assert len(set(tokens)) == 3


def token(agent: Program) -> str:
    return PrincipalEpoch.objects.get(user=user_of(agent)).token


def counter(agent: Program) -> int:
    return PrincipalEpoch.objects.get(user=user_of(agent)).counter
