"""Whose code a frame of a stack is: the project's, its tests', or somebody else's.

Somebody else's is what is installed, the standard library, a runtime and a test framework. Names of folders and
packages tell (docs/signatures.md, "The site"); what they do not tell is taken to be the project's own.
"""

import re

from reflectgit.facts.model import Frame

_INSTALLED = re.compile(
    r"(?:^|[\\/])(?:site-packages|dist-packages|node_modules|bower_components)[\\/]"
    r"|[\\/](?:lib|lib64)[\\/]python\d|[\\/]Python\d+[\\/]Lib[\\/]|[\\/]pkg[\\/]mod[\\/]|[\\/]registry[\\/]src[\\/]"
    r"|(?:^|[\\/])rustc[\\/]|^library[\\/](?:std|core|alloc|test)[\\/]|^[\\/]usr[\\/](?:lib|lib64|include|share)[\\/]"
    r"|[\\/]go[\\/]src[\\/]|[\\/]gems[\\/]|[\\/]Cellar[\\/]|[\\/](?:jdk|jre)[\w.-]*[\\/]"
)
_RUNTIME = re.compile(
    r"^(?:<(?!ipython|module)|node:|internal[\\/]|webpack[\\/]runtime|asm_|jar:)|sysdeps[\\/]|(?:^|[\\/])csu[\\/]"
    r"|libsanitizer|sanitizer_common|(?:^|[\\/])nptl[\\/]|src_gcc|(?:^|[\\/])importlib[\\/]_bootstrap"
)
_LIBRARY = re.compile(
    r"(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|junit|org\.(?:junit|opentest4j|testng|assertj|hamcrest"
    r"|mockito|gradle|apache\.maven|springframework|codehaus|jetbrains|scalatest|spockframework))\."
    r"|(?:std|core|alloc|test)::|rust_begin_unwind|__rust_|(?:runtime|testing|reflect)\.|panic$"
)
_TEST_FILE = re.compile(
    r"(?:^|/)(?:test_[^/]*|[^/]*_tests?|[^/]*[._-](?:test|spec)|[^/]*(?:Test|Tests|TestCase|Spec|IT)|conftest|tests)"
    r"\.[A-Za-z]{1,5}$|\.bats$"
)
_TEST_FOLDER = re.compile(r"(?:^|/)(?:tests?|__tests__|spec|specs|testing|e2e|unittests?)/")


def is_own(frame: Frame) -> bool:
    """Whether the frame lies in code of the project, its tests among it."""
    if _INSTALLED.search(frame.path) or _RUNTIME.search(frame.path):
        return False
    return not _LIBRARY.match(frame.function.removeprefix("async "))


def is_test_code(path: str) -> bool:
    """Whether a file, named from the project's root, holds tests or what helps them."""
    return bool(_TEST_FILE.search(path) or _TEST_FOLDER.search(path))
