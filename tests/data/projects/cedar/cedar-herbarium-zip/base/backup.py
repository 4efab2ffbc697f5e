"""Nightly ZIP of the herbarium scans and the list of sheets to send again."""
import zipfile
import zlib
from pathlib import Path


def pack(folder: Path, archive: Path) -> None:
    with zipfile.ZipFile(archive, "w") as z:
        for sheet in sorted(folder.iterdir()):
            z.write(sheet, sheet.name)


def changed(folder: Path, archive: Path) -> list[str]:
    """Names of sheets that differ from their copy in the archive."""
    with zipfile.ZipFile(archive) as z:
        stored = {i.filename: i.CRC for i in z.infolist()}
    return [s.name for s in sorted(folder.iterdir()) if stored.get(s.name) != zlib.crc32(s.read_bytes())]
