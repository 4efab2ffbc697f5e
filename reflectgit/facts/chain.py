"""Which exception stands behind which: the roles in a chain as Python prints it (oldest first)."""

from dataclasses import dataclass, field
from typing import Literal

from msgspec.structs import replace

from reflectgit.facts.model import Raised

_LINKS: tuple[tuple[str, Literal["cause", "context"]], ...] = (
    ("The above exception was the direct cause of the following exception", "cause"),
    ("During handling of the above exception, another exception occurred", "context"),
)


def link(line: str) -> Literal["cause", "context"] | None:
    """What a line between two exceptions makes of the one above it."""
    if "above exception" not in line:
        return None
    return next((role for said, role in _LINKS if said in line), None)


@dataclass
class Chain:
    """The exceptions of one text, in their order.

    `width` is how far to the right an exception is drawn: the members of a group stand to the right of the group.
    """

    raised: list[Raised] = field(default_factory=list)
    _open: list[tuple[int, int]] = field(default_factory=list)  # (width, index), the width growing
    _seen: set[tuple[str, str | None]] = field(default_factory=set)

    def begin(self) -> None:
        """What follows has nothing to do with what was raised before, unless a line links them."""
        self._open.clear()

    def add(self, raised: Raised, width: int = 0) -> None:
        """One more exception; to the right of an open one it is a member of it."""
        while self._open and self._open[-1][0] >= width:
            self._open.pop()
        role = "member" if self._open else raised.role
        self._open.append((width, len(self.raised)))
        self.raised.append(replace(raised, role=role))
        self._seen |= {(raised.class_, None), (raised.class_, raised.message)}

    def has(self, class_: str, message: str | None) -> bool:
        """Whether an exception of this class and message, or with None of this class, was added."""
        return (class_, message) in self._seen

    def relate(self, role: Literal["cause", "context"], width: int = 0) -> None:
        """The outermost open exception at `width` or to the right of it is behind the next one."""
        for place, (drawn, index) in enumerate(self._open):
            if drawn >= width:
                self.raised[index] = replace(self.raised[index], role=role)
                del self._open[place:]
                return
