exec /usr/bin/env python3 -m pytest -q -p no:cacheprovider tests
