#!/usr/bin/env bash
javac -d out src/*.java && java -cp out GrainTest
