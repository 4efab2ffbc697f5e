"""Taking a built commit to the branch, the index and the work tree, or leaving all three as they were."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from reflectgit.store import hooks, recovery, worktree
from reflectgit.store import journal as journals
from reflectgit.store.git import Git, as_argument, failure
from reflectgit.store.head import Head
from reflectgit.store.journal import Journal, Touched
from reflectgit.store.layout import Place
from reflectgit.store.objects import DURABLE, Built, Target, seal
from reflectgit.store.settings import Settings


class Moved(Exception):
    """HEAD is not what the decision was made on: decide again."""


class Step(NamedTuple):
    """A built commit with its message."""

    built: Built
    words: str


def overall(steps: Sequence[Step]) -> tuple[Target, ...]:
    """What differs between before the first step and after the last one, by path."""
    targets: dict[str, Target] = {}
    for step in steps:
        for target in step.built.targets:
            first = targets.get(target.path, target)
            targets[target.path] = Target(target.path, first.mode, first.old, target.new)
    return tuple(targets[path] for path in sorted(targets) if targets[path].old != targets[path].new)


class Landing:
    """A chain of commits on its way, most often one: the branch takes it in one move or not at all.

    Args:
        place, git: the store.
        head: what the decision was made on.
        steps: the commits, each built on the one before.
        settings: the user's.
        lock: descriptor of the store's lock, for children to inherit.
        head_now: reads HEAD again.
        tell: gets what hooks print.
    """

    def __init__(
        self,
        place: Place,
        git: Git,
        head: Head,
        steps: Sequence[Step],
        settings: Settings,
        lock: int,
        head_now: Callable[[], Head],
        tell: Callable[[str], None],
    ) -> None:
        self._place, self._git, self._head, self._steps = place, git, head, steps
        self._targets = overall(steps)
        self._settings, self._lock, self._head_now, self._tell = settings, lock, head_now, tell
        self._hooks_ran = self._git_died = False

    def land(self) -> tuple[str, ...]:
        """Gives the ids of the commits, with their messages or what the hooks made of them; the branch holds the last.

        Raises:
            Moved: the branch is elsewhere by now.
            StoreError: something refused.
        """
        try:
            worktree.lay_desk(self._place.git_dir)
            journals.write(self._place, self._look())
            commits = self._commit()
            self._publish(commits[-1])
        except BaseException as error:
            killed = self._git_died or not isinstance(error, Exception)
            recovery.end(self._place, self._lock, after_hooks=self._hooks_ran, killed=killed)
            raise
        journals.remove(self._place)
        return commits

    def _look(self) -> Journal:
        place = self._place
        touched: list[Touched] = []
        folders: list[str] = []
        if place.work_tree is not None:
            touched, folders = worktree.look(place, self._git, self._targets, self._settings)
        return Journal(
            ref=self._head.ref,
            old=self._head.commit,
            new=self._steps[-1].built.commit,
            git_dir=place.git_dir,
            work_tree=place.work_tree,
            files=tuple(touched),
            folders=tuple(folders),
        )

    def _commit(self) -> tuple[str, ...]:
        words = [step.words for step in self._steps]
        said = words if self._place.work_tree is None else self._bring_up(words)
        commits = self._sealed(said)
        if commits[-1] != self._steps[-1].built.commit:
            journals.amend(self._place, commits[-1])
        self._require_head()
        self._move_ref(commits[-1], said[0])
        return commits

    def _sealed(self, said: Sequence[str]) -> tuple[str, ...]:
        """The commits as they are to be: made anew where a hook reworded one, or where they have to be signed."""
        commits: list[str] = []
        anew = self._settings.sign
        for step, words in zip(self._steps, said, strict=True):
            anew = anew or words != step.words
            parent = commits[-1] if commits else self._head.commit
            sealed = seal(self._git, step.built, parent, words, self._settings.sign) if anew else None
            commits.append(sealed or step.built.commit)
        return tuple(commits)

    def _bring_up(self, words: list[str]) -> list[str]:
        index = worktree.lock_index(self._place)
        self._require_head()
        worktree.apply(self._git, index, self._targets, self._lock)
        if not hooks.find_hooks(self._place, self._git, self._settings).may_refuse():
            return words
        self._hooks_ran = True
        return [
            hooks.run_before(self._git, index, step.built.tree, step.words, self._tell)
            for step in self._steps
        ]

    def _require_head(self) -> None:
        if self._head_now() != self._head:
            raise Moved

    def _publish(self, commit: str) -> None:
        """Put the index in place, unless HEAD went elsewhere while we moved the branch.

        ``git switch`` and ``git reset --hard`` let go of index.lock before they move HEAD, so the lock is no
        promise that it stays. What was written for one branch is not shown on another: it is taken back.

        Raises:
            Moved: somebody took the commit off the branch.
        """
        if self._head_now() == self._head._replace(commit=commit):
            worktree.publish_index(self._place.git_dir)
            worktree.unlock_index(self._place.git_dir)
            return
        if not recovery.holds(self._git, self._head.ref, commit):
            raise Moved
        self._tell(f"HEAD has moved meanwhile: the commit {commit[:12]} is on {self._head.ref}")
        recovery.end(self._place, self._lock, after_hooks=self._hooks_ran)

    def _move_ref(self, commit: str, words: str) -> None:
        subject = words.partition("\n")[0]
        old = self._head.commit or self._place.zero
        asked = (
            *DURABLE,
            *worktree.QUIET,
            *("-c", "core.filesRefLockTimeout=2000"),
            *("update-ref", "-m", as_argument(f"reflectgit: {subject}")),
            *(["--no-deref"] if self._head.ref == "HEAD" else []),
            *(self._head.ref, commit, old),
        )
        answer = self._git.write(*asked, keep=(self._lock,), ok=range(-64, 256))
        if answer.code == 0:
            return
        self._git_died = answer.code < 0
        if "but expected" in answer.err or "reference already exists" in answer.err:
            raise Moved
        raise failure(("update-ref",), answer)
