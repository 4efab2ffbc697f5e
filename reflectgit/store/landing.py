"""Taking a built commit to the branch, the index and the work tree, or leaving all three as they were."""

from collections.abc import Callable

from reflectgit.store import hooks, recovery, worktree
from reflectgit.store import journal as journals
from reflectgit.store.git import Git, failure
from reflectgit.store.head import Head
from reflectgit.store.journal import Journal, Touched
from reflectgit.store.layout import Place
from reflectgit.store.objects import DURABLE, Built, seal
from reflectgit.store.settings import Settings


class Moved(Exception):
    """HEAD is not what the decision was made on: decide again."""


class Landing:
    """One commit on its way.

    Args:
        place, git: the store.
        head: what the decision was made on.
        built: the commit.
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
        built: Built,
        settings: Settings,
        lock: int,
        head_now: Callable[[], Head],
        tell: Callable[[str], None],
    ) -> None:
        self._place, self._git, self._head, self._built = place, git, head, built
        self._settings, self._lock, self._head_now, self._tell = settings, lock, head_now, tell
        self._hooks_ran = False

    def land(self, words: str) -> str:
        """Gives the id of the commit that the branch holds now, with `words` or what the hooks made of them.

        Raises:
            Moved: the branch is elsewhere by now.
            StoreError: something refused.
        """
        worktree.lay_desk(self._place.git_dir)
        try:
            journals.write(self._place, self._look())
            commit = self._commit(words)
        except BaseException:
            recovery.end(self._place, self._lock, after_hooks=self._hooks_ran)
            raise
        worktree.publish_index(self._place.git_dir)
        worktree.unlock_index(self._place.git_dir)
        journals.remove(self._place)
        return commit

    def _look(self) -> Journal:
        place, built = self._place, self._built
        touched: list[Touched] = []
        folders: list[str] = []
        if place.work_tree is not None:
            touched, folders = worktree.look(place, self._git, built.targets, self._settings)
        return Journal(
            ref=self._head.ref,
            old=self._head.commit,
            new=built.commit,
            git_dir=place.git_dir,
            work_tree=place.work_tree,
            files=tuple(touched),
            folders=tuple(folders),
        )

    def _commit(self, words: str) -> str:
        said = words if self._place.work_tree is None else self._bring_up(words)
        commit = self._built.commit
        if said != words or self._settings.sign:
            commit = seal(self._git, self._built, self._head.commit, said, self._settings.sign)
            journals.amend(self._place, commit)
        self._move_ref(commit, said)
        return commit

    def _bring_up(self, words: str) -> str:
        index = worktree.lock_index(self._place)
        if self._head_now() != self._head:
            # `git switch` needs index.lock, so from here on HEAD stays on its branch.
            raise Moved
        worktree.apply(self._git, index, self._built.targets, self._lock)
        if not hooks.find_hooks(self._place, self._git, self._settings).may_refuse():
            return words
        self._hooks_ran = True
        return hooks.run_before(self._git, index, self._built.tree, words, self._tell)

    def _move_ref(self, commit: str, words: str) -> None:
        subject = words.partition("\n")[0]
        old = self._head.commit or self._place.zero
        asked = (
            *DURABLE,
            *worktree.QUIET,
            *("-c", "core.filesRefLockTimeout=2000"),
            *("update-ref", "-m", f"reflectgit: {subject}"),
            *(["--no-deref"] if self._head.ref == "HEAD" else []),
            *(self._head.ref, commit, old),
        )
        answer = self._git.write(*asked, keep=(self._lock,), ok=range(-64, 256))
        if answer.code == 0:
            return
        if "but expected" in answer.err or "reference already exists" in answer.err:
            raise Moved
        raise failure(("update-ref",), answer)
