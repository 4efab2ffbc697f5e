"""Packages of map tiles for offline hiking; mirrors compare their checksums."""
import hashlib
import io
import tarfile


def pack(tiles: dict[str, bytes], path) -> str:
    """Writes the package, gives its SHA-256."""
    with open(path, "wb") as raw, tarfile.open(fileobj=raw, mode="w") as tar:
        for name in sorted(tiles):
            info = tarfile.TarInfo(name)
            info.size = len(tiles[name])
            tar.addfile(info, io.BytesIO(tiles[name]))
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()
