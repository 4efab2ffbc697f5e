"""``pytest --reflectgit[=DIR]``: the failures of a run as data, for `reflectgit collect`.

pytest imports this module in every run of everybody who has reflectgit installed: it imports nothing of ours, and what
records is imported when it is asked for.
"""

from itertools import pairwise
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
    if _took_an_argument(config, folder):
        import pytest

        raise pytest.UsageError(
            f"--reflectgit took {folder} for its folder: write --reflectgit=DIR, or put it at the end"
        )
    from reflectgit.pytest_recording import Describer, Writer, folder_of

    config.pluginmanager.register(Describer(config), "reflectgit-describer")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(
            Writer(config, folder_of(config, None if folder == _HERE else folder)), "reflectgit-writer"
        )


def _took_an_argument(config: "pytest.Config", folder: str) -> bool:
    """Whether the word behind the option went to it: ``pytest --reflectgit tests`` means the tests."""
    words = [str(word) for word in config.invocation_params.args]
    return any(pair == ("--reflectgit", folder) for pair in pairwise(words))
