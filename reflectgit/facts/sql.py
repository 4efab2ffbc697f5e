"""What databases say: SQLite, PostgreSQL, MySQL and MariaDB, Oracle, SQL Server, by client or by exception.

The code is the one printed: 19 of SQLite, an SQLSTATE of PostgreSQL, 1062 of MySQL, ORA-00001, Msg 2627. What the
message names is a value by its sort: ``constraint``, ``table``, ``column``, ``key``; so are the columns of a
``DETAIL: Key (id)=(1)``.
"""

import re
from collections.abc import Iterator

from reflectgit.facts.model import AnyFact, Bound, Reported
from reflectgit.facts.rules import Lines, Rule, needles, number, read_by

_SQLITE = re.compile(
    r"(?P<message>(?:UNIQUE|NOT NULL|CHECK|FOREIGN KEY|PRIMARY KEY) constraint failed(?:: [^\n]*?)?"
    r"|no such (?:table|column|function"
    r"|index|savepoint): \S+|near \"[^\"]{1,200}\": syntax error|incomplete input|database is locked"
    r"|database table is locked"
    r"|database disk image is malformed|attempt to write a readonly database|datatype mismatch"
    r"|table \S+ (?:has (?:no column named|\d+ columns? but)|already exists).*"
    r"|ambiguous column name: \S+)(?: \((?P<code>\d{1,5})\))?$"
)
_POSTGRES = re.compile(
    r"(?:psql:(?P<path>[^\s:]{1,400}):(?P<number>\d{1,9}): )?(?:ERROR|FATAL|PANIC): +(?:"
    r"(?P<code>[0-9A-Z]{5}): )?(?P<message>\S.*)$"
)
_POSTGRES_SAYS = re.compile(
    r"(?P<message>duplicate key value violates|null value in column|new row for relation"
    r"|insert or update on table"
    r"|update or delete on table|column \S+ does not exist|relation \S+ does not exist"
    r"|syntax error at or near|value too long for type"
    r"|invalid input syntax for|deadlock detected|could not serialize access"
    r"|current transaction is aborted|canceling statement due to"
    r"|permission denied for|division by zero$|operator does not exist)"
)
_DETAIL = re.compile(r"(?P<word>DETAIL|HINT): +(?P<message>\S.*)$")
_KEY = re.compile(r"Key \((?P<columns>[^()]{1,200})\)=\((?P<values>[^()]{0,400})\)")
_MYSQL = re.compile(
    r"(?:ERROR (?P<code>\d{4}) \((?P<state>\w{5})\)(?: at line (?P<number>\d{1,9}))?: (?P<message>\S.*)"
    r"|\((?P<error>\d{4}), [\"'](?P<text>.*)[\"']\)"
    r"|(?P<errno>\d{4}) \((?P<sqlstate>\w{5})\): (?P<said>\S.*))$"
)
_ORACLE = re.compile(r"(?P<code>(?:ORA|PLS|TNS)-\d{5}): (?P<message>\S.*)$")
_SERVER = re.compile(r"Msg (?P<code>\d{1,6}), Level \d+, State \d+,.*? Line (?P<number>\d{1,9})$")
_NAME = r"[\"'`]?(?P<name>[\w.$-]{1,200})[\"'`]?"
#: In the words of each database; the first of a sort counts.
_NAMED = (
    ("constraint", re.compile(r"\bconstraint [\"'(`](?P<name>[\w.$-]{1,200})[\"')`]")),
    ("constraint", re.compile(r"CHECK constraint failed: (?P<name>\w{1,200})$")),
    ("constraint", re.compile(r"CONSTRAINT `(?P<name>[^`]{1,200})`")),
    ("column", re.compile(rf"\b[Cc]olumn(?: name)?:? (?!named)(?!count\b)(?!type\b){_NAME}")),
    ("column", re.compile(r"(?:UNIQUE|NOT NULL|PRIMARY KEY) constraint failed: (?P<name>[\w.$-]{1,200})")),
    ("column", re.compile(r"has no column named (?P<name>\w{1,200})")),
    ("table", re.compile(rf"\b(?:relation|[Tt]able|on table)(?: named)?:? (?!is\b)(?!disk\b){_NAME}")),
    ("key", re.compile(r"for key [\"'](?P<name>[^\"']{1,200})[\"']")),
)


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The errors of databases in the lines, with the names and values that they tell."""
    return read_by(RULES, lines)


def _sqlite(lines: Lines, at: int) -> Iterator[AnyFact]:
    line = lines[at]
    begin = max(line.find(": ") + 2 if _PREFIXED.match(line) else 0, 0)
    if match := _SQLITE.match(line, begin):
        yield Reported(line=at + 1, tool="sql", code=match["code"] or "", message=match["message"])
        yield from _names(at + 1, match["message"])


#: What a client puts in front: its own words, or the class of an exception.
_PREFIXED = re.compile(
    r"(?:Runtime error|Parse error|Error|[\w.]{1,200}(?:Error|Exception)|SQL error)[^:]{0,40}: "
)


def _postgres(lines: Lines, at: int) -> Iterator[AnyFact]:
    """An error of the server; without its prefix, in an exception, only what the server is known to say counts."""
    match = _POSTGRES.match(lines[at]) or _POSTGRES.match(lines[at], lines[at].find("ERROR: "))
    if match and (
        _POSTGRES_SAYS.match(match["message"]) or match["path"] or match["code"] or "ERROR:  " in lines[at]
    ):
        yield Reported(
            line=at + 1,
            tool="sql",
            code=match["code"] or "",
            message=match["message"],
            path=match["path"] or "",
            number=number(match["number"]),
        )
        yield from _names(at + 1, match["message"])


def _raised(lines: Lines, at: int) -> Iterator[AnyFact]:
    """``psycopg2.errors.UniqueViolation: …``: the name of the class is the condition of the SQLSTATE."""
    head, _, message = lines[at].partition(": ")
    if _POSTGRES_SAYS.match(message) and "ERROR" not in head:
        yield Reported(line=at + 1, tool="sql", code=_condition(head), message=message)
        yield from _names(at + 1, message)


def _condition(head: str) -> str:
    return head.rpartition(".")[2] if ".errors." in head else ""


def _detail(lines: Lines, at: int) -> Iterator[AnyFact]:
    match = _DETAIL.match(lines[at].lstrip())
    if not match:
        return
    yield Reported(line=at + 1, tool="sql", severity="note", message=match["message"])
    if key := _KEY.match(match["message"]):
        columns, values = key["columns"].split(", "), key["values"].split(", ")
        if len(columns) == len(values):
            for column, value in zip(columns, values, strict=True):
                yield Bound(line=at + 1, name=column, value=value)


def _mysql(lines: Lines, at: int) -> Iterator[AnyFact]:
    begins = [0, *(place for place in (lines[at].find(": ("), lines[at].find("Error: ")) if place >= 0)]
    found = (_MYSQL.match(lines[at], place and lines[at].find(": ", place) + 2) for place in begins)
    match = next((match for match in found if match), None)
    if match:
        message = match["message"] or match["text"] or match["said"]
        code = match["code"] or match["error"] or match["errno"]
        yield Reported(line=at + 1, tool="sql", code=code, message=message, number=number(match["number"]))
        yield from _names(at + 1, message)


def _oracle(lines: Lines, at: int) -> Iterator[AnyFact]:
    begin = min((place for place in map(lines[at].find, ("ORA-", "PLS-", "TNS-")) if place >= 0), default=0)
    if match := _ORACLE.match(lines[at], begin):
        yield Reported(line=at + 1, tool="sql", code=match["code"], message=match["message"])
        yield from _names(at + 1, match["message"])


def _server(lines: Lines, at: int) -> Iterator[AnyFact]:
    """SQL Server says what is wrong on the line below."""
    match = _SERVER.match(lines[at])
    if match and at + 1 < len(lines):
        message = lines[at + 1].strip()
        yield Reported(
            line=at + 1, tool="sql", code=match["code"], message=message, number=number(match["number"])
        )
        yield from _names(at + 1, message)


def _names(line: int, message: str) -> Iterator[Bound]:
    """What the message names, each sort once."""
    told: set[str] = set()
    for sort, pattern in _NAMED:
        match = None if sort in told else pattern.search(message[:400])
        if match:
            told.add(sort)
            yield Bound(line=line, name=sort, value=match["name"])


_SQLITE_WORDS = (
    " constraint failed",
    "no such ",
    ": syntax error",
    "incomplete input",
    " locked",
    "malformed",
    "readonly database",
    "datatype mismatch",
    "has no column named",
    " columns but ",
    "already exists",
    "ambiguous column",
)
_POSTGRES_WORDS = (
    "violates ",
    "does not exist",
    "syntax error at",
    "value too long",
    "invalid input syntax",
    "deadlock detected",
    "could not serialize",
)
RULES = (
    *(Rule(word, _sqlite) for word in _SQLITE_WORDS),
    Rule("ERROR: ", _postgres),
    Rule("FATAL: ", _postgres),
    *(Rule(word, _raised) for word in _POSTGRES_WORDS),
    Rule("DETAIL: ", _detail),
    Rule("HINT: ", _detail),
    Rule("ERROR ", _mysql),
    *(Rule(word, _mysql) for word in ("Error: (", "Error: 1", "Error: 2", "Error: 3")),
    Rule("ORA-", _oracle),
    Rule("PLS-", _oracle),
    Rule("Msg ", _server),
)
NEEDLES = needles(RULES)
