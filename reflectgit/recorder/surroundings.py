"""Where a run happened, as far as it may matter and is no secret: repository, settings from the environment."""

import os
import re

from reflectgit.errors import StoreError
from reflectgit.model import NAME_PATTERN
from reflectgit.recorder.state import Safe
from reflectgit.store.git import Git
from reflectgit.store.layout import Place

_KEPT = re.compile(
    r"LANG|LC_[A-Z]+|TZ|CI|GITHUB_ACTIONS|GITLAB_CI|BUILDKITE|RUNNER_OS|PYTHON\w*|NODE_\w+|VIRTUAL_ENV|CONDA_DEFAULT_ENV"
    r"|PYTEST_ADDOPTS|TOX_ENV_NAME|GO(?:FLAGS|OS|ARCH|TOOLCHAIN|VERSION)|RUST(?:FLAGS|_BACKTRACE|UP_TOOLCHAIN)|JAVA_HOME"
    r"|RUBYOPT|RAILS_ENV|(?:PYENV|NODE|NVM|RBENV|RUBY|GO|JAVA|RUST|PHP|DOTNET)_VERSION|OSTYPE|NO_COLOR|FORCE_COLOR"
)
_SECRET = re.compile(r"TOKEN|SECRET|PASS|AUTH|CRED|KEY", re.IGNORECASE)
_LONGEST = 300
#: host:owner/name, or scheme://host/owner/name, with or without .git at its end.
_REMOTE = re.compile(r"^(?:\w[\w+.-]*://[^/]+/|[^/]*@?[\w.-]+:)(?P<path>[^:]+?)(?:\.git)?/?$")


def environment(safe: Safe) -> dict[str, str]:
    """Variables that runs depend on, by a list of names: what is not on it is not looked at."""
    names = sorted(name for name in os.environ if _KEPT.fullmatch(name) and not _SECRET.search(name))
    return {name: safe(os.environ[name][:_LONGEST]) for name in names}


def repository(place: Place, safe: Safe) -> str:
    """``owner/name`` in lower case, as the remote says it; a repository without one is ``local/<its folder>``."""
    assert place.work_tree is not None
    name = _of_remote(place.git()) or f"local/{_word(place.work_tree.name)}"
    return name if safe(name) == name else "local/repository"


def _of_remote(git: Git) -> str:
    try:
        url = (
            git.read("config", "--get", "remote.origin.url", ok=(0, 1)).out.decode("utf-8", "replace").strip()
        )
    except StoreError:  # a setting that git cannot read
        return ""
    found = _REMOTE.match(url)
    path = "/".join(filter(None, map(_word, found["path"].split("/")))) if found else ""
    return path if "/" in path and re.match(NAME_PATTERN, path) else ""


def _word(text: str) -> str:
    return re.sub(r"[^a-z0-9._-]+", "-", text.lower()).strip("-._") or "repository"
