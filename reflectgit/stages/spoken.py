"""What a person says of a lesson: a wording, or the reason for a ruling. It is kept, and read by whoever retrieves."""

from reflectgit.errors import BadInput
from reflectgit.policy import Policy
from reflectgit.stages.evidence import safe
from reflectgit.stages.foreign_matter import misleading


def one_line(text: str) -> str:
    """The words on one line, without secrets and terminal codes; "" where nothing is left."""
    return " ".join(safe(text, Policy()).split())


def reason(text: str) -> str:
    """The words of a reason, as `one_line`.

    Raises:
        BadInput: they order their reader about, or hide something (DESIGN, "Untrusted data").
    """
    words = one_line(text)
    if faults := misleading(words):
        raise BadInput(f"the reason could mislead its readers: {faults[0]}", "say it in plain words")
    return words
