"""A proposer that answers with what was recorded before: a file."""

from collections.abc import Callable
from pathlib import Path

from reflectgit.errors import BadInput


def from_file(path: Path) -> Callable[[str], str]:
    """A proposer whose answer is the text of `path`, whatever it is asked.

    Raises (when it is called):
        BadInput: the file cannot be read, or is not UTF-8.
    """

    def propose(prompt: str) -> str:
        try:
            return path.read_bytes().decode("utf-8-sig")
        except OSError as fault:
            raise BadInput(
                f"{path}: {fault.strerror}", "give the file that holds the recorded answer"
            ) from fault
        except UnicodeDecodeError as fault:
            raise BadInput(
                f"{path}: not UTF-8 at byte {fault.start}", "save the recorded answer as UTF-8"
            ) from fault

    return propose
