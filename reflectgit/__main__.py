"""``python -m reflectgit`` is ``reflectgit``."""

import sys

from reflectgit.cli.main import main

sys.exit(main())
