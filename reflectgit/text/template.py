"""What tells failures apart, without what varies between two of the same (docs/signatures.md).

`message_template` masks addresses, ids, times, durations, sizes, temporary paths and plain counts in a message;
`normal_site` cuts where a checkout lies and what a tool made up from a site. Masks are words in angle brackets
(``<addr>``, ``<n>``), so that a masked text is masked again to itself.
"""

import re
from collections.abc import Iterator
from itertools import islice

_MESSAGE_CHARS = 4096  # of a message are looked at: a longer first line is data

_CLOCK = r"\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?"
_ZONE = r"(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})\b)?"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_WEEKDAY = r"\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?"
_CALENDAR_DAY = rf"(?:{_MONTH} [ \d]\d|\d{{1,2}} {_MONTH})"
_UNIT = (
    r"(?:[nuµμm]?s|secs?|seconds?|m?secs|milliseconds?|microseconds?|mins?|minutes?|hrs?|hours?|days?"
    r"|[kKMGTP]i?B|[kMGT]b|bytes?)"
)
_SLASH = r"[\\/]{1,2}"
_NAME = r"[^\s\\/'\"`:,;()<>{}]{1,255}"
_USER = r"(?:\[redacted:user\]|[^\s\\/'\"]{1,64})"
_TEMP = (
    r"(?<![\w.])(?:/private)?(?:/var/folders/\w{1,8}/[\w+-]{1,64}/\w|/var/tmp|/tmp|/dev/shm)(?![\w.-])"
    rf"|\b[A-Za-z]:{_SLASH}(?:Windows|(?:Users{_SLASH}{_USER}{_SLASH}AppData{_SLASH}Local)){_SLASH}Temp\b"
)
_TEMP_PATH = rf"(?:{_TEMP})(?:{_SLASH}(?:pytest-of-\[redacted:user\]|{_NAME})){{0,64}}"
#: Where programs lie: which folder that is, an interpreter's version and an ending are the machine's own.
_PROGRAM = rf"(?<![\w.])(?:[A-Za-z]:)?(?:{_SLASH}{_NAME}){{0,16}}{_SLASH}(?:s?bin|Scripts){_SLASH}"
_HASH = r"\b(?=[a-f]{0,63}\d)(?=\d{0,63}[a-f])[0-9a-f]{7,64}\b"
_CODE_FILE = (
    r"(?:py|pyx|js|mjs|cjs|jsx|ts|tsx|go|rs|java|kt|rb|php|cs|swift|scala|c|cc|cpp|cxx|h|hpp|ex|lua|sh)"
)

#: What varies between two runs of one failure, and the mask that takes its place, in this order.
_MASKS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rule, re.IGNORECASE if "(?i)" in rule else 0), mask)
    for rule, mask in (
        (r"\[redacted:(?!user\])([a-z-]{1,32})\]", r"<\1>"),
        (
            rf"{_PROGRAM}(?:(python|pypy|ruby|node|perl|php)[\d.]*|([\w.+-]{{1,64}}?))(?:\.exe)?(?![\w./\\-])",
            r"\1\2",
        ),
        (rf"\b[A-Za-z]:(?:{_SLASH}{_NAME}){{0,16}}{_SLASH}([\w+-]{{1,64}})\.exe\b", r"\1"),
        (rf"{_TEMP_PATH}", "<tmp>"),
        (r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b", "<uuid>"),
        (rf"\b\d{{4}}[-/]\d{{2}}[-/]\d{{2}}(?:[T ]{_CLOCK}{_ZONE})?", "<time>"),
        (rf"{_WEEKDAY}{_CALENDAR_DAY}(?: \d{{4}})? {_CLOCK}{_ZONE}(?: \d{{4}}\b)?", "<time>"),
        (r"\bdatetime\.(?:datetime|date|time)\([^()\n]{0,120}\)", "<time>"),
        (rf"\b{_CLOCK}{_ZONE}", "<time>"),
        (r"\bbyte 0x[0-9a-fA-F]{2}\b", "byte <byte>"),
        (r"(?<!code )(?<!status )(?<!error )(?<!code: )\b0x[0-9a-fA-F]{6,16}\b", "<addr>"),
        (r"\$\$Lambda[$\w]*(?:/(?:0x)?[0-9a-f]{4,16}|/<addr>)?", "$$Lambda"),
        (r"\$\$(\w{1,60}?CGLIB\w{0,8}|\w{0,60}Proxy)\$\$[0-9a-f]{4,16}", r"$$\1"),
        (r"\b((?:\w{1,60}_)?(?:\$\$_)?javassist)_\d+", r"\1"),
        (r"(?<=[A-Za-z])@[0-9a-f]{5,8}\b", "@<addr>"),
        (r"::h[0-9a-f]{16}\b", ""),
        (r"\bthread '[^'\n]{0,200}' (?:\(\d+\) )?panicked at", "thread panicked at"),
        (rf"(\.{_CODE_FILE})(?::\d+){{1,2}}\b:?", r"\1"),
        (r"\[gw\d+\]|\bgw\d+\b", "<worker>"),
        (r"==\d+==", "==<n>=="),
        (_HASH, "<hash>"),
        (r"\b(?:\d{1,3}\.){3}\d{1,3}\b", "<ip>"),
        (rf"(?<![\w.])\d{{1,20}}(?:\.\d{{1,20}})? ?{_UNIT}\b", "<amount>"),
        (r"(?<=[A-Za-z_-])\d{6,}", "<n>"),
        (r"(?<![\w.])\d{1,20}(?:\.\d{1,20})?%", "<amount>"),
    )
)

_NUMBER = re.compile(r"(?<![\w.-])-?\d+(?:\.\d+)*(?:[eE][+-]?\d+(?!\w)|(?!\w|\.\d))|(?<=[\d>][-:/x])\d+")
_BEFORE_CHARS = 40
#: A number after one of these is a code: another code is another failure.
_CODE_BEFORE = re.compile(
    r"(?<![a-z])(?:https?(?:/\d(?:\.\d)?)?|status|code|exit|exited with|signal|errno|error|port|sqlstate|"
    r"version|python|node|returned|rc|winerror)[ =:#(\[]{0,3}$|(?:localhost|<ip>|\.[a-z]{2,24}):$",
    re.IGNORECASE,
)
#: A small whole number after one of these, or before one of those, is what a caller did wrong.
_COUNT_BEFORE = re.compile(
    r"(?<![a-z])(?:expected|expects|got|takes|takes from|requires?|needs?|given|received|but|dimensions?|dim|axis|"
    r"ndim|at least|at most|exactly|arity|between)[ =:(]{0,3}$",
    re.IGNORECASE,
)
_COUNT_AFTER = re.compile(
    r"\s(?:required |positional |keyword-only |keyword |type )*(?:arg|argument|param|parameter|operand|dimension)s?\b"
    r"|-dimensional\b|D\b",
    re.IGNORECASE,
)
_REASON_AFTER = re.compile(
    r"\]?:? (?:Client Error|Server Error|Not Found|Bad Request|Unauthorized|Forbidden|Conflict|Gone|Internal Server|"
    r"Bad Gateway|Service Unavailable|Gateway Time|Too Many|Method Not|Request Time|Unprocessable|Not Implemented)"
)
_EPHEMERAL_PORT = 32768  # from here on the system picks the port (IANA, RFC 6335: 49152; Linux: 32768)
_LIST = re.compile(r"<n>(?:, <n>)+(?:,? ?\.{3,4})?|<n>,? ?\.{3,4}")
#: Begins the line of a message that names what stands behind a failure (`sources.decided`): it counts with the first.
CAUSE = "caused by: "
#: A number that is all that an exception says: an exit code, or a key.
_CODED = frozenset({"SystemExit", "KeyError"})
_BARE_CODE = re.compile(r"-?\d{1,4}")
#: Quotes as the locale has them.
_STRAIGHT = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'})
#: pytest gives both sides of a comparison this much room together and cuts each in its middle, but for ``-vv``.
_PYTEST_ROOM = 80 - len("AssertionError:") - 2
_HEAD_CHARS = 12  # of a side stand in every style
_OPERATOR = re.compile(r" (==|!=|not in) ")
#: At the end of what is left of a side: part of a number, an id or an address.
_HALF_NUMBER = re.compile(r"[A-Za-z_.+-]{0,11}\d[\w.:+-]*$")
_MOST_OPERATORS = 8
_LITERAL = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"")
_BRACKETS = (("[", "]"), ("{", "}"), ("(", ")"))
_CLOSING = {"[": "]", "{": "}", "(": ")", "'": "'", '"': '"'}
_CONTINUES = re.compile(r":$|panicked at \S{1,400}$")


def message_template(class_: str, message: str) -> str:
    """What a message says, whoever runs it and with whatever data; empty where it says only its class.

    Its first line with any text; the next one too where the first only announces it (it ends with a colon), and the one
    that names a cause (`CAUSE`). Other lines are left out: they are differences and hints whose length depends on the
    runner's verbosity.
    """
    line = _said(class_, message)
    if _is_code(class_, line):
        return line
    for pattern, mask in _MASKS:
        line = pattern.sub(mask, line)
    line = _PATH.sub(lambda match: _project_path(match[0]), line)
    return " ".join(_LIST.sub("<n>, ...", _NUMBER.sub(_number, line)).split())


def masked(class_: str, message: str) -> Iterator[tuple[str, str]]:
    """What stood in a message and what its template has in that place, in the order in which it is looked for; a number
    that is kept stands on both sides."""
    line = _said(class_, message)
    if _is_code(class_, line):
        yield line, line
        return
    for pattern, mask in _MASKS:
        yield from ((found[0], found.expand(mask)) for found in pattern.finditer(line))
        line = pattern.sub(mask, line)
    yield from ((found[0], _project_path(found[0])) for found in _PATH.finditer(line))
    line = _PATH.sub(lambda match: _project_path(match[0]), line)
    yield from ((found[0], _number(found)) for found in _NUMBER.finditer(line))


def _said(class_: str, message: str) -> str:
    """The one line of a message that counts, before anything in it is masked."""
    return _short_sides(_first_line(_without_class(class_, message[:_MESSAGE_CHARS])).translate(_STRAIGHT))


def _is_code(class_: str, line: str) -> bool:
    return _last_name(class_) in _CODED and _BARE_CODE.fullmatch(line) is not None


def _last_name(class_: str) -> str:
    return re.split(r"\.|::|\$", class_.strip())[-1]


def _without_class(class_: str, message: str) -> str:
    name = _last_name(class_)
    prefix = rf"\s*(?:uncaught )?(?:[\w$]{{1,80}}(?:\.|::))*{re.escape(name)}\s*(?::\s+|:?\s*$)"
    match = re.match(prefix, message, re.IGNORECASE) if name else None
    return message[match.end() :] if match else message


def _first_line(message: str) -> str:
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    cause = next((line for line in lines[1:] if line.startswith(CAUSE)), "")
    said = [line for line in lines if line != cause]
    if len(said) > 1 and _CONTINUES.search(said[0].rstrip(":") if "panicked at" in said[0] else said[0]):
        return f"{said[0]} {said[1]} {cause}".strip()
    return f"{said[0]} {cause}".strip() if said else cause


def _short_sides(line: str) -> str:
    """A comparison as pytest shows it at any verbosity: the beginning of each side that is longer than its room."""
    if not line.startswith("assert "):
        return line
    for found in islice(_OPERATOR.finditer(line, len("assert ")), _MOST_OPERATORS):
        left, operator, right = line[len("assert ") : found.start()], found[1], line[found.end() :]
        if _is_whole(left):
            room = (_PYTEST_ROOM - len(operator)) // 2
            return f"assert {_short_side(left, room)} {operator} {_short_side(right, room)}"
    return line


def _is_whole(side: str) -> bool:
    """Whether quotes and brackets are closed, or the side was cut short."""
    if "..." in side:
        return len(side) <= _PYTEST_ROOM
    bare = _LITERAL.sub("", side)
    return not re.search("['\"]", bare) and all(bare.count(one) == bare.count(two) for one, two in _BRACKETS)


def _short_side(side: str, room: int) -> str:
    if len(side) <= room and "..." not in side:
        return side
    head = _HALF_NUMBER.sub("", side.partition("...")[0][:_HEAD_CHARS])
    return f"{head.rstrip(' ,')}...{_CLOSING.get(side[:1], '')}"


def _number(match: re.Match[str]) -> str:
    """The number where it tells failures apart, else its mask."""
    number, text = match[0], match.string
    before, after = (
        text[max(0, match.start() - _BEFORE_CHARS) : match.start()],
        text[match.end() : match.end() + 60],
    )
    if _CODE_BEFORE.search(before) or (len(number) == 3 and _REASON_AFTER.match(after)):
        port = (
            number.isdigit() and int(number[:9]) >= _EPHEMERAL_PORT and re.search(r"port\W{0,3}$|:$", before)
        )
        return "<port>" if port else number
    small = number.isdigit() and len(number) <= 2
    if small and (_COUNT_BEFORE.search(before) or _COUNT_AFTER.match(after)):
        return number
    quoted = before[-1:] in ("'", '"') and after[:1] == before[-1:]
    return number if quoted and len(number) <= 4 else "<n>"


# --- sites and paths ---------------------------------------------------------------------------------------

_SOURCE = r"(?:src|lib|libs|app|apps|test|tests|spec|pkg|packages|internal|cmd|crates)"
#: Where people keep checkouts, below their home; a checkout is one folder further down.
_SHELVES = (
    r"(?:code|dev|projects?|work|workspaces?|git|repos?|github|source[\\/]{1,2}repos|Documents|Desktop"
    r"|\w{2,16}Projects)"
)
_HOME = rf"(?:/(?:home|Users)/{_USER}|~|[A-Za-z]:{_SLASH}Users{_SLASH}{_USER})(?:{_SLASH}{_SHELVES})?"
_ROOT = (
    rf"(?:{_HOME}|/root|/builds?|/workspaces?|/work|/project|/usr/src|/usr/local/src|/opt|/srv|/mnt/\w{{1,32}}"
    r"|[A-Za-z]:)"
)
#: The checkout itself, as services and container files name it. Their user may be redacted; GitHub doubles the name.
_CHECKOUT = (
    rf"(?:(?:/(?:home|Users)/{_USER}/work|/__w|[A-Za-z]:{_SLASH}a){_SLASH}(?:(?P<repo>{_NAME}){_SLASH}(?P=repo)|\d+/s)"
    r"|/github/workspace|/opt/atlassian/pipelines/agent/build|/drone/src|/usr/src/app|/app|/code|/repo|/testbed)"
    r"(?![^\\/])"
)
_PATH = re.compile(rf"(?<![\w.<>/])(?:{_CHECKOUT}|{_ROOT})(?:{_SLASH}{_NAME}){{1,64}}")
_INSTALLED = re.compile(
    r"^.*(?:site-packages|dist-packages|node_modules|/pkg/mod|registry/src/[^/]+|vendor/bundle/ruby/[^/]+/gems)/"
    r"|^.*/(?:lib/python\d[\d.]*|Python/?\d[\d.]*/(?:x\d\d/)?Lib)/"
)
_SOURCE_FOLDER = re.compile(rf"/{_SOURCE}/")
#: Digits or humps among the letters: the base64 of a content hash, not a word.
_MIXED = r"(?=[A-Za-z_]{0,7}\d|[A-Z][a-z]+[A-Z]|[a-z]+[A-Z])"
_SITE_MASKS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rule), mask)
    for rule, mask in (
        (r"^File \"([^\"]{1,400})\", line \d+, in (.{1,200})$", r"\1:\2"),
        (r"<ipython-input-[\w-]{1,80}>|(?:[^\s:]{0,200}[\\/])?ipykernel_\d+[\\/]\d+\.py", "<ipython-input>"),
        (r"(?:file|webpack(?:-internal)?|https?)://(?:[\w.-]{0,200}(?::\d+)?)?/", "/"),
        (r"\?[^:]{0,200}", ""),
        (r"^gw\d+(?:\.py)?$", "<worker>"),
        (rf"(?<=\.)({_CODE_FILE})(?::\d+){{1,2}}(?=$|:)", r"\1"),
        (r"<locals>\.", ""),
        (r"\$\$Lambda[$\w]*(?:/(?:0x)?[0-9a-f]{4,16})?", "$$Lambda"),
        (r"\$\$(\w{1,60}?CGLIB\w{0,8}|\w{0,60}Proxy)\$\$[0-9a-f]{4,16}", r"$$\1"),
        (r"::h[0-9a-f]{16}\b", ""),
        (r"\+0x[0-9a-f]{1,16}$", ""),
        (r"0x[0-9a-fA-F]{6,16}", "<addr>"),
        (r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", "<uuid>"),
        (r"(?<=[-._])(?=[a-f]{0,40}\d)[0-9a-f]{6,40}(?=\.(?:\w{1,8}\.)?(?:m?js|cjs|css|map)\b)", "<hash>"),
        (rf"(?<=[-._]){_MIXED}[A-Za-z0-9_]{{8}}(?=\.(?:m?js|cjs|css)\b)", "<hash>"),
    )
)


_SITE_ROUNDS = 8


def normal_site(site: str) -> str:
    """``path:function`` as the project knows it: no line number, no place of a checkout, no generated suffix.

    What one round uncovers the next one sees, so that a site is its own site.
    """
    line = " ".join(site.split())[:_MESSAGE_CHARS]
    for _ in range(_SITE_ROUNDS):
        before = line
        for pattern, mask in _SITE_MASKS:
            line = pattern.sub(mask, line)
        line = _project_path(line.strip())
        if line == before:
            break
    return line


def site_path(site: str) -> str:
    """The file of ``path:function``, from the project's root; "" where the site names no file of the project."""
    path = normal_site(site).partition(":")[0]
    names_file = "/" in path or re.search(rf"\.{_CODE_FILE}$", path)
    return path if names_file and not re.search(r"[\s<>]", path) else ""


def _project_path(path: str) -> str:
    """A path from the project's root, as far as the path itself tells (docs/signatures.md)."""
    path = re.sub(r"[\\/]+", "/", path)
    if temporary := re.match(_TEMP_PATH, path):
        last = temporary[0].rsplit("/", 1)[1]
        return f"<tmp>/{last}{path[temporary.end() :]}" if "." in last else f"<tmp>{path[temporary.end() :]}"
    if installed := _INSTALLED.match(path):
        return path[installed.end() :]
    if checkout := re.match(rf"{_CHECKOUT}(?=/)", path):
        return _from_source(path[checkout.end() :]) or path[checkout.end() + 1 :]
    root = re.match(rf"{_ROOT}(?=/)", path)
    if root is None:
        return re.sub(r"^(?:\./)+", "", path)
    rest = path[root.end() :]
    return _from_source(rest) or _from_twin(rest) or rest[1:].partition("/")[2] or rest[1:]


def _from_source(rest: str) -> str:
    """From the first folder on that is named like one of sources; "" where there is none."""
    source = _SOURCE_FOLDER.search(rest)
    return rest[source.start() + 1 :] if source else ""


def _from_twin(rest: str) -> str:
    """From a folder on that is named as the one above it, as a package is after its checkout; "" for none."""
    folders = rest.strip("/").split("/")
    names = [folder.lower().replace("-", "_") for folder in folders[:4]]
    twin = next((at for at in range(1, len(names)) if names[at] == names[at - 1]), 0)
    return "/".join(folders[twin:]) if 0 < twin < len(folders) - 1 else ""
