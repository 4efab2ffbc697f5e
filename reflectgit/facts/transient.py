"""Transient failures: of the surroundings and not of the program (docs/transient.md).

A network that is down, a full disk, a limit on requests, a machine that was taken away: they pass by themselves, and a
lesson from one alone would teach to avoid what works. What is told here is the kind, by the words of the failure or,
where a run only left with an exit code, of what it printed. Whether a lesson may come of it the gate decides
(`stages.admit`).
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from reflectgit.facts.model import AnyFact, Fact, Frame
from reflectgit.text.template import CAUSE

Kind = Literal[
    "disk full",
    "rate limit",
    "certificate",
    "name lookup",
    "registry",
    "service down",
    "network",
    "out of memory",
    "lock held",
    "runner lost",
    "tool not installed",
    "passed without a change",
]


class Transient(Fact, tag="transient", frozen=True, kw_only=True):
    """A failure of the surroundings: its kind, and the words that show it."""

    what: Kind
    said: str


#: One expression a line, whatever the case; the first kind that occurs counts: what is more particular comes first.
_WORDS: dict[Kind, str] = {
    "disk full": r"""
        \bENOSPC\b
        no space left on device
        \bEDQUOT\b
        disk quota exceeded
        not enough space on the disk
    """,
    "rate limit": r"""
        STATUS429\b
        \b429:? (?:client error|too many)
        \btoo ?many ?requests\b
        \brate.?limit(?:ed\b|error\b|s?\b.{0,40}(?:exceeded|reached|hit))
        \bquota .{0,60}exceeded|exceeded .{0,40}\bquota\b
        RESOURCE_EXHAUSTED\b.{0,80}quota|insufficient_quota
        reached your pull rate limit
    """,
    "certificate": r"""
        certificate has expired
        certificate is not yet valid
        CERT_(?:HAS_EXPIRED|NOT_YET_VALID)
    """,
    "name lookup": r"""
        temporary failure in name resolution
        name or service not known
        could(?: not|n't) resolve host
        \bEAI_AGAIN\b
        \bgetaddrinfo (?:failed|ENOTFOUND)
        \bno such host\b
        nodename nor servname provided
        \bUnknownHostException\b
        failed to lookup address information
        \bgaierror\b
    """,
    "registry": r"""
        npm (?:ERR!|error) network
        npm (?:ERR!|error) code E(?:TIMEDOUT|CONNRESET|50[234]|AI_AGAIN|NOTFOUND)
        failed to fetch https?://
        \bhash sum mismatch\b
        mirror sync in progress
        could not transfer artifact .{0,200}(?:timed out|refused|reset|50[234])
        failed to download (?:from )?`?https?://
        proxy\.golang\.org.{0,200}(?:timeout|refused|reset|50[234])
        \b(?:registry|mirror) .{0,80}(?:unavailable|not reachable|unreachable)
    """,
    "service down": r"""
        \b50[234]:? server error\b
        \b502:? bad gateway
        \b503:? service (?:temporarily )?unavailable
        \b504:? gateway time
        STATUS50[234]\b
        \boverloaded_error\b
        upstream connect error
    """,
    "network": r"""
        \bnetwork is (?:unreachable|down)\b
        \bno route to host\b
        \bE(?:NETUNREACH|HOSTUNREACH|NETDOWN|TIMEDOUT)\b
        \bconnection timed out\b
        \bconnect(?:ion)? ?timeout
        \b(?:Read|Connect|Proxy)Timeout(?:Error)?\b
        \bread timed out\b
        \btls handshake timeout
        \bdial tcp\b.{0,200}i/o timeout
        CLOSED
    """,
    "out of memory": r"""
        \boom.?kill(?:ed|er)?\b
        out of memory: kill
        \bcannot allocate memory\b
        \bENOMEM\b
        \bexit(?:ed)?(?: with)? (?:code|status):? 137\b
    """,
    "lock held": r"""
        could not get lock /
        unable to acquire the dpkg
        index\.lock': file exists
        another (?:git |instance |process )\S.{0,60}(?:running|is using)
        \block(?:ed)?\b.{0,60}\b(?:held|owned) by (?:another process|process \d|pid \d)
        \bit is held by process \d
    """,
    "runner lost": r"""
        runner has received a shutdown signal
        lost communication with the server
        the operation was canceled
        \b(?:spot|preemptible) instance .{0,60}(?:terminated|reclaimed|interrupted)
        \bload average\b.{0,60}too high
        \bresource temporarily unavailable\b
    """,
    "tool not installed": r"""
        \b(?:browser|chromium|chrome|firefox|webkit|webdriver)\b.{0,80}(?:not installed|does ?n[o']t exist)
        looks like playwright was just installed
    """,
}
_STATUS = r"\b(?:http(?:/\d(?:\.\d)?)?|status(?: code)?|code|error)[ :=]{0,3}E?"
#: A connection that the other side closed or never took: which side that is, its address tells.
_CLOSED = (
    r"\bE?connection (?:was )?(?:refused|reset|aborted)\b|\bECONN(?:RESET|REFUSED|ABORTED)\b|\bsocket hang up\b"
    r"|\bConnection(?:Reset|Refused|Aborted)Error\b|\bNewConnectionError\b|\bactively refused it\b"
    r"|\bremote end (?:closed connection|hung up unexpectedly)"
)
_SAID: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (
        kind,
        re.compile(
            "|".join(
                line.strip().replace("STATUS", _STATUS).replace("CLOSED", _CLOSED)
                for line in words.split("\n")
                if line.strip()
            ),
            re.IGNORECASE,
        ),
    )
    for kind, words in _WORDS.items()
)
_CLOSED_ALONE = re.compile(_CLOSED, re.IGNORECASE)
_NETWORK: frozenset[Kind] = frozenset({"network", "service down", "rate limit", "certificate"})
#: The machine itself and names that no network knows: what answers there is started by whoever runs the program.
_HERE = re.compile(
    r"\blocalhost\b|\b127(?:\.\d{1,3}){3}\b|\b0\.0\.0\.0\b|\[?::1\b|\.sock\b|\btestserver\b|\.(?:test|invalid|localhost)\b",
    re.IGNORECASE,
)
_REMOTE = re.compile(
    r"\b(?:https?|ssh|git|ftp|postgres(?:ql)?|redis|amqps?)://[^\s/'\"]|\bhost='|\b(?:\d{1,3}\.){3}\d{1,3}:\d",
    re.IGNORECASE,
)
#: What compares, whoever made what is compared: a test that asks for 200 where a mock answers 503.
_COMPARED = re.compile(r"assert|^expect|comparison|^(?:Test)?Failed$|^Failure$", re.IGNORECASE)
#: Ends of which nothing is known but what the run printed.
_BARE = frozenset(
    {
        "exitstatus",
        "exit",
        "exitcode",
        "builderror",
        "shellerror",
        "calledprocesserror",
        "unknown",
        "error",
        "sigkill",
    }
)
_LOUD = re.compile(
    r"\b(?:error|fatal|failed|failure|err!|killed|cannot|could not|unable)\b|^E:|exception", re.IGNORECASE
)
_LAST_LINES = 40
_LINE_CHARS = 4_000
_SAID_CHARS = 200
_RAISES = re.compile(r"(?:raise|throw|die)\b|panic!")
_FOREIGN = re.compile(
    r"site-packages|dist-packages|node_modules|[\\/]lib[\\/]python\d|[\\/]Lib[\\/]|^node:|[\\/]gems[\\/]"
)
#: A library that plays the other side answers as it was told to.
_PLAYED = re.compile(
    r"unittest[\\/]mock\.py|[\\/](?:responses|respx|nock|requests_mock|httpretty|vcr|aioresponses|wiremock)\b"
)


def transient(
    class_: str, message: str, printed: Sequence[str] = (), facts: Sequence[AnyFact] = ()
) -> Transient | None:
    """What of the surroundings a failure tells of; None for one of the program.

    Args:
        class_: of the failure, with or without its module.
        message: of the failure; a line of it may name what stands behind it (`template.CAUSE`).
        printed: what failing runs printed: looked at where class and message say only that something left, and for the
            address of a connection that was closed.
        facts: of those runs. An exception that the project's own code raises by a statement of its own, and one of a
            library that plays the other side, are no failures of the surroundings, whatever they say.
    """
    bare = re.split(r"\.|::|\$", class_.strip())[-1]
    if _COMPARED.search(bare) or message.lstrip().startswith("assert ") or _is_played(facts):
        return None
    said = f"{bare}: {message}"
    if _is_raised_here(facts) and not _REMOTE.search(message):
        said = message.partition(f"\n{CAUSE}")[2]
    if found := _told(said, printed):
        return found
    if bare.lower() not in _BARE:
        return None
    return next((told for line in _loud(printed) if (told := _told(line, printed))), None)


def _told(text: str, printed: Sequence[str]) -> Transient | None:
    line = " ".join(text[:_LINE_CHARS].split())
    for kind, pattern in _SAID:
        found = pattern.search(line)
        if found and not (kind in _NETWORK and _is_here(line, found[0], printed)):
            begin = max(0, found.start() - _SAID_CHARS // 4)
            return Transient(what=kind, said=line[begin : begin + _SAID_CHARS])
    return None


def _is_here(line: str, words: str, printed: Sequence[str]) -> bool:
    """Whether the other side is this machine. Who closed a connection that nothing gives an address for is not known,
    and then it is taken for the program's own."""
    if _HERE.search(line):
        return True
    if not _CLOSED_ALONE.search(words) or _REMOTE.search(line):
        return False
    return any(map(_HERE.search, printed)) or not any(map(_REMOTE.search, printed))


def _loud(printed: Sequence[str]) -> Iterator[str]:
    """Of the end of each run the lines that complain."""
    for text in printed:
        last = [line for line in text.split("\n") if line.strip()][-_LAST_LINES:]
        yield from (line for line in last if _LOUD.search(line))


def _is_raised_here(facts: Sequence[AnyFact]) -> bool:
    """Whether the deepest frame is a statement of the project that raises: what it says is the program's own answer."""
    frames = [fact for fact in facts if isinstance(fact, Frame) and fact.code]
    return bool(frames) and bool(_RAISES.match(frames[-1].code)) and not _FOREIGN.search(frames[-1].path)


def _is_played(facts: Sequence[AnyFact]) -> bool:
    return any(isinstance(fact, Frame) and _PLAYED.search(fact.path) for fact in facts)
