"""Stand-in for the vendor's analyser: a line per frame, then an exit status."""
import sys

count, status = int(sys.argv[1]), int(sys.argv[2])
for n in range(count):
    sys.stdout.write(f"frame={n:06d} pts={n * 512:09d} type={'IPBB'[n % 4]} size={4000 + n % 97}\n")
sys.exit(status)
