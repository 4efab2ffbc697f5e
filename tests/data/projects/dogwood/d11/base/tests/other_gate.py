import sys

from turnstile.journal import Busy, Journal

try:
    Journal(sys.argv[1])
except Busy:
    print("busy")
else:
    print("free")
