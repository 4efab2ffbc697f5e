"""Keeping many small packs few, in the background.

Each commit is a pack of its own (loose objects cost twice as much to write). Three hundred of them make a
commit at 100,000 lessons nearly twice as dear; rolling them up geometrically every hundred commits costs 2 to 8
ms a commit, and loses nothing: it keeps unreachable objects too.
"""

import fcntl
import os

from reflectgit.store.git import Git
from reflectgit.store.layout import Place

_PACKS = 100


def start_when_due(place: Place, git: Git) -> None:
    """Start the roll-up where there are many packs and none is running; nobody waits for it."""
    packs = [name for name in os.listdir(place.common_dir / "objects" / "pack") if name.endswith(".pack")]
    if len(packs) < _PACKS:
        return
    turn = os.open(place.private / "maintenance.lock", os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return
    else:
        git.start_aside("repack", "-d", "-l", "-n", "-q", "--geometric=2", keep=(turn,))
    finally:
        os.close(turn)
