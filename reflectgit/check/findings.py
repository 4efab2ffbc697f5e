"""What `check` finds: a fault or a warning, where it is, and what mends it."""

import re

from msgspec import Struct

from reflectgit.errors import BadInput

#: Codes that a reader should look at and that may be all right: they leave `check` green.
MILD = frozenset({"hidden_characters", "instruction_like", "url"})

_PLACE = re.compile(r":(?P<line>\d+)(?::\d+)?: |: ")


class Finding(Struct, frozen=True, kw_only=True):
    """One thing that is wrong (CONTRACT, "What they print with --json", `check`).

    `line` counts from 1 and is None where the whole file is meant. Neither `message` nor `hint` repeats the
    path.
    """

    code: str
    path: str
    line: int | None
    message: str
    hint: str

    @property
    def is_error(self) -> bool:
        """Whether the store is not as it should be; false for what only wants a look (`MILD`)."""
        return self.code not in MILD

    def place(self) -> tuple[str, int, str, str]:
        """Sort key: by path, then line, then code, then message."""
        return self.path, self.line or 0, self.code, self.message


def ok(findings: list[Finding]) -> bool:
    """Whether nothing found is an error."""
    return not any(finding.is_error for finding in findings)


def from_fault(path: str, fault: BadInput, code: str) -> Finding:
    """The finding for a file that a reader refused with ``path:line: what``."""
    rest = fault.message.removeprefix(path)
    place = _PLACE.match(rest)
    line = place["line"] if place else None
    message = rest[place.end() :] if place else fault.message
    return Finding(code=code, path=path, line=int(line) if line else None, message=message, hint=fault.hint)


def line_of(data: bytes, *words: str) -> int | None:
    """The first line that begins, after its indentation, with ``word:``, or that holds the word; or None."""
    for word in words:
        sought = re.escape(word.encode())
        found = re.search(rb"^[ -]*" + sought + rb":", data, re.MULTILINE) or re.search(sought, data)
        if found:
            return data.count(b"\n", 0, found.start()) + 1
    return None
