"""``go test -json``: each line an event, of which what was printed is the text that ``go test -v`` prints."""

import json
from collections.abc import Iterator

_BEGINS = ('{"Time":', '{"Action":', '{"ImportPath":')


def printed_by_go(output: str) -> str:
    """What a run printed, taken out of the events of ``go test -json``; a text without such events as it is."""
    if not any(f"\n{begin}" in f"\n{output[:65_536]}" for begin in _BEGINS):
        return output
    return "".join(_printed(output))


def _printed(output: str) -> Iterator[str]:
    for line in output.splitlines(keepends=True):
        if not line.startswith(_BEGINS):
            yield line
            continue
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):  # cut off, or of another program
            yield line
            continue
        if "Action" in event:
            yield str(event.get("Output", ""))
        else:
            yield line
