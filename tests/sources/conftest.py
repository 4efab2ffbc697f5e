"""The small project that tests of sources run pytest on."""

from pathlib import Path

import pytest
from shelf_project import make_project


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project; only read."""
    return make_project(tmp_path_factory.mktemp("crates") / "shop")
