import time

import pytest

import publish

TILES = {"12/34/56.png": b"tile" * 500, "12/34/57.png": b"lake" * 500}


@pytest.fixture
def later(monkeypatch):
    now = time.time()
    return lambda: monkeypatch.setattr(time, "time", lambda: now + 86400)


def test_package_is_small(tmp_path):
    publish.pack(TILES, tmp_path / "harz.tar.gz")
    assert (tmp_path / "harz.tar.gz").stat().st_size < 1000


def test_same_tiles_next_day(tmp_path, later):
    (tmp_path / "mon").mkdir()
    (tmp_path / "tue").mkdir()
    first = publish.pack(TILES, tmp_path / "mon" / "harz.tar.gz")
    later()
    assert publish.pack(TILES, tmp_path / "tue" / "harz.tar.gz") == first


def test_same_tiles_other_file_name(tmp_path):
    first = publish.pack(TILES, tmp_path / "harz.tar.gz")
    assert publish.pack(dict(reversed(TILES.items())), tmp_path / "harz-mirror.tar.gz") == first
