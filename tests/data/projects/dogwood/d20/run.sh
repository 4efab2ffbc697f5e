exec bash tests/run.sh
