"""Stage (g): what a lesson is worth is a function of the set of ledger files. One named test a rule."""

from typing import Any

import msgspec
import pytest
from fold_desk import (
    POLICY,
    Files,
    against,
    contradiction,
    decided,
    event,
    helped,
    hurt,
    id_of,
)
from msgspec.structs import replace

from reflectgit.identity import lesson_id
from reflectgit.model import Admission, Reflection, Ruling
from reflectgit.stages.lifecycle import apply_lifecycle, effective_confidence, fold, lifecycle_of
from reflectgit.stages.lifecycle_actions import actions, sweep_rulings

ADMITTED = Admission(admitted=True, lesson_id="x-1", rejected_reason=None, unattached_candidate=False)
ONE = decided(1)
NAME = id_of(ONE)
FAILURE = "f-00000000000000ff"
OPPOSITE = decided(9, "Overwrite, do not add.", repo="other/place")
AGAINST = id_of(OPPOSITE)
RETIRED = Ruling(op="retire", lesson_id=NAME, because="moved to another library")


def after(name: str, statement: str = "Add, do not overwrite.", number: int = 1) -> str:
    """The id of the successor of a lesson that failure `number` founded."""
    return lesson_id(statement, f"f-{number:016x}", name)


NEXT = after(NAME)


def test_an_admission_alone() -> None:
    assert msgspec.to_builtins(fold([ONE], [], [], POLICY)) == {
        NAME: {
            "statement": "Add, do not overwrite.",
            "type": "episodic",
            "scope": "repo:depot/stock lang:python error:KeyError merging",
            "derived_from": {
                "failures": ["f-0000000000000001"],
                "successes": ["f-0000000000000001#repair-1"],
            },
            "evidence": ["f-0000000000000001#run-1"],
            "counterexamples": [],
            "confidence": 0.5,
            "times_applied": 0,
            "times_helped": 0,
            "times_hurt": 0,
            "supersedes": None,
            "superseded_by": None,
        }
    }


def test_what_an_escalation_was_handed_to_is_no_success() -> None:
    one = decided(1, outcome="escalated")
    assert fold([one], [], [], POLICY)[NAME].derived_from.successes == []


def test_phase_8_lifecycle_and_red_flag(story: Reflection) -> None:
    promoted = fold([ONE], helped(NAME, 3), [], POLICY)[NAME]
    assert (promoted.type, promoted.times_helped) == ("procedural", 3)
    assert promoted.scope == "lang:python error:KeyError merging"
    hurt = [event(NAME, "worse", "depot/stock", key=f"{number}") for number in range(3)]
    assert fold([ONE], hurt, [], POLICY)[NAME].superseded_by == "outcomes:3"
    against = Ruling(
        op="counterexample", lesson_id=NAME, failure_id="f-00000000000000ff", rule="inside its scope"
    )
    falsified = fold([ONE], [], [against], POLICY)[NAME]
    assert falsified.superseded_by == "f-00000000000000ff"
    assert falsified.counterexamples == ["f-00000000000000ff"]
    blaming = msgspec.structs.replace(story, overlooked_evidence="The test was wrong to expect 642.")
    assert msgspec.to_builtins(apply_lifecycle(ADMITTED, blaming)) == {
        "level": "episodic",
        "action": "redflag",
        "superseded_by": None,
        "red_flag_class": True,
        "confidence_cap": "lowest",
    }
    assert apply_lifecycle(ADMITTED, story).action == "admit"


@pytest.mark.parametrize(
    ("count", "level"), [(2, "episodic"), (3, "procedural"), (5, "procedural"), (6, "meta_strategy")]
)
def test_levels_count_foreign_repositories(count: int, level: str) -> None:
    at_home = [event(NAME, "resolved", "Depot/Stock", key=f"{number}") for number in range(5)]
    again = [event(NAME, "resolved", "far/away-0", key="again")]
    assert fold([ONE], [*helped(NAME, count), *at_home, *again], [], POLICY)[NAME].type == level


def test_a_lesson_bound_to_its_repository_stays() -> None:
    bound = decided(1, episodic_only=True)
    assert fold([bound], helped(NAME, 6), [], POLICY)[NAME].type == "episodic"


def test_unchanged_counts_as_applied_alone() -> None:
    lesson = fold([ONE], [event(NAME, "unchanged", "far/away")], [], POLICY)[NAME]
    assert (lesson.times_applied, lesson.times_helped, lesson.times_hurt) == (1, 0, 0)


def test_the_same_event_told_twice_counts_once() -> None:
    told = event(NAME, "resolved", "far/away")
    again = msgspec.structs.replace(told, retrieved=[])
    assert fold([ONE], [told, again], [], POLICY)[NAME].times_applied == 1


def test_invariant_4_blame_stays_at_the_lowest_until_three_are_independent() -> None:
    flagged = decided(1, flagged=True, grade="B")
    assert fold([flagged], [], [], POLICY)[NAME].confidence == 0.1
    second, third = (decided(number, merged_into=NAME, grade="B") for number in (2, 3))
    assert fold([flagged, second], [], [], POLICY)[NAME].confidence == 0.1
    assert fold([flagged, second, third], [], [], POLICY)[NAME].confidence == 0.8


def test_a_corroboration_joins_failure_evidence_scope_and_grade() -> None:
    joined = decided(2, merged_into=NAME, repo="far/away", grade="B", stated=0.2)
    lesson = fold([ONE, joined], [], [], POLICY)[NAME]
    assert lesson.derived_from.failures == ["f-0000000000000001", "f-0000000000000002"]
    assert lesson.evidence == ["f-0000000000000001#run-1", "f-0000000000000002#run-1"]
    assert lesson.scope.startswith("repo:depot/stock repo:far/away ")
    assert lesson.confidence == 0.8, "the better grade, and the confidence that was stated first"


def test_byte_equal_statements_are_one_lesson() -> None:
    other = decided(2, repo="far/away")
    lessons = fold([ONE, other], [], [], POLICY)
    first, second = sorted(lessons)
    assert lessons[first].superseded_by is None
    assert lessons[second].superseded_by == first
    assert len(lessons[first].derived_from.failures) == 2


def test_two_admissions_of_one_failure_are_one_lesson() -> None:
    other = decided(1, "Sum key by key.")
    lessons = fold([ONE, other], [], [], POLICY)
    assert sorted(lesson.superseded_by or "" for lesson in lessons.values()) == ["", min(lessons)]


def test_invariant_5_every_lesson_is_tracked() -> None:
    told = [event(NAME, "resolved", "a/a"), event(NAME, "worse", "b/b"), event(NAME, "unchanged", "c/c")]
    lesson = fold([ONE], told, [], POLICY)[NAME]
    assert (lesson.times_applied, lesson.times_helped, lesson.times_hurt) == (3, 1, 1)
    assert (lesson.supersedes, lesson.superseded_by) == (None, None)


def test_invariant_8_what_is_falsified_is_retired_whatever_it_helped_before() -> None:
    against = Ruling(op="counterexample", lesson_id=NAME, failure_id="f-00000000000000ff")
    assert fold([ONE], helped(NAME, 6), [against], POLICY)[NAME].superseded_by == "f-00000000000000ff"


def test_a_persons_word_comes_before_a_rule() -> None:
    rulings = [
        Ruling(op="counterexample", lesson_id=NAME, failure_id="f-00000000000000ff"),
        Ruling(op="retire", lesson_id=NAME, because="moved to another library"),
    ]
    assert fold([ONE], [], rulings, POLICY)[NAME].superseded_by == "person:moved to another library"


@pytest.mark.parametrize(
    ("stated", "grade", "flagged", "right"),
    [
        (0.9, "C", False, 0.5),
        (0.9, "B", False, 0.8),
        (1.0, "A", False, 1.0),
        (0.3, "B", False, 0.3),
        (0.9, "B", True, 0.1),
    ],
)
def test_confidence_is_capped(stated: float, grade: Any, flagged: bool, right: float) -> None:
    assert effective_confidence(stated, grade, flagged, POLICY) == right


# --- successors ----------------------------------------------------------------------------------------------


def test_demotion_begins_again_at_home() -> None:
    lessons = fold([ONE], [*helped(NAME, 3), *hurt(NAME)], [], POLICY)
    old, new = lessons[NAME], lessons[NEXT]
    assert (old.type, old.superseded_by, old.times_hurt) == ("procedural", NEXT, 3)
    assert (new.type, new.supersedes, new.superseded_by) == ("episodic", NAME, None)
    assert new.scope == "repo:depot/stock lang:python error:KeyError merging"
    assert (new.times_applied, new.derived_from, new.evidence) == (0, old.derived_from, old.evidence)
    assert (new.statement, new.confidence) == (old.statement, old.confidence)


def test_a_demoted_successor_lives_on_as_any_lesson() -> None:
    told = [*helped(NAME, 3), *hurt(NAME)]
    raised = fold([ONE], [*told, *helped(NEXT, 3)], [], POLICY)
    assert (raised[NEXT].type, raised[NEXT].times_helped) == ("procedural", 3)
    retired = fold([ONE], [*told, *hurt(NEXT)], [], POLICY)
    assert retired[NEXT].superseded_by == "outcomes:3"
    again = fold([ONE], [*told, *helped(NEXT, 3), *hurt(NEXT)], [], POLICY)
    assert again[NEXT].superseded_by == after(NEXT)
    assert again[after(NEXT)].superseded_by is None


def test_narrowing_keeps_level_and_takes_every_exclusion() -> None:
    rulings = [against(NAME, "lang:rust"), against(NAME, "-tool:tox", 254)]
    lessons = fold([ONE], helped(NAME, 3), rulings, POLICY)
    assert lessons[NAME].superseded_by == NEXT
    assert lessons[NAME].counterexamples == ["f-00000000000000fe", FAILURE]
    new = lessons[NEXT]
    assert (new.type, new.scope) == ("procedural", "lang:python -lang:rust -tool:tox error:KeyError merging")
    assert (new.times_helped, new.counterexamples) == (0, lessons[NAME].counterexamples)


def test_narrowed_and_demoted_is_episodic() -> None:
    new = fold([ONE], [*helped(NAME, 3), *hurt(NAME)], [against(NAME, "lang:rust")], POLICY)[NEXT]
    assert (new.type, new.superseded_by) == ("episodic", None)
    assert new.scope == "repo:depot/stock lang:python -lang:rust error:KeyError merging"


def test_a_narrowed_lesson_rises_from_where_it_was() -> None:
    told = [*helped(NAME, 3), *helped(NEXT, 3, "new")]
    assert fold([ONE], told, [against(NAME, "lang:rust")], POLICY)[NEXT].type == "meta_strategy"


def test_exclusions_stay_when_a_promotion_lifts_the_scope() -> None:
    told = helped(NEXT, 6)
    lesson = fold([ONE], told, [against(NAME, "repo:bad/place error:OSError")], POLICY)[NEXT]
    assert (lesson.type, lesson.scope) == (
        "meta_strategy",
        "-repo:bad/place lang:python -error:OSError merging",
    )


def test_an_exclusion_without_a_facet_avoids_nothing() -> None:
    assert fold([ONE], [], [against(NAME, "on Tuesdays")], POLICY)[NAME].superseded_by == FAILURE


@pytest.mark.parametrize(
    ("told", "rulings", "by"),
    [
        ([], [against(NAME, number=254)], "f-00000000000000fe"),
        ([], [RETIRED], "person:moved to another library"),
        (hurt(NAME), [], "outcomes:3"),
    ],
    ids=["counterexample", "person", "outcomes"],
)
def test_retiring_beats_narrowing(told: list[Any], rulings: list[Ruling], by: str) -> None:
    lessons = fold([ONE], told, [against(NAME, "lang:rust"), *rulings], POLICY)
    assert {lesson.superseded_by for lesson in lessons.values()} == {by}


def test_outcomes_told_late_count_and_raise_but_revive_nothing() -> None:
    early = fold([ONE], hurt(NAME), [], POLICY)
    assert early[NAME].superseded_by == "outcomes:3"
    late = fold([ONE], [*hurt(NAME), *helped(NAME, 3)], [], POLICY)
    assert (late[NAME].times_helped, late[NAME].type, late[NAME].superseded_by) == (3, "procedural", NEXT)


def test_a_corroboration_of_a_superseded_lesson_goes_on_to_its_successor() -> None:
    joined = decided(2, merged_into=NAME, repo="far/away", grade="B")
    lessons = fold([ONE, joined], [], [against(NAME, "lang:rust")], POLICY)
    assert lessons[NAME].superseded_by == NEXT
    assert lessons[NEXT].derived_from.failures == ["f-0000000000000001", "f-0000000000000002"]
    assert "repo:far/away" in lessons[NEXT].scope
    gone = fold([ONE, joined], [], [RETIRED], POLICY)
    assert gone[NAME].superseded_by == "person:moved to another library"


def test_successors_of_byte_equal_lessons_are_one() -> None:
    """Two clones admitted and demoted the same statement apart, and used what came of it."""
    other = decided(2, repo="far/away")
    first, second = sorted([NAME, id_of(other)])
    number = 1 if first == NAME else 2
    told = [event for name in (first, second) for event in (*helped(name, 3), *hurt(name))]
    late = [event for name in (first, second) for event in helped(after(name, number=number), 1)]
    used = after(second, number=3 - number)
    lessons = fold([ONE, other], [*told, *late, *helped(used, 2, "more")], [], POLICY)
    live = [name for name, lesson in lessons.items() if lesson.superseded_by is None]
    assert live == [after(first, number=number)]
    assert lessons[used].superseded_by == live[0]
    assert lessons[live[0]].times_helped == 3


# --- what persons rule -----------------------------------------------------------------------------------------


def test_a_retirement_names_its_successor() -> None:
    named = Ruling(op="retire", lesson_id=NAME, successor=AGAINST)
    lessons = fold([ONE, OPPOSITE], [], [named], POLICY)
    assert lessons[NAME].superseded_by == AGAINST
    assert lessons[AGAINST].superseded_by is None
    assert fold([ONE], [], [named], POLICY)[NAME].superseded_by == f"person:superseded by {AGAINST}"


def test_a_retirement_by_a_failure_counts_as_a_counterexample() -> None:
    lesson = fold([ONE], [], [Ruling(op="retire", lesson_id=NAME, failure_id=FAILURE)], POLICY)[NAME]
    assert (lesson.superseded_by, lesson.counterexamples) == (FAILURE, [FAILURE])


def test_persons_who_retire_two_lessons_into_each_other_retire_both() -> None:
    rulings = [
        Ruling(op="retire", lesson_id=NAME, successor=AGAINST),
        Ruling(op="retire", lesson_id=AGAINST, successor=NAME),
    ]
    lessons = fold([ONE, OPPOSITE], [], rulings, POLICY)
    small, large = sorted([NAME, AGAINST])
    assert lessons[large].superseded_by == small
    assert lessons[small].superseded_by == f"person:superseded by {large}"


def amend(text: str = "Add up what both hold.", name: str = NAME) -> Ruling:
    return Ruling(op="amend", lesson_id=name, text=text, successor=after(name, text), because="clearer")


def test_an_amendment_is_a_successor_with_another_wording() -> None:
    lessons = fold([ONE], [*helped(NAME, 4), *hurt(NAME, 2)], [amend()], POLICY)
    new = lessons[after(NAME, "Add up what both hold.")]
    assert (lessons[NAME].superseded_by, new.supersedes) == (after(NAME, new.statement), NAME)
    assert (new.statement, new.type, new.times_applied) == ("Add up what both hold.", "procedural", 0)
    assert new.evidence == lessons[NAME].evidence


def test_of_two_amendments_the_smallest_id_stays() -> None:
    lessons = fold([ONE], [], [amend("Add up."), amend("Sum.")], POLICY)
    first, second = sorted([after(NAME, "Add up."), after(NAME, "Sum.")])
    assert [lessons[name].superseded_by for name in (NAME, first, second)] == [first, None, first]


def test_a_persons_wording_beats_a_rule_and_not_a_persons_retirement() -> None:
    new = after(NAME, "Add up what both hold.")
    for told, ruled in ((hurt(NAME), []), ([], [against(NAME)]), ([], [against(NAME, "lang:rust")])):
        lessons = fold([ONE], told, [amend(), *ruled], POLICY)
        assert (lessons[NAME].superseded_by, lessons[new].superseded_by) == (new, None)
        assert lessons.get(NEXT, lessons[NAME]).superseded_by == new
    by_person = against(NAME, because="seen it fail")
    assert fold([ONE], [], [amend(), by_person], POLICY)[new].superseded_by == FAILURE


def test_review_required_lets_in_what_was_approved() -> None:
    reviewed = replace(POLICY, review="required")
    yes = Ruling(op="approve", lesson_id=NAME, because="sound")
    no = Ruling(op="refuse", lesson_id=NAME, because="not ours")
    assert fold([ONE], helped(NAME, 3), [], reviewed) == {}
    assert fold([ONE], [], [no], reviewed) == {}
    assert fold([ONE], [], [yes], reviewed)[NAME].superseded_by is None
    assert fold([ONE], [], [yes, no], reviewed)[NAME].superseded_by == "person:not ours"
    assert fold([ONE], [], [no], POLICY)[NAME].superseded_by == "person:not ours"


def test_an_approval_may_word_anew_and_the_id_stays() -> None:
    reworded = Ruling(op="approve", lesson_id=NAME, text="Add up.", because="shorter")
    assert fold([ONE], [], [reworded], POLICY)[NAME].statement == "Add up."
    same = decided(2, "Add up.")
    lessons = fold([ONE, same], [], [reworded], POLICY)
    assert sorted(lesson.superseded_by or "" for lesson in lessons.values()) == ["", min(lessons)]


def test_a_retired_lesson_that_was_admitted_anew_has_a_successor() -> None:
    anew = decided(2, supersedes=NAME)
    lessons = fold([ONE, anew], hurt(NAME), [], POLICY)
    assert lessons[NAME].superseded_by == id_of(anew)
    assert (lessons[id_of(anew)].supersedes, lessons[id_of(anew)].superseded_by) == (NAME, None)
    raised = fold([ONE, anew], [*hurt(NAME), *helped(NAME, 3)], [], POLICY)
    assert [name for name, lesson in raised.items() if lesson.superseded_by is None] == [id_of(anew)]


# --- contradictions --------------------------------------------------------------------------------------------


def test_a_contradiction_caps_both_until_it_is_settled() -> None:
    files = Files([ONE, OPPOSITE], helped(NAME, 3), [contradiction(NAME, AGAINST)])
    found = files.survey()
    assert {lesson.confidence for lesson in found.lessons.values()} == {0.1}
    assert found.lessons[NAME].type == "procedural", "ranked and promoted as before"
    assert all(standing.contested for standing in found.standings.values())
    (ruling,) = sweep_rulings(found, POLICY)
    assert (ruling.op, ruling.lesson_id, ruling.other, ruling.rule) == (
        "settle",
        AGAINST,
        NAME,
        "settle_lead:3",
    )
    settled = files._replace(rulings=[*files.rulings, ruling]).survey()
    assert (settled.lessons[AGAINST].superseded_by, settled.lessons[NAME].confidence) == (NAME, 0.5)
    assert not any(standing.contested for standing in settled.standings.values())
    assert sweep_rulings(settled, POLICY) == []


def test_two_ahead_settle_nothing() -> None:
    told = [*helped(NAME, 3), *hurt(NAME, 1)]
    assert sweep_rulings(Files([ONE, OPPOSITE], told, [contradiction(AGAINST, NAME)]).survey(), POLICY) == []


def test_of_opposing_settlements_the_smaller_id_wins() -> None:
    small, large = sorted([NAME, AGAINST])
    rulings = [
        Ruling(op="settle", lesson_id=one, other=other, successor=other, rule="settle_lead:3")
        for one, other in ((small, large), (large, small))
    ]
    lessons = fold([ONE, OPPOSITE], [], rulings, POLICY)
    assert (lessons[small].superseded_by, lessons[large].superseded_by) == (None, small)


def test_a_flag_follows_to_successors() -> None:
    told = [*helped(NAME, 3), *hurt(NAME)]
    found = Files([ONE, OPPOSITE], told, [contradiction(NAME, AGAINST)]).survey()
    assert found.disputes == [tuple(sorted([NEXT, AGAINST]))]
    assert found.standings[NEXT].contested
    assert not found.standings[NAME].contested
    gone = Files([ONE, OPPOSITE], told, [contradiction(NAME, AGAINST), against(AGAINST)]).survey()
    assert not gone.standings[NEXT].contested, "nobody is left who says the opposite"


def test_an_alternative_is_flagged_and_not_capped() -> None:
    ruling = Ruling(op="alternative", lesson_id=NAME, other=AGAINST, rule="same signature")
    found = Files([ONE, OPPOSITE], [], [ruling]).survey()
    assert all(standing.alternative and not standing.capped for standing in found.standings.values())
    assert found.lessons[NAME].confidence == 0.5


# --- what a command tells --------------------------------------------------------------------------------------


def told(before: Files, later: Files) -> list[tuple[str, str, str, str | None]]:
    found = actions(before.lessons(), later.survey())
    assert all(action.reason for action in found)
    return [(one.lesson_id, one.action, one.level, one.superseded_by) for one in found]


def test_actions_name_what_happened() -> None:
    bare = Files([ONE])
    raised = bare._replace(outcomes=helped(NAME, 3))
    assert told(bare, raised) == [(NAME, "promote", "procedural", None)]
    lowered = raised._replace(outcomes=[*raised.outcomes, *hurt(NAME)])
    assert told(raised, lowered) == [(NAME, "demote", "procedural", NEXT)]
    assert told(bare, bare._replace(outcomes=hurt(NAME))) == [(NAME, "retire", "episodic", "outcomes:3")]
    assert told(bare, bare._replace(rulings=[against(NAME, "lang:rust")])) == [
        (NAME, "narrow", "episodic", NEXT)
    ]
    assert told(bare, bare._replace(rulings=[RETIRED]))[0][1:] == (
        "retire",
        "episodic",
        "person:moved to another library",
    )
    assert told(raised, raised) == []


def test_a_settlement_and_a_lifted_flag_are_actions_too() -> None:
    both = Files([ONE, OPPOSITE], [], [contradiction(NAME, AGAINST)])
    settle = Ruling(op="settle", lesson_id=AGAINST, other=NAME, successor=NAME, rule="settle_lead:3")
    later = both._replace(rulings=[*both.rulings, settle])
    assert told(both, later) == [(AGAINST, "settle", "episodic", NAME)]
    flagged = Files([decided(1, flagged=True)])
    joined = flagged._replace(
        terminations=[*flagged.terminations, *(decided(number, merged_into=NAME) for number in (2, 3))]
    )
    assert told(flagged, joined) == [(NAME, "redflag", "episodic", None)]


@pytest.mark.parametrize(
    ("files", "right"),
    [
        (Files([ONE]), ("episodic", "admit", None, False, None)),
        (Files([ONE], helped(NAME, 3)), ("procedural", "promote", None, False, None)),
        (Files([ONE], hurt(NAME)), ("episodic", "retire", "outcomes:3", False, None)),
        (Files([ONE], [*helped(NAME, 3), *hurt(NAME)]), ("procedural", "demote", NEXT, False, None)),
        (Files([decided(1, flagged=True)]), ("episodic", "redflag", None, True, "lowest")),
        (
            Files([ONE, OPPOSITE], [], [contradiction(NAME, AGAINST)]),
            ("episodic", "admit", None, False, "lowest"),
        ),
    ],
)
def test_the_schema_of_the_stage_for_a_lesson_as_it_stands(files: Files, right: tuple[Any, ...]) -> None:
    members = msgspec.to_builtins(lifecycle_of(NAME, files.survey()))
    assert tuple(members.values()) == right
    assert list(members) == ["level", "action", "superseded_by", "red_flag_class", "confidence_cap"]
