import os
from pathlib import Path

import pytest

import backup

SCANNED = 1_714_550_400  # an even second


@pytest.fixture
def sheets(tmp_path):
    folder = tmp_path / "sheets"
    folder.mkdir()
    for n, name in enumerate(["acer", "betula", "carex", "draba"]):
        p = folder / f"{name}.tif"
        p.write_bytes(name.encode() * 10)
        os.utime(p, (SCANNED + n, SCANNED + n))
    backup.pack(folder, tmp_path / "b.zip")
    return folder, tmp_path / "b.zip"


def test_nothing_to_send_after_packing(sheets):
    assert backup.changed(*sheets) == []


def test_a_retouched_sheet_is_sent(sheets):
    folder, archive = sheets
    (folder / "carex.tif").write_bytes(b"retouched")
    os.utime(folder / "carex.tif", (SCANNED + 600, SCANNED + 600))
    assert backup.changed(folder, archive) == ["carex.tif"]


def test_unchanged_sheets_are_not_read(sheets, monkeypatch):
    monkeypatch.setattr(Path, "read_bytes", lambda self: pytest.fail(f"{self.name} was read"))
    assert "acer.tif" not in backup.changed(*sheets)
