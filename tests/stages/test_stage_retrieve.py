"""Bounded ranked retrieval as a function of values: what is given, in which order, and when nothing is."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflectgit.policy import Retrieve
from reflectgit.stages.retrieve import Query, Shelf, rank, retrieve_lessons
from reflectgit.text.fielded import Document
from reflectgit.text.keylines import key_lines
from reflectgit.text.words import stems

LIMITS = Retrieve()
OPEN = Retrieve(floor=0.0)


def lesson(
    name: str,
    statement: str,
    *,
    scope: str = "lang:python",
    repo: str = "acme/shop",
    evidence: str = "",
    **marks,
) -> Document:
    """A live lesson of a few words."""
    texts = {"statement": statement, "scope": scope, "evidence": evidence, "place": marks.pop("place", "")}
    fields = {field: dict(Counter(stems(text))) for field, text in texts.items() if stems(text)}
    members = {"statement": statement, "scope": scope, "superseded_by": marks.pop("superseded_by", None)}
    return Document(name, members, fields, repos=(repo,), **marks)


TOPICS = [
    lesson(
        "comparator-1",
        "Give sort a comparator when numbers are sorted",
        evidence="lexicographic order of digits",
    ),
    lesson(
        "decimal-2",
        "Round money with decimals, half even",
        evidence="invoice cents rounding differs by a penny",
    ),
    lesson(
        "timeout-3",
        "Cancel an asyncio task and await its timeout",
        evidence="worker pool hangs after the timeout",
    ),
    lesson("io-4", "Flush file io before another process reads", evidence="buffered io lost at exit"),
    lesson(
        "encoding-5",
        "Open logs with an explicit encoding",
        evidence="UnicodeDecodeError latin bytes in the log",
    ),
    lesson(
        "cache-6", "Key a cache by all that its value depends on", evidence="stale tenant data after a switch"
    ),
]


def found(text: str, documents=TOPICS, limits=LIMITS, **told) -> list[str]:
    return [hit.document.id for hit in rank(Query(text, **told), Shelf(documents), limits)]


def test_the_answer_has_the_members_of_the_spec() -> None:
    answer = retrieve_lessons(Query("asyncio timeout in the worker pool"), Shelf(TOPICS), LIMITS)
    assert list(answer) == ["lessons", "cap", "retrieved_lesson_ids"]
    assert answer["cap"] == 5
    assert answer["retrieved_lesson_ids"] == [one["id"] for one in answer["lessons"]] == ["timeout-3"]


@pytest.mark.parametrize(
    "text", ["", "   ", "???", "-->", "\U0001f525", "the", "which of them is it", "test fails error"]
)
def test_what_says_nothing_gets_nothing(text: str) -> None:
    assert found(text, limits=OPEN) == []


@pytest.mark.parametrize(
    "text", ["zzqx plorf 91", "which css framework does the site use", "boil an egg at altitude"]
)
def test_a_query_about_something_else_gets_no_lesson(text: str) -> None:
    many = [
        *TOPICS,
        *(lesson(f"other-{n}", f"Mind the {word} gasket") for n, word in enumerate("abcdefgh" * 6)),
    ]
    assert found(text, many) == []


def test_the_true_match_is_above_a_short_common_word() -> None:
    hits = rank(Query("asyncio timeout in worker pool"), Shelf(TOPICS), OPEN)
    assert hits[0].document.id == "timeout-3"
    assert all(hit.score < 1 for hit in hits)
    assert rank(Query("io"), Shelf(TOPICS), OPEN)[0].score < 0.6


def test_words_of_the_evidence_find_a_lesson_in_other_words() -> None:
    assert found("the invoice is wrong by a penny") == ["decimal-2"]


def test_a_slip_of_the_pen_still_finds() -> None:
    assert found("asyncoi timeot of the worker pool")[:1] == ["timeout-3"]
    assert found("lexicographik order of the digits")[:1] == ["comparator-1"]


def test_never_more_than_the_cap_and_never_a_repetition() -> None:
    subjects = ["alpha", "bravo", "carol", "delta", "ember", "fjord", "gamma", "hotel"]
    many = [
        lesson(f"l-{n}", f"Close the socket of {word} before its {word} pool is drained by {word} workers")
        for n, word in enumerate(subjects)
    ]
    assert len(found("close the socket before the pool is drained", many)) == 5
    assert len(found("close the socket before the pool is drained", many, Retrieve(cap=2))) == 2
    same = [lesson(f"same-{n}", "Close the socket before the pool is drained.") for n in range(9)]
    mixed = [*same, lesson("z-other", "Drain a pool in the order in which sockets were opened")]
    assert found("close the socket before the pool is drained", mixed) == ["same-0", "z-other"]


def test_both_sides_of_a_contest_are_given_and_marked() -> None:
    one = lesson("a-close", "Close the socket before the pool is drained", contested=True)
    other = lesson("b-keep", "Close the socket before the pool is drained.", contested=True)
    hits = rank(Query("socket closed while the pool drained"), Shelf([one, other]), LIMITS)
    assert [hit.document.id for hit in hits] == ["a-close", "b-keep"]
    assert all(hit.members()["contested"] for hit in hits)


def test_a_retired_lesson_is_never_given() -> None:
    gone = lesson("gone-1", "Cancel an asyncio task and await its timeout", superseded_by="outcomes:3")
    assert found("asyncio task timeout", [gone]) == []


def test_scope_ranks_and_only_an_exclusion_shuts_out() -> None:
    text = "totals of a cart with an optional coupon"
    statement = "Ask whether an optional coupon is there before the cart totals"
    here = lesson("here-1", statement, scope="repo:acme/shop optional keys")
    there = lesson("here-1", statement, scope="repo:other/place optional keys", repo="other/place")
    barred = lesson(
        "here-1", statement, scope="repo:other/place -repo:acme/shop optional keys", repo="other/place"
    )
    inside = rank(Query(text, repo="acme/shop"), Shelf([here]), LIMITS)[0]
    outside = rank(Query(text, repo="acme/shop"), Shelf([there]), LIMITS)[0]
    assert inside.in_scope
    assert not outside.in_scope
    assert outside.score < inside.score
    assert rank(Query(text, repo="acme/shop"), Shelf([barred]), LIMITS) == []
    assert rank(Query(text), Shelf([barred]), LIMITS)[0].in_scope


def test_the_place_counts_in_its_own_repository() -> None:
    one = lesson("place-1", "Never index blindly", place="shop/cart.py total KeyError optional coupon basket")
    near = rank(Query("coupon basket", repo="ACME/shop", paths=("shop/cart.py",)), Shelf([one]), OPEN)
    far = rank(Query("coupon basket", repo="acme/blog", paths=("shop/cart.py",)), Shelf([one]), OPEN)
    assert near[0].score > far[0].score


def test_the_parts_of_a_score_add_up_to_it() -> None:
    hit = rank(Query("asyncio timeout of the pool"), Shelf(TOPICS), LIMITS)[0]
    assert sum(share.part for share in hit.shares) == pytest.approx(hit.score, abs=1e-4)
    assert {(share.stem, share.field) for share in hit.shares} >= {
        ("asyncio", "statement"),
        ("pool", "evidence"),
    }


def test_the_order_does_not_depend_on_the_order_of_the_lessons() -> None:
    twins = [
        lesson(f"twin-{n}", f"Pin the {n} gasket of a flange number {n * 7}", scope="") for n in range(10)
    ]
    told = [(hit.document.id, hit.score) for hit in rank(Query("pin a gasket flange"), Shelf(twins), LIMITS)]
    assert [name for name, _ in told] == [f"twin-{n}" for n in range(5)]
    for seed in range(5):
        mixed = random.Random(seed).sample(twins, len(twins))
        again = [
            (hit.document.id, hit.score) for hit in rank(Query("pin a gasket flange"), Shelf(mixed), LIMITS)
        ]
        assert again == told


def test_among_very_many_the_last_places_go_to_the_smaller_ids() -> None:
    many = [lesson(f"n-{n:04}", "Pin the gasket") for n in range(450)]
    assert found("gasket", many, OPEN) == ["n-0000"]
    assert found("gasket", list(reversed(many)), OPEN) == ["n-0000"]


WORDS = st.sampled_from(
    ["asyncio", "timeout", "pool", "io", "encoding", "decimal", "the", "test", "gasket", "91"]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS, max_size=12), st.permutations(TOPICS))
def test_scores_are_shares_in_order_whatever_is_asked(words: list[str], documents: list[Document]) -> None:
    hits = rank(Query(" ".join(words)), Shelf(documents), OPEN)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score < 1 for score in scores)
    assert len(hits) <= 5
    assert hits == rank(Query(" ".join(reversed(words))), Shelf(TOPICS), OPEN)


def test_a_long_text_is_read_once_however_many_lessons_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def counted(text: str) -> str:
        read.append(len(text))
        return key_lines(text)

    monkeypatch.setattr("reflectgit.stages.retrieve.key_lines", counted)
    log = "a line of progress\n" * 20_000 + "ValueError: the gasket of the flange leaks\n"
    for many in (50, 1_000):
        shelf = Shelf([lesson(f"gasket-{n}", f"Check gasket {n} of the flange") for n in range(many)])
        read.clear()
        assert rank(Query(log, repo="acme/shop"), shelf, OPEN)
        assert read == [len(log)]


def test_names_in_pieces_are_the_names_of_the_store() -> None:
    here = lesson(
        "gasket-1", "Check the gasket of the flange", scope="repo:acme/gr\xf6\xdfe path:src/gr\xf6\xdfe.py"
    )
    text = "the gasket of a flange leaks"
    for name in ("gr\xf6\xdfe", "gro\u0308\xdfe"):
        told = Query(text, repo=f"acme/{name}", paths=(f"src/{name}.py",), error=name, language=name)
        assert rank(told, Shelf([here]), OPEN)[0].in_scope
        assert (told.error, told.language) == ("gr\xf6\xdfe", "gr\xf6\xdfe")
    assert not rank(Query(text, paths=("src/other.py",)), Shelf([here]), OPEN)[0].in_scope
