#!/bin/sh
set -e
mkdir -p out
javac -d out src/StatementName.java test/StatementNameTest.java
exec java -Duser.language=en -Duser.country=US -cp out StatementNameTest
