"""What the tests of the command line pass around."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Done:
    """How a run ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.out.count("\n") == 1, "one object on one line"
        return json.loads(self.out)


@dataclass(frozen=True)
class Desk:
    """A folder with a store and the two inputs as files."""

    folder: Path
    store: Path
    failure: Path
    story: Path

    def write(self, name: str, value: Any) -> Path:
        """Another input: bytes as they are, anything else as JSON."""
        file = self.folder / name
        file.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
        return file


def mended_otherwise(termination: dict[str, Any]) -> dict[str, Any]:
    """The same failure, mended by another change: an opposite lesson leaves nothing out that this one put in."""
    repair = {
        **termination["repair"],
        "content": termination["repair"]["content"].replace("removesuffix", "rpartition"),
    }
    return {**termination, "repair": repair}
