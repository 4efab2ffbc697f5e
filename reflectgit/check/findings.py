"""What `check` finds: a fault or a warning, where it is, and what mends it."""

import re

from msgspec import Struct

from reflectgit.errors import BadInput

#: Every code, and what it says. The codes are stable: programs read them.
CODES = {
    "unknown_file": "a file under lessons/ or ledger/ that a store does not hold",
    "unreadable": "a file that is not what its folder says: the reader's own words",
    "conflict_markers": "a merge was committed before it was finished",
    "not_canonical": "a file written otherwise than reflectgit writes it",
    "misplaced": "a lesson in the folder of another level or another shard",
    "misnamed": "a ledger file whose name is not what it says",
    "doubled_id": "two files with one lesson id, or two items with one id in a record",
    "dangling_failure": "a failure is named that is not in the ledger",
    "dangling_evidence": "an item of evidence is cited that is not in the ledger",
    "dangling_lesson": "a lesson is named that is not in the store",
    "circle": "superseded_by comes back to where it began",
    "no_evidence": "a lesson without provenance or evidence",
    "wrong_event_id": "an outcome whose id is not what it says",
    "wrong_failure_id": "a failure id that its record does not give",
    "wrong_signature": "a signature that its failure does not give",
    "wrong_lesson_id": "a lesson id that statement, failure and supersedes do not give",
    "wrong_reflection_digest": "the digest of another reflection than the one that is kept",
    "wrong_item_digest": "an item marked as made by reflectgit whose digest does not verify",
    "bad_decision": "a decision that contradicts itself, or that admits what it may not",
    "missing_lesson": "the ledger gives a lesson that has no file",
    "unfounded_lesson": "a lesson that the ledger does not give",
    "not_the_fold": "a lesson whose fields are not what the ledger gives",
    "not_ruled": "a lesson that a person merged by hand, and that no ruling approves yet",
    "bad_wording": "such a lesson in words that the gate does not let in",
    "bad_policy": "reflectgit.toml cannot be read",
    "no_policy": "reflectgit.toml is missing",
    "no_gitattributes": "no rule keeps the files of the store byte for byte",
    "ledger_edited": "a change edits a file of the ledger",
    "ledger_removed": "a change removes a file of the ledger",
    "hidden_characters": "a text holds characters that do not show",
    "look_alikes": "a word holds letters of another script that look Latin",
    "instruction_like": "a text reads like an order to its reader",
    "url": "a text holds an address",
}
#: What a reader should look at and what may be all right: these leave `check` green.
MILD = frozenset({"not_ruled", "hidden_characters", "look_alikes", "instruction_like", "url"})

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
