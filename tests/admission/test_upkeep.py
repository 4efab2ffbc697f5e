"""A lesson's life after its admission: outcomes, promotion, demotion, retirement, people's rulings."""

import msgspec
import pytest

from reflectgit import admission, upkeep
from reflectgit.check import check
from reflectgit.errors import BadInput, NotFound
from reflectgit.formats.inputs import read_as
from reflectgit.model import Item, Lesson
from reflectgit.store import history
from reflectgit.store.index import Index


def replaced(value, **changes):
    return msgspec.structs.replace(value, **changes)


@pytest.fixture
def lesson(store, failed, story):
    return admission.admit(store, failed, story).lesson_id


def look(store, name):
    with Index.open(store).at(store.snapshot()) as view:
        return view.lesson(name)


def tell(store, name, outcome, *repos):
    return [
        upkeep.record(store, [name], task=f"T-{n}", repo=repo, outcome=outcome)
        for n, repo in enumerate(repos)
    ]


def test_an_outcome_is_counted_once_however_often_it_is_told(store, repo, git, lesson):
    first = upkeep.record(store, [lesson], task="T-1", repo="Other/Place", outcome="resolved")
    assert (first.recorded, first.actions) == (True, [])
    assert git(repo, "log", "-1", "--format=%H").strip() == first.commit
    again = upkeep.record(
        store, [lesson], task="T-1", repo="other/place", outcome="resolved", retrieved=[lesson]
    )
    assert (again.recorded, again.commit, again.event_id) == (False, None, first.event_id)
    keyed = upkeep.record(store, [lesson], task="T-1", repo="other/place", outcome="resolved", key="second")
    assert keyed.recorded
    value = look(store, lesson).value
    assert (value.times_applied, value.times_helped, value.times_hurt) == (2, 2, 0)
    assert check(store) == []


@pytest.mark.parametrize(
    ("outcome", "counted"), [("resolved", (1, 1, 0)), ("worse", (1, 0, 1)), ("unchanged", (1, 0, 0))]
)
def test_what_came_of_it_is_what_is_counted(store, lesson, outcome, counted):
    (told,) = upkeep.record(store, [lesson], task="T-1", repo="a/b", outcome=outcome).lessons
    assert (told.times_applied, told.times_helped, told.times_hurt) == counted


def test_three_foreign_repositories_promote_it_in_a_commit_that_moves_its_file(store, repo, git, lesson):
    *_, last = tell(store, lesson, "resolved", "a/one", "b/two", "c/three")
    (action,) = last.actions
    assert (action.action, action.level) == ("promote", "procedural")
    row = look(store, lesson)
    assert row.path.startswith("lessons/procedural/")
    assert "repo:" not in row.value.scope
    moved = git(repo, "show", "--name-status", "-M", "--format=%s", action.commit)
    assert moved.startswith("promote: ")
    assert "\nR" in moved
    followed = git(repo, "log", "--follow", "--format=%s", "--", row.path)
    assert followed.count("\n") == 5
    assert check(store) == []


def test_its_own_repository_does_not_promote_it(store, lesson):
    tell(store, lesson, "resolved", "lagoon/depot", "Lagoon/Depot", "lagoon/depot", "x/y", "x/z")
    assert look(store, lesson).value.type == "episodic"


def test_three_hurt_at_the_lowest_level_retire_it(store, lesson):
    *_, last = tell(store, lesson, "worse", "a/one", "a/one", "a/one")
    (action,) = last.actions
    assert (action.action, action.superseded_by) == ("retire", "outcomes:3")
    assert look(store, lesson).value.superseded_by == "outcomes:3"
    assert check(store) == []


def test_three_hurt_higher_up_make_it_begin_again_below(store, lesson):
    tell(store, lesson, "resolved", "a/one", "b/two", "c/three")
    for n in range(3):
        last = upkeep.record(store, [lesson], task=f"H-{n}", repo="d/four", outcome="worse")
    (action,) = last.actions
    assert action.action == "demote"
    successor = look(store, action.superseded_by)
    assert (successor.value.type, successor.value.supersedes) == ("episodic", lesson)
    assert (successor.value.times_applied, successor.value.times_hurt) == (0, 0)
    assert "repo:lagoon/depot" in successor.value.scope
    assert check(store) == []
    *_, last = tell(store, action.superseded_by, "worse", "e/five", "e/six", "e/seven")
    assert [one.action for one in last.actions] == ["retire"]
    assert check(store) == []


def test_late_outcomes_count_and_bring_nothing_back(store, lesson):
    tell(store, lesson, "worse", "a/one", "a/two", "a/three")
    tell(store, lesson, "resolved", "b/one", "b/two", "b/three")
    value = look(store, lesson).value
    assert value.superseded_by is not None
    assert (value.times_helped, value.times_hurt) == (3, 3)
    assert check(store) == []


def test_a_retired_lesson_whose_failure_returns_comes_back_as_its_successor(store, failed, story, lesson):
    upkeep.retire(store, lesson, because="it was about an old release")
    again = replaced(failed, task=replaced(failed.task, id="DEPOT-9"))
    answer = admission.admit(store, again, story)
    assert (answer.decision, answer.stages.admission.admitted) == ("admitted", True)
    assert look(store, answer.lesson_id).value.supersedes == lesson
    assert check(store) == []


def test_people_retire_a_lesson_for_one_reason(store, repo, git, failed, story, lesson):
    (done,) = upkeep.retire(store, lesson, because="superseded by a linter")
    assert (done.action, done.superseded_by) == ("retire", "person:superseded by a linter")
    assert upkeep.retire(store, lesson, because="superseded by a linter") == []
    assert check(store) == []
    with pytest.raises(BadInput):
        upkeep.retire(store, lesson)
    with pytest.raises(BadInput):
        upkeep.retire(store, lesson, because="x", superseded_by="y")
    with pytest.raises(NotFound):
        upkeep.retire(store, lesson, superseded_by="no-such-lesson-00000000")
    with pytest.raises(NotFound):
        upkeep.retire(store, lesson, counterexample="f-0000000000000000")


def test_a_failure_that_speaks_against_it_narrows_it(store, failed, lesson):
    elsewhere = replaced(failed, task=replaced(failed.task, id="SHIP-1", repo="harbour/ships"))
    done = upkeep.counterexample(store, lesson, elsewhere, because="ships take what fits")
    assert [one.action for one in done] == ["narrow"]
    successor = look(store, done[0].superseded_by).value
    assert "-repo:harbour/ships" in successor.scope
    assert look(store, lesson).value.counterexamples
    assert check(store) == []


def test_a_failure_of_its_own_kind_that_speaks_against_it_retires_it(store, failed, lesson):
    more = [*failed.traces, Item(id="run-2", component=11, kind="execution", content="again assert 2 == 3")]
    same = replaced(failed, traces=more)
    done = upkeep.counterexample(store, lesson, same, because="rounding up was tried")
    assert done[0].superseded_by.startswith("f-")
    assert check(store) == []


def test_another_wording_is_gated_again_and_becomes_its_successor(store, lesson):
    better = "Round the division up when containers are counted, and test one that stays partly filled."
    amended = upkeep.amend(store, lesson, statement=better, because="clearer")
    assert amended.reason is None
    assert [one.action for one in amended.actions] == ["amend"]
    assert look(store, amended.successor).value.statement == better
    assert look(store, lesson).value.superseded_by == amended.successor
    assert check(store) == []


def test_a_wording_that_says_nothing_is_refused(store, repo, git, lesson):
    before = git(repo, "rev-parse", "HEAD")
    amended = upkeep.amend(store, lesson, statement="Always be careful and think twice.", because="shorter")
    assert (amended.successor, amended.reason) == (None, "too_vague")
    assert git(repo, "rev-parse", "HEAD") == before


@pytest.mark.parametrize(
    "words",
    [
        "When counting containers for a quantity, round the division down, and test a quantity that leaves the last "
        "container partly filled.",
        "There is no need to round the division up when containers are counted for a quantity.",
    ],
)
def test_the_opposite_is_no_other_wording(store, repo, git, lesson, words):
    before = git(repo, "rev-parse", "HEAD")
    with pytest.raises(BadInput, match="says the opposite of") as refused:
        upkeep.amend(store, lesson, statement=words, because="fewer crates")
    assert "reflectgit retire" in str(refused.value.hint)
    assert git(repo, "rev-parse", "HEAD") == before


def test_a_sweep_of_a_sound_store_does_nothing(store, repo, git, lesson):
    tell(store, lesson, "resolved", "a/one", "b/two", "c/three")
    before = git(repo, "rev-parse", "HEAD")
    assert upkeep.sweep(store) == []
    assert git(repo, "rev-parse", "HEAD") == before


def test_a_sweep_mends_what_a_hand_changed(store, repo, git, lesson):
    row = look(store, lesson)
    text = (repo / row.path).read_text()
    (repo / row.path).write_text(
        "# kept: a reviewer's word\n" + text.replace("times_helped: 0", "times_helped: 7")
    )
    stray = repo / "lessons/episodic/00/stray-00000000.yaml"
    stray.parent.mkdir(parents=True, exist_ok=True)
    stray.write_text(text)
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "by hand")
    assert check(store) != []
    told = upkeep.sweep(store, dry_run=True)
    assert [(one.action, one.lesson_id, one.commit) for one in told] == [
        ("mend", lesson, None),
        ("withdraw", "stray-00000000", None),
    ]
    assert check(store) != []
    for done in upkeep.sweep(store):
        assert done.commit in git(repo, "rev-list", "HEAD")
    assert check(store) == []
    assert (repo / row.path).read_text().startswith("# kept: a reviewer's word\n")
    assert not stray.exists()


def test_branches_that_learned_apart_are_one_after_a_sweep(store, repo, git, lesson):
    git(repo, "branch", "other")
    upkeep.record(store, [lesson], task="T-1", repo="a/one", outcome="resolved")
    git(repo, "checkout", "-q", "other")
    upkeep.record(store, [lesson], task="T-2", repo="b/two", outcome="resolved")
    git(repo, "checkout", "-q", "main")
    git(repo, "merge", "-q", "other", "-m", "united", "-X", "ours")
    upkeep.sweep(store)
    assert look(store, lesson).value.times_helped == 2
    assert check(store) == []


def test_the_log_tells_the_whole_life(store, lesson):
    tell(store, lesson, "resolved", "a/one", "b/two", "c/three")
    upkeep.retire(store, lesson, because="done with")
    told = [event.op for event in history.events(store, lesson)]
    assert told == ["retire", "retire", "promote", "record", "record", "record", "admit"]


def test_an_unknown_lesson_or_a_bad_name_changes_nothing(store, repo, git, lesson):
    before = git(repo, "rev-parse", "HEAD")
    with pytest.raises(NotFound):
        upkeep.record(store, ["no-such-lesson-00000000"], task="T", repo="a/b", outcome="resolved")
    for task, where in (("-rf", "a/b"), ("T", "../x"), ("T", "ghp_" + "a1B2" * 9)):
        with pytest.raises(BadInput):
            upkeep.record(store, [lesson], task=task, repo=where, outcome="resolved")
    with pytest.raises(BadInput):
        upkeep.record(store, [], task="T", repo="a/b", outcome="resolved")
    assert git(repo, "rev-parse", "HEAD") == before


def test_a_refusing_hook_takes_the_whole_operation_back(store, repo, git, lesson):
    tell(store, lesson, "resolved", "a/one", "b/two")
    hook = repo / ".git/hooks/commit-msg"
    hook.write_text('#!/bin/sh\ngrep -q "^promote" "$1" && exit 1\nexit 0\n')
    hook.chmod(0o755)
    before = git(repo, "rev-parse", "HEAD"), git(repo, "status", "--porcelain")
    with pytest.raises(Exception, match="hook"):
        upkeep.record(store, [lesson], task="T-3", repo="c/three", outcome="resolved")
    assert (git(repo, "rev-parse", "HEAD"), git(repo, "status", "--porcelain")) == before
    assert read_as(Lesson, (repo / look(store, lesson).path).read_bytes(), "x").times_helped == 2


@pytest.fixture
def opposite(failed, story):
    """Another failure of the same kind, and the opposite advice about it."""
    again = replaced(failed, task=replaced(failed.task, id="DEPOT-5"))
    return again, replaced(
        story,
        candidate_lesson="When counting containers for a quantity, never round the division up, and test a quantity "
        "that leaves the last container partly filled.",
    )


def test_opposite_advice_is_flagged_on_both_and_settled_by_outcomes(store, lesson, opposite):
    other = admission.admit(store, *opposite)
    assert (other.decision, other.stages.generalization.contradicts_lesson_id) == ("admitted", lesson)
    assert {look(store, name).value.confidence for name in (lesson, other.lesson_id)} == {0.1}
    assert check(store) == []
    tell(store, lesson, "resolved", "a/one", "a/two", "a/three")
    (done,) = [one for one in upkeep.sweep(store) if one.action == "settle"]
    assert (done.lesson_id, done.superseded_by) == (other.lesson_id, lesson)
    assert look(store, lesson).value.confidence == 0.7
    assert check(store) == []


def test_lessons_that_meet_by_a_merge_are_compared_by_the_sweep(store, repo, git, failed, story, opposite):
    git(repo, "branch", "other")
    one = admission.admit(store, failed, story)
    git(repo, "checkout", "-q", "other")
    two = admission.admit(store, *opposite)
    git(repo, "checkout", "-q", "main")
    git(repo, "merge", "-q", "other", "-m", "united")
    assert {look(store, name).value.confidence for name in (one.lesson_id, two.lesson_id)} == {0.7}
    upkeep.sweep(store)
    assert {look(store, name).value.confidence for name in (one.lesson_id, two.lesson_id)} == {0.1}
    assert upkeep.sweep(store) == []
    assert check(store) == []


def followed(store, repo, git, action):
    """The commit of an action is of that lesson, and its log shows it."""
    named = git(repo, "log", "-1", "--format=%(trailers:key=Reflectgit-Lesson,valueonly)", action.commit)
    assert action.lesson_id in named.split()
    (event,) = [one for one in history.events(store, action.lesson_id) if one.commit == action.commit]
    assert event.op == action.action


def test_what_hurts_an_older_wording_lowers_the_one_that_holds_and_says_so(store, repo, git, lesson):
    tell(store, lesson, "resolved", "a/one", "b/two", "c/three")
    successor = upkeep.amend(
        store,
        lesson,
        statement="Round the division up when containers are counted, and test one that stays partly filled.",
        because="clearer",
    ).successor
    assert look(store, successor).value.type == "procedural"
    for n in range(3):
        last = upkeep.record(store, [lesson], task=f"H-{n}", repo="d/four", outcome="worse")
        assert bool(last.actions) == (n == 2)
    told = {one.lesson_id: one for one in last.actions}
    assert (told[successor].action, told[successor].level) == ("demote", "episodic")
    assert told[successor].superseded_by is None
    beside = told.keys() - {successor, lesson}
    assert {told[one].superseded_by for one in beside} == {successor}
    assert look(store, successor).value.type == "episodic"
    assert len({one.commit for one in last.actions} | {last.commit}) == len(last.actions) + 1
    for action in last.actions:
        followed(store, repo, git, action)
    changed = git(repo, "show", "--name-only", "--format=", last.commit).split()
    assert [path for path in changed if path.startswith("lessons/")] == [look(store, lesson).path]
    assert check(store) == []


BETTER = "Round the division up when containers are counted, and test one that stays partly filled."


def test_a_successor_that_late_outcomes_unmake_is_withdrawn_in_a_commit_of_its_own(store, repo, git, lesson):
    """The newer wording was hurt as a procedural lesson; what is told late of the older one says that it never was."""
    tell(store, lesson, "resolved", "q/one", "q/two", "q/three")
    newer = upkeep.amend(store, lesson, statement=BETTER, because="clearer").successor
    for n in range(3):
        last = upkeep.record(store, [newer], task=f"N-{n}", repo="n/one", outcome="worse")
    (demoted,) = [one for one in last.actions if one.action == "demote"]
    for n in range(3):
        last = upkeep.record(store, [lesson], task=f"O-{n}", repo="o/one", outcome="worse")
    assert demoted.superseded_by in {one.lesson_id for one in last.actions if one.action == "withdraw"}
    assert check(store) == []
    assert upkeep.sweep(store) == []


def test_what_speaks_against_an_older_wording_narrows_the_one_that_holds_and_says_so(
    store, repo, git, failed, lesson
):
    successor = upkeep.amend(
        store,
        lesson,
        statement="Round the division up when containers are counted, and test one that stays partly filled.",
        because="clearer",
    ).successor
    elsewhere = replaced(failed, task=replaced(failed.task, id="SHIP-1", repo="harbour/ships"))
    done = upkeep.counterexample(store, lesson, elsewhere, because="ships take what fits")
    before = {one.lesson_id: one.action for one in done}
    assert before, "something happened"
    for action in done:
        followed(store, repo, git, action)
    for row in (look(store, one.lesson_id) for one in done):
        assert row is not None
    assert successor in before
    assert check(store) == []


def test_the_commits_of_one_word_have_subjects_of_their_own(store, repo, git, lesson):
    better = "Round the division up when containers are counted, and test one that stays partly filled."
    (worded,) = upkeep.amend(store, lesson, statement=better, because="clearer").actions
    (done,) = upkeep.retire(store, worded.superseded_by, because="a linter finds it")
    for action in (worded, done):
        subjects = [
            git(repo, "log", "-1", "--format=%s", commit) for commit in (action.because_of, action.commit)
        ]
        assert len({*subjects}) == 2
        assert {one.partition(":")[0] for one in subjects} == {action.action}


def test_what_a_sweep_mends_is_in_the_log_of_each_lesson(store, repo, git, lesson):
    path = repo / look(store, lesson).path
    path.write_text(path.read_text().replace("times_helped: 0", "times_helped: 7"))
    git(repo, "commit", "-qam", "by hand")
    (mended,) = upkeep.sweep(store)
    assert mended.action == "mend"
    newest = history.events(store, lesson)[0]
    assert (newest.commit, newest.op) == (mended.commit, "sweep")
