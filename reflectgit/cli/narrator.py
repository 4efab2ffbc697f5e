"""How the demo speaks to a person."""

from typing import TYPE_CHECKING

from reflectgit.cli.answer import show_answer
from reflectgit.cli.record import counted, show_recorded
from reflectgit.cli.retrieve import show_found
from reflectgit.cli.terminal import paint, prose, put, visible

if TYPE_CHECKING:
    from reflectgit.admission import Answer
    from reflectgit.retrieval import Retrieved
    from reflectgit.store import Store
    from reflectgit.upkeep import Recorded


class Narrator:
    """A `demo.Console` on standard output."""

    def heading(self, text: str) -> None:
        """The title of a scene."""
        put()
        put(paint(f"== {text}", "bold"))

    def say(self, text: str) -> None:
        """What happens, and why."""
        put(prose(text))

    def command(self, line: str) -> None:
        """What a person would type."""
        put(paint(f"$ {line}", "blue"))

    def output(self, text: str) -> None:
        """What was printed or stands in a file, as it is."""
        for line in text.rstrip("\n").split("\n"):
            put(f"  | {visible(line)}".rstrip())

    def claim(self, name: str, text: str) -> None:
        """One member of a reflection."""
        put(prose(text, indent="      ", first=f"  {name}: "))

    def answer(self, answer: "Answer", store: "Store") -> None:
        """A decision, as `reflectgit admit` prints it."""
        show_answer(answer, store)

    def recorded(self, told: "Recorded", task: str, repo: str, outcome: str) -> None:
        """An outcome, as `reflectgit record` prints it."""
        show_recorded(told, task, repo, outcome)

    def counted(self, told: "Recorded") -> None:
        """Of an outcome the counters alone."""
        for one in told.lessons:
            self.output(counted(one))

    def retrieved(self, found: "Retrieved") -> None:
        """Lessons for a task, as `reflectgit retrieve` prints them."""
        show_found(found)
