"""What a person said in a message that harnesses write into as well."""

import re

#: What the harness puts between the words of a person, or in their place.
_TAGGED = re.compile(
    r"<(?P<tag>system-reminder|local-command-\w+|command-\w+|bash-\w+|ide_\w+|task-notification"
    r"|user-prompt-submit-hook)\b[^>]*>.*?(?:</(?P=tag)>|\Z)",
    re.DOTALL,
)
_INTERRUPTED = re.compile(r"\[Request interrupted by user[^\]]*\]")
#: Older versions mark these by nothing else.
_BY_HARNESS = ("Caveat: The messages below", "This session is being continued from a previous conversation")


def said_by_person(words: str) -> str:
    """The message without what the harness put in; "" where the harness wrote all of it."""
    plain = _INTERRUPTED.sub("", _TAGGED.sub("", words)).strip()
    return "" if plain.startswith(_BY_HARNESS) else plain
