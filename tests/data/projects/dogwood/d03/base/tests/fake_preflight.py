import sys

count = int(sys.argv[1])
for page in range(count):
    print(f"page {page:05d}: ink coverage above 300 percent in the gutter")
sys.exit(3 if count else 0)
