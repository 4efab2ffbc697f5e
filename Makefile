# Everything a fresh machine with Python 3.11+, make and git needs: `make demo`, `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: demo test lint types layers check bench lock clean

demo: $(READY)  ## fail, reflect, judge, learn: the whole loop in a temporary store
	@$(BIN)/reflectgit demo

test: $(READY)  ## the whole test suite, on all cores
	@$(BIN)/pytest -n auto --dist worksteal $(PYTEST_ARGS)

lint: $(READY)
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(READY)
	@$(BIN)/mypy

layers: $(READY)  ## who may import whom
	@$(BIN)/lint-imports

check: lint types layers test

bench: $(READY)  ## committing and admitting, as ratios to a floor measured in the same run
	@$(BIN)/python benchmarks/write_path.py

lock:  ## newest releases older than 72 hours (needs uv)
	cd requirements && uv pip compile dev.in -o dev.lock --python-version 3.11 --generate-hashes \
	  --exclude-newer "$$(date -u -d '73 hours ago' +%Y-%m-%dT%H:%M:%SZ)" --custom-compile-command "make lock"

$(READY): requirements/dev.lock pyproject.toml
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -c 'import sys; sys.exit("reflectgit needs Python 3.11 or newer; say make PYTHON=...") if sys.version_info < (3, 11) else None'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

clean:
	rm -rf $(VENV) .coverage .hypothesis .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
