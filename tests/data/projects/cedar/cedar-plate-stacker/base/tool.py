"""Stand-in for the stacking program: chatters on stderr, answers on stdout."""
import sys

plates = int(sys.argv[1])
for i in range(plates):
    sys.stderr.write(f"plate {i:05d}: background 812.4 rms 3.1 shift (+0.2, -0.7) weight 0.98\n")
    sys.stdout.write(f"used {i}\n")
print("sum", plates)
