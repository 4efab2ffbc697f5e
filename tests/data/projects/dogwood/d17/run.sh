set -e
mkdir -p build
javac -d build src/*.java
exec java -ea -cp build PriceBookTest
