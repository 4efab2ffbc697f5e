#!/bin/sh
set -e
mkdir -p out
javac -d out src/ts/PacketReader.java test/ts/PacketReaderTest.java
exec java -Xshare:auto -XX:TieredStopAtLevel=1 -cp out ts.PacketReaderTest
