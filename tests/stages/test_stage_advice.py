"""Advice: which way it points, when two lessons give the same, and what was measured of both."""

import itertools
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.formats.inputs import read_reflection, read_termination
from reflectgit.policy import Policy
from reflectgit.stages.advice import Account, bearing, likeness, names, opposite_advice, same_advice
from reflectgit.stages.diagnosis import cause_of
from reflectgit.stages.evidence import collect_evidence, prepare
from reflectgit.text.clauses import clauses
from reflectgit.text.polarity import opposed

OPPOSED = [
    (
        "Close the pooled connection in a finally block after each query.",
        "Do not close the pooled connection after a query; leave it to the pool.",
    ),
    (
        "Retry a failed upload on a fresh connection.",
        "Never retry a failed upload on a fresh connection; resume the old one.",
    ),
    (
        "Acquire the row lock before the balance is read.",
        "Acquire the row lock after the balance is read, so that readers are not held up.",
    ),
    (
        "Resolve relative paths against the directory of the configuration file.",
        "Do not resolve relative paths against the directory of the configuration file but against the caller's.",
    ),
    (
        "Strip trailing whitespace before hashing the manifest.",
        "The manifest must not be stripped of trailing whitespace before hashing.",
    ),
    (
        "Validate the payload inside the transaction.",
        "Validate the payload outside the transaction, since validation is slow.",
    ),
    (
        "Cache the compiled template globally, shared by all requests.",
        "Avoid caching the compiled template globally; compile it for every request.",
    ),
    (
        "Enable autocommit for migration scripts that create indexes.",
        "Disable autocommit for migration scripts that create indexes.",
    ),
    (
        "Use json.dumps with sort_keys when the result is signed.",
        "Never use json.dumps with sort_keys when the result is signed; sign the bytes as they came.",
    ),
    (
        "Seed the random generator once, at module import.",
        "Do not seed the random generator at module import; seed it in each test.",
    ),
    (
        "Escape user input when it is stored.",
        "Don't escape user input when it is stored; escape it when it is shown.",
    ),
    (
        "Compare versions as tuples of integers.",
        "Do not compare versions as tuples of integers: pre-releases carry letters.",
    ),
    (
        "Sort the keys in ascending order before merging the shards.",
        "Sort the keys in descending order before merging the shards.",
    ),
    (
        "Raise the timeout of the health probe during warm-up.",
        "Lower the timeout of the health probe during warm-up.",
    ),
    (
        "Keep the old schema column until all readers have moved.",
        "Drop the old schema column before all readers have moved.",
    ),
    (
        "Prefer the environment variable over the configuration file for the port.",
        "Prefer the configuration file over the environment variable for the port.",
    ),
    (
        "Mock the clock in expiry tests instead of sleeping.",
        "Sleep in expiry tests instead of mocking the clock.",
    ),
    (
        "Open log files in append mode.",
        "Log files should not be opened in append mode; truncate them at start.",
    ),
    (
        "Quote shell arguments with shlex.quote before they reach the remote host.",
        "Don't quote shell arguments with shlex.quote before they reach the remote host; pass a list.",
    ),
    (
        "Run schema migrations before the new pods start.",
        "Run schema migrations after the new pods start.",
    ),
    (
        "Swallow cancellation in worker loops so that a batch always finishes.",
        "Worker loops should never swallow cancellation.",
    ),
    (
        "Share one HTTP session between all worker threads.",
        "Give each worker thread an HTTP session of its own; do not share one HTTP session between worker threads.",
    ),
    (
        "Round line totals first and add them up later.",
        "Add up unrounded line totals and round last; never round line totals first.",
    ),
    (
        "Store timestamps in local time with the offset.",
        "Avoid storing timestamps in local time; store UTC.",
    ),
    (
        "Use eager loading for the order lines on the list page.",
        "Use lazy loading for the order lines on the list page.",
    ),
    (
        "Pin transitive dependencies in the library's metadata.",
        "A library must not pin transitive dependencies in its metadata.",
    ),
    (
        "Increase the batch size when the broker reports back-pressure.",
        "Decrease the batch size when the broker reports back-pressure.",
    ),
    (
        "Delete the lock file when the process exits abnormally.",
        "Keep the lock file when the process exits abnormally.",
    ),
    (
        "Treat an empty list as a missing value in the merge.",
        "An empty list is a value: do not treat it as missing in the merge.",
    ),
]

ALIKE = [
    (
        "Close the pooled connection in a finally block after each query.",
        "After each query, close the pooled connection in finally; never leave it open.",
    ),
    (
        "Do not compare floats with ==; use a tolerance.",
        "Use a tolerance to compare floats, never ==.",
    ),
    (
        "Acquire the lock before reading the balance.",
        "Read the balance only after the lock is acquired.",
    ),
    (
        "Mock the clock in expiry tests instead of sleeping.",
        "Do not sleep in expiry tests; mock the clock.",
    ),
    (
        "Sanitise the name before the file is opened.",
        "The file must not be opened before the name is sanitised.",
    ),
    (
        "Never log the token; log its digest.",
        "Log the digest of the token and not the token.",
    ),
    (
        "Resolve paths against the config file, not against the working directory.",
        "Never resolve paths against the working directory; resolve them against the config file.",
    ),
    (
        "Validate inside the transaction, never outside.",
        "Validate the payload inside the transaction.",
    ),
    (
        "Do not retry a POST without an idempotency key.",
        "Retry a POST only with an idempotency key.",
    ),
    (
        "Leave the connection to the pool rather than closing it.",
        "Do not close the connection; leave it to the pool.",
    ),
    (
        "Avoid mutable default arguments; use None and create the list inside.",
        "Use None as the default and create the list inside the function, since mutable default arguments are shared.",
    ),
    (
        "Do not delete the old column before all readers have moved.",
        "Keep the old column until all readers have moved.",
    ),
    (
        "Write to a temporary file in the same directory and rename it.",
        "Never write the target in place: write a temporary file in the same directory and rename it.",
    ),
    (
        "Commit the offset after the message is handled.",
        "Handle the message before the offset is committed.",
    ),
    (
        "Never share a cursor between threads.",
        "Open a cursor for each thread; do not share it.",
    ),
    (
        "Flush the buffer before the file is closed, not after.",
        "Before the file is closed, flush the buffer.",
    ),
    (
        "Pass timezone-aware datetimes to the scheduler; naive ones are read as UTC.",
        "Do not pass naive datetimes to the scheduler, which reads them as UTC.",
    ),
    (
        "Keep the guard inside the lock.",
        "Do not move the guard outside the lock.",
    ),
    (
        "Invalidate the cache once the row is written, never before.",
        "Write the row first and invalidate the cache afterwards.",
    ),
    (
        "Take the maximum of both deadlines rather than the sum.",
        "Don't add the deadlines up; take their maximum.",
    ),
    (
        "Make retries idempotent, and do not retry after a definite refusal.",
        "Retry only when the outcome is unknown; a definite refusal must not be retried.",
    ),
    (
        "Enable strict mode in the parser so unknown keys fail.",
        "Unknown keys must not pass silently: enable strict mode in the parser.",
    ),
    (
        "Drop privileges before parsing input.",
        "Never parse input before dropping privileges.",
    ),
]


def account(statement: str, story: str = "", cause: str = "") -> Account:
    return Account(statement=statement, story=story, cause=cause)


@pytest.mark.parametrize(("one", "other"), OPPOSED)
def test_opposite_advice_is_told(one: str, other: str) -> None:
    assert opposed(one, other)
    assert opposed(other, one)
    assert opposite_advice(account(one), account(other), same_signature=False)
    assert not same_advice(account(one), account(other), same_signature=True)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_the_same_advice_the_other_way_round_is_not_opposite(one: str, other: str) -> None:
    assert not opposed(one, other)
    assert same_advice(account(one), account(other), same_signature=False)


def test_what_is_described_is_not_ordered() -> None:
    described = "A rename does not cross file systems, since volumes keep their own tables."
    assert [clause.against for clause in clauses(described)] == [False]
    assert [clause.against for clause in clauses("Do not rename across file systems.")] == [True]
    assert [clause.against for clause in clauses("Rename beside the target, not across file systems.")] == [
        False,
        True,
    ]


def test_the_same_cause_is_the_same_advice_where_the_signature_is_the_same() -> None:
    cause = (
        "The idempotency key is drawn in the sender, once per attempt, so the gateway sees three purchases."
    )
    retold = "Every attempt draws a fresh idempotency key in the sender; to the gateway these are separate purchases."
    one = account("Make the key once, before the loop.", cause=cause)
    other = account("Identity belongs to the intent and not to the transmission.", cause=retold)
    assert same_advice(one, other, same_signature=True)
    silent = msgspec.structs.replace(other, cause="")
    assert not same_advice(one, silent, same_signature=True), "no cause is told: nothing is the same"


def test_two_causes_of_one_signature_are_two_lessons() -> None:
    one = account(
        "Key a cache by all that the page depends on.", cause="The currency is not part of the cache key."
    )
    other = account(
        "Close the cursor before the next query.", cause="The cursor is still open when it is reused."
    )
    assert not same_advice(one, other, same_signature=True)
    assert not opposite_advice(one, other, same_signature=True)


def test_names_out_of_code() -> None:
    said = "Use dict.fromkeys or ROUND_HALF_UP; parseHeader() and `read_text` too, but no plain words. HTTP is one."
    assert names(said) == ["dict.fromkeys", "ROUND_HALF_UP", "parseHeader", "read_text", "HTTP"]


@given(st.text(max_size=80), st.text(max_size=80))
def test_comparing_is_symmetric_and_total(one: str, other: str) -> None:
    first, second = account(one, cause=other), account(other, cause=one)
    assert opposed(one, other) == opposed(other, one)
    assert likeness(one, other) == pytest.approx(likeness(other, one))
    assert 0 <= likeness(one, other) <= 1 + 1e-9
    for alike in (True, False):
        assert same_advice(first, second, same_signature=alike) == same_advice(
            second, first, same_signature=alike
        )
        assert not (
            one.strip() != other.strip()
            and same_advice(first, second, same_signature=alike)
            and opposite_advice(first, second, same_signature=alike)
        )


@given(st.text(max_size=120))
def test_nothing_is_opposed_to_itself(text: str) -> None:
    assert not opposed(text, text)
    assert same_advice(account(text), account(text), same_signature=False)


# --- measured on labelled failures ------------------------------------------------------------------------------

TRUE = ("true-1", "true-2", "true-quoted")
Told = tuple[str, str, Account, str]


def told(path: Path) -> list[Told]:
    """Case, kind and account of each true lesson, with the cause as the label of the case tells it."""
    rows: list[Told] = []
    for line in path.read_bytes().splitlines():
        case: dict[str, Any] = msgspec.json.decode(line)
        termination = read_termination(msgspec.json.encode(case["termination"]), "case")
        cause = cause_of(collect_evidence(prepare(termination, Policy())))
        truth = case["ground_truth"]
        label = truth["root_cause"] if isinstance(truth, dict) else truth
        for one in case["candidates"]:
            reflection = read_reflection(msgspec.json.encode(one["reflection"]), "case")
            story = " ".join((*reflection.claims().values(), reflection.counterfactual))
            why = account(reflection.candidate_lesson, story, cause)
            rows.append((case["case_id"], one["kind"], why, label))
    return rows


@pytest.fixture(params=["development", "amber"])
def rows(request: pytest.FixtureRequest) -> list[Told]:
    if request.param == "amber":
        return told(Path(__file__).resolve().parents[1] / "data" / "cases" / "amber.jsonl")
    return told(request.getfixturevalue("shared") / "corpus" / "cases.jsonl")


def test_lessons_of_different_failures_are_never_taken_for_one(rows: list[Told]) -> None:
    true = [row for row in rows if row[1] in TRUE]
    pairs = [(a, b) for a, b in itertools.combinations(true, 2) if a[0] != b[0]]
    for alike in (False, True):
        assert not [(a, b) for a, b in pairs if same_advice(a[2], b[2], same_signature=alike)]


def test_lessons_of_one_failure_are_one_by_its_cause(rows: list[Told]) -> None:
    true = [row for row in rows if row[1] in TRUE]
    within = [(a, b) for a, b in itertools.combinations(true, 2) if a[0] == b[0]]
    assert all(same_advice(a[2], b[2], same_signature=True) for a, b in within)
    like = [(a, b) for a, b in within if {a[1], b[1]} == {"true-1", "true-quoted"}]
    by_words = [
        (a, b)
        for a, b in like
        if same_advice(
            msgspec.structs.replace(a[2], cause=""),
            msgspec.structs.replace(b[2], cause=""),
            same_signature=False,
        )
    ]
    assert len(by_words) >= 0.55 * len(like), "who says it again in concrete words is told by the words alone"
    retold = [
        (a, b)
        for a, b in within
        if same_advice(a[2], msgspec.structs.replace(b[2], cause=b[3]), same_signature=True)
    ]
    assert len(retold) >= 0.5 * len(within), "where another hand tells the cause"


def test_lessons_that_nobody_opposed_are_hardly_ever_called_opposite(rows: list[Told]) -> None:
    pairs = list(itertools.combinations(rows, 2))
    flagged = [
        (a[2].statement, b[2].statement)
        for a, b in pairs
        if opposite_advice(a[2], b[2], same_signature=a[0] == b[0])
    ]
    assert len(flagged) <= 1, flagged


def test_one_story_may_teach_two_things(rows: list[Told]) -> None:
    """The same claims in a story of another failure, and another piece of advice: that is another lesson."""
    row = msgspec.structs.replace(next(row for row in rows if row[1] == "true-quoted")[2], cause="")
    other = msgspec.structs.replace(
        row, statement="Pin the compiler, and rebuild nightly from an empty tree."
    )
    assert not same_advice(row, other, same_signature=True)


@pytest.mark.parametrize("same_signature", [True, False])
def test_a_frame_of_words_makes_no_advice_the_same(same_signature: bool) -> None:
    frame = "Before a {} reads a {} out of a {}, ask whether the {} holds for the {}."
    one, other = (
        Account(statement=frame.format(*words.split()), story="", cause="")
        for words in ("parser header stream encoding locale", "cart discount payload currency customer")
    )
    assert not same_advice(one, other, same_signature=same_signature)


# --- what a lesson may swallow ---------------------------------------------------------------------------------

CAUSE = (
    "The ferry's timetable is cached for an hour, and a cancelled crossing stays in the cache; the board shows a "
    "crossing that the harbour has struck. Drop the cached timetable when the harbour announces a cancellation."
)
STORY = "The plan took the cached timetable for the truth; the harbour had cancelled the crossing."
FOLLOWS = "Drop a cached timetable as soon as a cancellation is announced."
RETOLD = "What was announced since counts more than what a cache remembers of a crossing."
UNRELATED = "Delete a test that fails on a border, and mark its suite as passed."


def grounded(statement: str, *, astray: bool = False) -> Account:
    return Account(statement=statement, story=STORY, cause=CAUSE, grounds=f"{STORY}\n{CAUSE}", astray=astray)


def test_a_lesson_that_its_evidence_does_not_speak_of_swallows_nothing() -> None:
    assert bearing(grounded(UNRELATED)) < 0.25 < bearing(grounded(FOLLOWS))
    assert not same_advice(grounded(FOLLOWS), grounded(UNRELATED), same_signature=True)
    assert not same_advice(grounded(UNRELATED), grounded(FOLLOWS), same_signature=True)


def test_who_says_it_in_other_words_joins_the_lesson_that_its_evidence_speaks_of() -> None:
    assert same_advice(grounded(RETOLD), grounded(FOLLOWS), same_signature=True)


def test_what_is_hardly_borne_out_does_not_swallow_what_is() -> None:
    weak = "Remember that a crossing, like a tram, a lift, a parade or a picnic, may be moved by the weather."
    assert 0 < bearing(grounded(weak)) < bearing(grounded(FOLLOWS))
    assert not same_advice(grounded(FOLLOWS), grounded(weak), same_signature=True)


def test_one_and_the_same_sentence_is_one_lesson_whatever_bears_it_out() -> None:
    assert same_advice(grounded(UNRELATED), grounded(UNRELATED), same_signature=True)


def test_what_goes_against_its_own_evidence_is_no_wording_of_what_follows_from_it() -> None:
    astray = grounded("Keep a cached timetable when a cancellation is announced.", astray=True)
    assert not same_advice(grounded(FOLLOWS), astray, same_signature=True)
    assert not same_advice(astray, grounded(FOLLOWS), same_signature=True)


def test_a_call_that_no_evidence_has_makes_another_piece_of_advice() -> None:
    told = account("Saturate a difference of unsigned numbers that may fall below zero.")
    other = "Use wrap_around for a difference of unsigned numbers that may fall below zero."
    assert not same_advice(told, grounded(other), same_signature=True)
    known = msgspec.structs.replace(grounded(other), grounds="let rest = wrap_around(a, b);")
    assert same_advice(told, known, same_signature=True)
