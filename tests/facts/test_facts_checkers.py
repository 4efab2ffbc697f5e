"""TypeScript, type checkers, linters and databases."""

import pytest
from facts_printed import facts, printed

from reflectgit.facts import checkers, sql, typescript
from reflectgit.facts.model import Bound, Counted, Reported


@pytest.mark.parametrize("name", ["tsc", "tsc_pretty"])
def test_typescript_in_both_forms(name: str) -> None:
    reports = facts(typescript.parse, Reported, printed(name))
    assert [(report.path, report.number, report.code) for report in reports] == [
        ("shop.ts", 2, "TS2322"),
        ("shop.ts", 3, "TS2322"),
        ("shop.ts", 3, "TS2304"),
        ("shop.ts", 4, "TS2322"),
    ]
    assert reports[2].message == "Cannot find name 'missing'."


@pytest.mark.parametrize("name", ["mypy", "mypy_pretty"])
def test_mypy_in_both_forms(name: str) -> None:
    reports = facts(checkers.parse, Reported, printed(name))
    assert [(report.number, report.code) for report in reports] == [
        (5, "return-value"),
        (8, "arg-type"),
        (9, "name-defined"),
        (9, "name-defined"),
    ]
    assert reports[1].message == 'Argument 1 to "total" has incompatible type "str"; expected "list[int]"'
    assert [fact.number for fact in facts(checkers.parse, Counted, printed(name))] == [4]


def test_pyright() -> None:
    reports = facts(checkers.parse, Reported, printed("pyright"))
    assert [(report.tool, report.number, report.code) for report in reports][:2] == [
        ("type checker", 5, "reportReturnType"),
        ("type checker", 8, "reportArgumentType"),
    ]


@pytest.mark.parametrize("name", ["ruff_concise", "ruff_full", "flake8"])
def test_linters_of_python(name: str) -> None:
    reports = facts(checkers.parse, Reported, printed(name))
    assert [(report.path, report.number, report.code) for report in reports] == [
        ("shop.py", 1, "F401"),
        ("shop.py", 9, "F821"),
        ("shop.py", 9, "F821"),
    ]
    assert "imported but unused" in reports[0].message


def test_eslint() -> None:
    reports = facts(checkers.parse, Reported, printed("eslint"))
    assert [(report.path, report.number, report.severity, report.code) for report in reports] == [
        ("/builds/x/bad.js", 1, "error", ""),
        ("/builds/x/e.js", 1, "error", "no-unused-vars"),
        ("/builds/x/e.js", 2, "error", "no-undef"),
        ("/builds/x/e.js", 2, "warning", "eqeqeq"),
    ]
    assert {(fact.what, fact.number) for fact in facts(checkers.parse, Counted, printed("eslint"))} == {
        ("errors", 3),
        ("warnings", 1),
    }


def test_sqlite_by_its_client() -> None:
    reports = facts(sql.parse, Reported, printed("sqlite3_cli"))
    assert [(report.code, report.message) for report in reports] == [
        ("19", "UNIQUE constraint failed: shelf.id"),
        ("19", "UNIQUE constraint failed: shelf.name"),
        ("19", "NOT NULL constraint failed: shelf.name"),
        ("19", "CHECK constraint failed: n >= 0"),
        ("19", "FOREIGN KEY constraint failed"),
        ("", "no such column: nme"),
        ("", "no such table: shelves"),
        ("", 'near "selec": syntax error'),
        ("", "table shelf has 4 columns but 1 values were supplied"),
    ]
    assert len(facts(sql.parse, Reported, printed("sqlite3_py"))) == len(reports)


def test_postgresql_with_the_key_that_was_there() -> None:
    text = printed("psql")
    first = facts(sql.parse, Reported, text)[0]
    assert (first.path, first.number) == ("p.sql", 4)
    values = [(fact.name, fact.value) for fact in facts(sql.parse, Bound, text)]
    assert values[:2] == [("constraint", "shelf_pkey"), ("id", "1")]
    assert ("column", "nme") in values
    assert ("table", "shelves") in values
    assert facts(sql.parse, Reported, printed("psql_verbose"))[0].code == "23505"
    assert facts(sql.parse, Reported, printed("psycopg2"))[0].code == "UniqueViolation"


@pytest.mark.parametrize(
    ("text", "code", "named"),
    [
        (
            "ERROR 1062 (23000) at line 3: Duplicate entry 'a' for key 'shelf.name'",
            "1062",
            ("key", "shelf.name"),
        ),
        ("pymysql.err.IntegrityError: (1062, \"Duplicate entry 'a' for key 'x'\")", "1062", ("key", "x")),
        ("IntegrityError: 1062 (23000): Duplicate entry 'a' for key 'x'", "1062", ("key", "x")),
        (
            "ORA-00001: unique constraint (SHOP.SHELF_PK) violated",
            "ORA-00001",
            ("constraint", "SHOP.SHELF_PK"),
        ),
        (
            "Msg 2627, Level 14, State 1, Server db, Line 4\nViolation of PRIMARY KEY constraint 'PK_shelf'.",
            "2627",
            ("constraint", "PK_shelf"),
        ),
        (
            'org.postgresql.util.PSQLException: ERROR: relation "shelves" does not exist',
            "",
            ("table", "shelves"),
        ),
    ],
)
def test_other_databases(text: str, code: str, named: tuple[str, str]) -> None:
    (report,) = facts(sql.parse, Reported, text)
    assert (report.tool, report.code) == ("sql", code)
    assert named in {(fact.name, fact.value) for fact in facts(sql.parse, Bound, text)}


def test_an_error_of_a_log_is_none_of_a_database() -> None:
    assert not facts(sql.parse, Reported, "ERROR: the shelf is empty\nError: no row\nERROR 12 rows are bad")
