"""What holds for every ledger: small ones from few ids, so that everything meets everything."""

from typing import Any

from fold_desk import POLICY, Files, Store, decided, event, held, id_of
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from reflectgit.identity import lesson_id
from reflectgit.model import LEVELS, DecidedTermination, OutcomeEvent, Ruling
from reflectgit.stages.fold_closure import concerning
from reflectgit.stages.lifecycle_actions import sweep_rulings

OTHER = "Sum key by key."
THIRD = "Overwrite, do not add."
ONE, FAR, TWO, THREE = (
    decided(1),
    decided(2, repo="far/away"),
    decided(1, OTHER),
    decided(3, THIRD, flagged=True),
)
FOUNDED = [ONE, decided(1, variant="decided apart"), FAR, TWO, THREE]
FOUNDED += [decided(4, supersedes=id_of(ONE)), decided(5, OTHER, supersedes=id_of(ONE), grade="B")]
FOUNDED += [decided(6, THIRD, supersedes=id_of(FAR))]


def _after(name: str, one: DecidedTermination) -> str:
    calibration = one.decision.stages.calibration
    assert calibration is not None
    return lesson_id(calibration.calibrated_lesson, one.evidence_record.failure_id, name)


NEXT = [_after(id_of(one), one) for one in (ONE, FAR, THREE)]
LATER = [_after(NEXT[0], ONE), lesson_id(OTHER, ONE.evidence_record.failure_id, id_of(ONE))]
IDS = sorted({*map(id_of, FOUNDED), *NEXT, *LATER})
PARENT = {id_of(one): {_after(id_of(one), one), _after(_after(id_of(one), one), one)} for one in FOUNDED}
PARENT[id_of(ONE)] |= set(LATER)
TERMINATIONS = [
    *FOUNDED,
    *(decided(7, merged_into=name, repo="third/place", grade="B") for name in (*IDS, "gone")),
]
#: Failures whose candidates wait, one of them decided twice, one known elsewhere as a lesson; and who bears them out.
HELD = [
    held(11, repo="held/here"),
    held(11, repo="held/here", variant="decided apart"),
    held(12, OTHER, repo="held/there"),
    held(3, THIRD),
]
BEARING = [
    decided(1, variant="bears out", joins=[11]),
    decided(13, OTHER, repo="far/away", joins=[11, 12]),
    *(decided(14, merged_into=name, repo="c/c", joins=[3, 12]) for name in IDS),
]
IDS += [id_of(BEARING[1])]
TERMINATIONS += BEARING
REPOS = ("depot/stock", "far/away", "b/b", "c/c")
FAILURE = st.sampled_from(["f-00000000000000ff", "f-00000000000000fe"])
WHY = st.sampled_from([None, "old"])
#: The kinds of rulings, and what each says beside the lesson; `other` and `successor` are drawn from the ids in play.
KINDS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "counterexample": {
        "failure_id": FAILURE,
        "because": WHY,
        "exclusion": st.sampled_from([None, "-lang:rust", "tool:tox"]),
    },
    "contradiction": {},
    "alternative": {},
    "retire": {"because": WHY},
    "amend": {"text": st.sampled_from([OTHER, "Add up."]), "because": st.just("clearer")},
    "refuse": {"because": st.just("no")},
    "settle": {},
    "approve": {"text": st.sampled_from([None, "Add up."])},
}
NAMES_ANOTHER = {"contradiction": "other", "alternative": "other", "settle": "other", "retire": "successor"}


@st.composite
def ledgers(draw: st.DrawFn, without: tuple[str, ...] = ()) -> Files:
    """A ledger about a few of the ids; outcomes often come in threes, so that levels and limits are reached."""
    play = draw(st.lists(st.sampled_from(IDS), min_size=1, max_size=4, unique=True))
    parents = [one for one in TERMINATIONS if PARENT.get(id_of(one), set()).intersection(play)]
    known = [one for one in TERMINATIONS if id_of(one) in play] + parents
    terminations = draw(st.lists(st.sampled_from(known), min_size=1, max_size=8))
    terminations += draw(st.lists(st.sampled_from(HELD), max_size=3))
    told: list[OutcomeEvent] = []
    for _ in range(draw(st.integers(0, 4))):
        name, kind = draw(st.sampled_from(play)), draw(st.sampled_from(["resolved", "worse", "unchanged"]))
        repos = REPOS[draw(st.integers(0, 1)) : draw(st.integers(2, 4))]
        told += [event(name, kind, repo, draw(st.sampled_from(["", "x"]))) for repo in repos]
    if told and draw(st.booleans()):
        told[0] = replace(told[0], applied=play)
    rulings = [_ruling(draw, play, without) for _ in range(draw(st.integers(0, 5)))]
    return Files(terminations, told, rulings)


def _ruling(draw: st.DrawFn, play: list[str], without: tuple[str, ...]) -> Ruling:
    kind = draw(st.sampled_from([name for name in KINDS if name not in without]))
    members = {name: draw(value) for name, value in KINDS[kind].items()}
    if kind in NAMES_ANOTHER:
        members[NAMES_ANOTHER[kind]] = draw(st.sampled_from([*play, *([None] if kind == "retire" else [])]))
    return Ruling(op=kind, lesson_id=draw(st.sampled_from(play)), **members)  # type: ignore[arg-type]


ALL = ledgers()


@st.composite
def parts(draw: st.DrawFn, of: st.SearchStrategy[Files]) -> tuple[Files, Files]:
    """A ledger, and one with most of its files."""
    whole = draw(of)
    return Files(*([one for one in part if draw(st.integers(0, 3))] for part in whole)), whole


@given(files=ALL, data=st.data())
def test_order_and_repetition_never_matter(files: Files, data: st.DataObject) -> None:
    again = Files(*(data.draw(st.permutations([*part, *part[:2]])) for part in files))
    assert again.survey() == files.survey()


@given(files=ALL)
def test_an_event_told_twice_counts_once(files: Files) -> None:
    again = [replace(one, retrieved=[], repo=one.repo.upper()) for one in files.outcomes]
    assert Files(files.terminations, [*files.outcomes, *again], files.rulings).survey() == files.survey()


@given(files=ALL)
def test_counters_are_sums(files: Files) -> None:
    found = files.survey()
    for name, lesson in found.lessons.items():
        own = {one.event_id: one for one in files.outcomes if name in one.applied}
        assert lesson.times_applied >= len(own)
        merged = {other for other, one in found.lessons.items() if one.superseded_by == name}
        shared = {one.event_id for one in files.outcomes if {name, *merged}.intersection(one.applied)}
        if all(found.standings[other].cause == "merged" for other in merged):
            assert lesson.times_applied <= len(shared) or found.standings[name].cause == "merged"
        assert lesson.times_helped + lesson.times_hurt <= lesson.times_applied


@given(files=ALL)
def test_every_pointer_resolves_and_there_is_no_circle(files: Files) -> None:
    lessons = files.lessons()
    for name, lesson in lessons.items():
        assert lesson.derived_from.failures
        assert lesson.evidence
        assert lesson.supersedes is None or lesson.supersedes in lessons
        by, way = lesson.superseded_by, {name}
        while by in lessons:
            assert by not in way
            way.add(by)
            by = lessons[by].superseded_by
        assert by is None or by.startswith(("f-", "outcomes:3", "person:"))


@given(files=ALL)
def test_what_is_superseded_by_another_is_not_live(files: Files) -> None:
    lessons = files.lessons()
    for lesson in lessons.values():
        if lesson.supersedes is not None:
            assert lessons[lesson.supersedes].superseded_by is not None


@given(files=ledgers(without=("approve",)))
def test_all_that_the_ledger_founds_or_uses_has_a_file(files: Files) -> None:
    """What a later file speaks of stays there, though other files made its head another."""
    lessons = files.lessons()
    assert lessons.keys() >= {id_of(one) for one in files.terminations if one.decision.decision == "admitted"}
    used = {name for one in files.outcomes for name in one.applied}
    for one, after in ((ONE, NEXT[0]), (FAR, NEXT[1]), (THREE, NEXT[2])):
        assert after in lessons or not (after in used and id_of(one) in lessons)


@settings(max_examples=400)
@given(both=parts(ledgers(without=("settle", "approve"))))
def test_nothing_superseded_comes_back_to_life(both: tuple[Files, Files]) -> None:
    """Two exceptions, both successors and no lesson that was retired itself.

    One went down with its parent by outcomes: late help can turn that into a demotion, to this very successor.
    The other is a person's wording of a lesson that was refused, or retired into its twin: a merge of the two binds
    such rulings to the one id, and the wording to both.
    """
    less, more = both[0].survey(), both[1].survey()
    for name, lesson in less.lessons.items():
        assert name in more.lessons or name not in {id_of(one) for one in FOUNDED}
        if lesson.superseded_by is not None and name in more.lessons:
            late = lesson.superseded_by == "outcomes:3" and lesson.times_hurt < 3
            parent = more.standings.get(lesson.supersedes or "")
            bound = parent is not None and parent.cause == "merged"
            assert more.lessons[name].superseded_by is not None or late or bound


@given(both=parts(ALL))
def test_level_never_falls_in_a_file(both: tuple[Files, Files]) -> None:
    """As long as the lesson has the same founding failure and no parent."""
    less, more = both[0].survey(), both[1].survey()
    heads = {name for name, standing in more.standings.items() if standing.cause != "merged"}
    for name, lesson in less.lessons.items():
        if name in heads and lesson.supersedes is None:
            assert LEVELS.index(more.lessons[name].type) >= LEVELS.index(lesson.type)


@settings(max_examples=300)
@given(files=ALL, name=st.sampled_from(IDS))
def test_what_concerns_a_lesson_gives_it_as_the_whole_ledger_does(files: Files, name: str) -> None:
    whole = files.survey()
    found = concerning([name], Store(files), POLICY)
    part = Files(*found[:3]).survey()
    assert part.lessons.get(name) == whole.lessons.get(name)
    assert part.standings.get(name) == whole.standings.get(name)


@given(files=ALL, data=st.data())
def test_what_is_to_come_is_taken_in(files: Files, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([None, *files.lessons()]))
    coming = decided(8, OTHER, supersedes=name)
    ruled = [Ruling(op="approve", lesson_id=name, text=OTHER)] if name else []
    found = concerning([], Store(files), POLICY, coming, ruled=ruled)
    whole = Files([*files.terminations, coming], files.outcomes, [*files.rulings, *ruled]).survey()
    part = Files(*found[:3]).survey()
    assert part.lessons[id_of(coming)] == whole.lessons[id_of(coming)]
    assert name is None or part.lessons[name] == whole.lessons[name]


@given(files=ALL, data=st.data())
def test_what_is_to_come_brings_in_what_it_bears_out(files: Files, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([None, *files.lessons()]))
    waiting = [*files.terminations, *HELD[:3]]
    coming = decided(15, merged_into=name, joins=[11, 12])
    part = Files(*concerning([], Store(files._replace(terminations=waiting)), POLICY, coming)[:3]).survey()
    whole = files._replace(terminations=[*waiting, coming]).survey()
    assert part.lessons[id_of(coming)] == whole.lessons[id_of(coming)]
    assert {"f-000000000000000b", "f-000000000000000c"} <= {
        *part.lessons[id_of(coming)].derived_from.failures
    }


@given(files=ALL)
def test_a_held_candidate_counts_where_a_decision_behind_the_lesson_names_it_and_nowhere_else(
    files: Files,
) -> None:
    waiting = {
        one.evidence_record.failure_id for one in files.terminations if one.decision.unattached_candidate
    }
    let_in = [one for one in files.terminations if not one.decision.unattached_candidate]
    without = files._replace(terminations=let_in)
    before, after = without.survey(), files.survey()
    assert before.lessons.keys() == after.lessons.keys()
    named = {failure for one in let_in for failure in one.decision.joins}
    for name, lesson in after.lessons.items():
        new = {*lesson.derived_from.failures} - {*before.lessons[name].derived_from.failures}
        assert new <= waiting & named
        assert lesson.statement == before.lessons[name].statement
        assert lesson.times_applied == before.lessons[name].times_applied
        assert lesson.superseded_by == before.lessons[name].superseded_by
        for one in let_in:
            if one.decision.lesson_id == name:
                assert waiting.intersection(one.decision.joins) <= {*lesson.derived_from.failures}


@given(files=ALL)
def test_the_policy_is_todays(files: Files) -> None:
    """Without a limit reached, nothing is retired by outcomes; reviewed stores hold what was approved."""
    reviewed = replace(POLICY, review="required")
    approved = {one.lesson_id for one in files.rulings if one.op == "approve"}
    founded = {id_of(one) for one in FOUNDED}
    assert files.lessons(reviewed).keys() & founded <= approved
    soon = replace(POLICY, lifecycle=replace(POLICY.lifecycle, hurt_limit=1))
    for name, lesson in files.lessons(soon).items():
        assert lesson.superseded_by is not None or not lesson.times_hurt, name


@given(files=ALL)
def test_a_sweep_comes_to_rest(files: Files) -> None:
    """What a sweep rules leaves less to rule, until there is nothing."""
    for _ in range(len(IDS)):
        added = [one for one in sweep_rulings(files.survey(), POLICY) if one not in files.rulings]
        if not added:
            return
        files = Files(files.terminations, files.outcomes, [*files.rulings, *added])
    raise AssertionError("the sweep never rests")
