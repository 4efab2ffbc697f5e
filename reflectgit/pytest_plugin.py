"""``pytest --reflectgit[=DIR]``: the failures of a run as data, for `reflectgit collect`.

pytest imports this module in every run of everybody who has reflectgit installed: it imports nothing itself, and what
records is imported when it is asked for.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

_HERE = "-"


def pytest_addoption(parser: "pytest.Parser") -> None:
    """The one option."""
    parser.getgroup("reflectgit").addoption(
        "--reflectgit",
        metavar="DIR",
        nargs="?",
        const=_HERE,
        default=None,
        help="Write the tests of this run and how they failed to DIR (default: reflectgit/ in pytest's cache folder), "
        "for `reflectgit collect`.",
    )


def pytest_configure(config: "pytest.Config") -> None:
    """Records where it is asked for: the failures in every process, the file in the one that hears of all tests."""
    folder = config.getoption("--reflectgit")
    if folder is None:
        return
    from reflectgit.pytest_recording import Describer, Writer, folder_of

    config.pluginmanager.register(Describer(config), "reflectgit-describer")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(
            Writer(config, folder_of(config, None if folder == _HERE else folder)), "reflectgit-writer"
        )
