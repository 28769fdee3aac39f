"""Trees against the definition of RFC 6962 read aloud, against known heads, and against forged paths."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.merkle import inclusion_path, leaf_hash, root
from tests.rig.inclusion import is_included

# Inputs and heads of the test of Certificate Transparency's reference implementation.
INPUTS = [
    *("", "00", "10", "2021", "3031", "40414243", "5051525354555657"),
    "606162636465666768696a6b6c6d6e6f",
]
HEADS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
trees = st.lists(st.binary(max_size=8), min_size=1, max_size=40).map(lambda data: [leaf_hash(each) for each in data])


def defined(leaves: list[bytes]) -> bytes:
    """MTH of RFC 6962, section 2.1: split at the largest power of two smaller than the number of leaves."""
    if len(leaves) <= 1:
        return leaves[0] if leaves else hashlib.sha256(b"").digest()
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return hashlib.sha256(b"\x01" + defined(leaves[:split]) + defined(leaves[split:])).digest()


@pytest.mark.parametrize("size", range(1, 9))
def test_known_heads(size: int) -> None:
    leaves = [leaf_hash(bytes.fromhex(text)) for text in INPUTS[:size]]
    assert root(leaves).hex() == HEADS[size - 1]


def test_the_head_of_nothing() -> None:
    assert root([]) == hashlib.sha256(b"").digest()


@given(trees)
def test_the_root_is_the_one_defined(leaves: list[bytes]) -> None:
    assert root(leaves) == defined(leaves)


@given(trees)
def test_every_leaf_is_proved_by_a_short_path(leaves: list[bytes]) -> None:
    head, size = root(leaves), len(leaves)
    for index, leaf in enumerate(leaves):
        path = inclusion_path(leaves, index)
        assert len(path) <= (size - 1).bit_length()
        assert is_included(leaf=leaf, index=index, size=size, path=path, head=head)


@given(trees, st.data())
def test_nothing_else_is_proved(leaves: list[bytes], data: st.DataObject) -> None:
    head, size = root(leaves), len(leaves)
    index = data.draw(st.integers(0, size - 1))
    path = inclusion_path(leaves, index)
    given = {"leaf": leaves[index], "index": index, "size": size, "path": path, "head": head}
    forged = {
        "another leaf": {"leaf": leaf_hash(leaves[index])},
        "one more step": {"path": (*path, head)},
        "one step less": {"path": path[:-1], "size": size if path else 0},
        "a step of another tree": {"path": (*path[:-1], leaf_hash(b"x")) if path else (head,)},
        "another head": {"head": leaf_hash(head)},
        "beyond the tree": {"index": size},
        "before it": {"index": -1},
    }
    for name, change in forged.items():
        assert not is_included(**given | change), name


@given(trees, st.data())
def test_a_path_proves_one_place_only(leaves: list[bytes], data: st.DataObject) -> None:
    distinct = list(dict.fromkeys(leaves))
    index = data.draw(st.integers(0, len(distinct) - 1))
    path, head, size = inclusion_path(distinct, index), root(distinct), len(distinct)
    proved = [at for at in range(size) if is_included(leaf=distinct[index], index=at, size=size, path=path, head=head)]
    assert proved == [index]


@given(trees)
def test_any_change_of_a_leaf_changes_the_root(leaves: list[bytes]) -> None:
    for index in range(len(leaves)):
        changed = [*leaves[:index], leaf_hash(leaves[index]), *leaves[index + 1 :]]
        assert root(changed) != root(leaves)


def test_a_node_is_never_a_leaf() -> None:
    """Without domains of their own, two leaves could be claimed to be one."""
    one, other = leaf_hash(b"a"), leaf_hash(b"b")
    assert root([one, other]) != leaf_hash(one + other)


@pytest.mark.parametrize("index", [-1, 2])
def test_a_leaf_that_is_not_there_has_no_path(index: int) -> None:
    with pytest.raises(IndexError):
        inclusion_path([leaf_hash(b"a"), leaf_hash(b"b")], index)
