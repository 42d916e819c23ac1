# The project's tasks; `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help setup run site compiled test verify whole measured faults bench bench-guard lint docs numbers lock clean

# The first of these that is a working Python 3.11 or later.
CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11
PYTHON ?= $(shell for p in $(CANDIDATES); do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then echo $$p; break; fi; done)
VENV := .venv
BIN := $(VENV)/bin
MADE := $(VENV)/pyvenv.cfg
STAMP := $(VENV)/.installed
TESTS := $(VENV)/.installed-tests
SPHINX := $(VENV)/.installed-docs
BYTECODE := $(VENV)/.bytecode
UV := $(shell command -v uv)
# The lock files are complete, so nothing is resolved; Python compiles a module when it is first imported.
INSTALL = { test -n "$(UV)" && $(UV) pip install --quiet --python $(BIN)/python --no-deps $(1); } || \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps $(1)

# Two at a time unpack the packages of a lock file: the first those up to the letter named, the second the others.
LOCKED = rm -f $(VENV)/.half-*; \
	awk '/^[a-z]/ { half = "$(VENV)/.half-" ($$0 < "$(2)" ? 1 : 2) } half { print > half }' $(1) && \
	{ ( $(call INSTALL,--require-hashes -r $(VENV)/.half-1) ) & \
	( $(call INSTALL,--require-hashes -r $(VENV)/.half-2) ); second=$$?; wait $$! && test $$second -eq 0; }

# Many processes import the same modules: Python keeps its bytecode, even where it is told not to.
KEEPING = PYTHONDONTWRITEBYTECODE= $(BIN)/python
WARLAB = PYTHONDONTWRITEBYTECODE= $(BIN)/warlab
PYTEST = $(KEEPING) -m pytest -n auto --dist loadfile

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 13

$(MADE):
	@test -n "$(PYTHON)" || { echo "warlab needs Python 3.11 or later; name one with: make PYTHON=/path/to/python3"; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(STAMP): $(MADE) requirements.lock pyproject.toml
	@echo "Installing what warlab needs into $(VENV) (half a minute)"
	@$(call LOCKED,requirements.lock,pyarrow)
	@$(call INSTALL,--no-build-isolation -e .)
	@touch $@

$(TESTS): $(MADE) requirements-tests.lock
	@$(call LOCKED,requirements-tests.lock,p)
	@touch $@

$(SPHINX): $(STAMP) requirements-docs.lock
	@$(call INSTALL,--require-hashes -r requirements-docs.lock)
	@touch $@

setup: $(STAMP)  ## create .venv from the lock file (run does it too; test adds what the tests need)

run: $(STAMP)  ## how long does War last? play a million games of each variant; write Parquet and the report
	@echo "Playing six sets of rules, a million games each; the first time they are compiled as well"
	$(WARLAB) run scenarios/war-length.toml --out runs/war-length --resume
	$(WARLAB) report runs/war-length
	$(WARLAB) report runs/war-length --to runs/war-length/report.html

site: $(STAMP) $(SPHINX)  ## write the answers and the documentation into build/site (some minutes the first time)
	rm -rf docs/reference/names
	$(BIN)/python -m docs.site build/site
	$(BIN)/python -m sphinx -q -W -E -b html docs build/site/docs

compiled: $(STAMP)
	@$(KEEPING) -m tests.support.compiled

# Otherwise every worker would compile all modules to bytecode at the same time. Errors are shown when the tests run.
$(BYTECODE): $(TESTS) $(STAMP)
	@$(KEEPING) -m pytest --collect-only >/dev/null 2>&1 || true
	@touch $@

READY = compiled $(BYTECODE)

# The goals of one call share .venv: only the call below does two things at once.
ifndef PREPARING
.NOTPARALLEL:
endif

test: $(TESTS) $(STAMP)  ## run the tests (a few minutes)
	@$(MAKE) -s -j2 PREPARING=1 $(READY)
	$(PYTEST) -m "not slow"

verify: $(TESTS) $(STAMP)  ## check everything from outside; write docs/verification.md and its pages (an hour)
	@$(MAKE) -s -j2 PREPARING=1 $(READY)
	@mkdir -p build/verified
	@$(MAKE) -s -j2 PREPARING=1 whole measured
	mv build/verified/*.md docs/

# One process measures the coverage, which leaves a core to the tests. They read the pages as these were before.
whole:
	$(PYTEST) --whole

measured:
	$(KEEPING) -m tests.verification.pages --to build/verified

faults: $(TESTS) $(STAMP)  ## damage files and kill processes at random; nothing may change in silence (half an hour)
	$(KEEPING) -m tests.faults

bench: $(STAMP)  ## measure speeds, as ratios to yardsticks of the same run
	$(BIN)/python -m benchmarks

bench-guard: $(STAMP)  ## fail if anything is below 85 % of the speed kept for this class of machine (minutes)
	$(BIN)/python -m benchmarks.guard

lint: $(TESTS) $(STAMP)  ## run ruff and mypy, and check the workflows and the forms of issues
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/*.yml

docs: $(TESTS) $(STAMP)  ## write the pages under docs/ that follow from the code
	$(BIN)/python -m docs.build

numbers: $(STAMP)  ## play the runs behind the numbers in README.md and docs/, and write them there (some hours)
	$(BIN)/python -m docs.figures

LOCK = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml

# Every locked package must have a wheel for every Python, so that nobody has to compile one.
WHEELS = uv pip install --quiet --dry-run --no-deps --only-binary :all: --require-hashes --target build/wheels

lock:  ## update the lock files, and check that all packages have wheels (needs uv)
	$(LOCK) --extra editable -o requirements.lock
	$(LOCK) --extra dev --constraint requirements.lock -o requirements-tests.lock
	$(LOCK) --extra docs --constraint requirements-tests.lock -o requirements-docs.lock
	for python in 3.11 3.12 3.13 3.14; do \
		for system in x86_64-manylinux_2_28 aarch64-apple-darwin x86_64-pc-windows-msvc; do \
			for lock in requirements*.lock; do \
				$(WHEELS) --python-version $$python --python-platform $$system -r $$lock || exit 1; \
			done; \
		done; \
	done

clean:  ## remove the environment and caches
	rm -rf $(VENV) .pytest_cache .ruff_cache .mypy_cache build dist
