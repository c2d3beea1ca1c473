# make setup   a .venv with everything installed     make run      the service, in the foreground
# make test    the whole suite                       make check    linters, types, layers, openapi.yaml
# make openapi writes openapi.yaml anew              make lock     pins the newest releases anew
# make bench   measures, beside others' engines      make clean    removes what was built, .venv with it
#
# PYTHON         the Python (3.11 or newer) that .venv is made from (make clean first to change it)
# REFEREE_BUILD  compiled  needs a C compiler and fails without one
#                auto      compiles the rules if it can, else runs them in plain Python
#                pure      plain Python
# PYTEST_ARGS    more arguments for pytest
# PROCESSES      so many of them run tests at once (3: what tests faults mostly waits, so that two cores have room)
# TEST_AMOUNT    how much of what is random is tried: usual, few or thorough (tests/amount.py)
# BENCH_QUICK    1: make bench takes less than two minutes, and is less exact
# BENCH_ENFORCE  1: make bench fails when a floor (bench/floors.py) does not hold

PYTHON ?= python3
REFEREE_BUILD ?= compiled
PYTEST_ARGS ?=
PROCESSES ?= 3
TEST_AMOUNT ?= usual

# Set but empty is the default, as for every setting.
ifeq ($(strip $(REFEREE_BUILD)),)
REFEREE_BUILD := compiled
endif
ifeq ($(filter compiled auto pure,$(REFEREE_BUILD)),)
$(error REFEREE_BUILD is "$(REFEREE_BUILD)", and must be one of compiled, auto, pure)
endif

ifeq ($(strip $(TEST_AMOUNT)),)
TEST_AMOUNT := usual
endif
ifeq ($(filter usual few thorough,$(TEST_AMOUNT)),)
$(error TEST_AMOUNT is "$(TEST_AMOUNT)", and must be one of usual, few, thorough)
endif

VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find referee -name '*.py')
LISTING := $(VENV)/.sources
DEPENDENCIES := $(VENV)/.dependencies
INSTALLED := $(VENV)/.installed-$(REFEREE_BUILD)
PYTEST := $(BIN)/python -m pytest -n $(PROCESSES) --dist loadgroup
# What is measured beside the referee has an environment of its own: nothing of it is needed to test or to run.
PEERS := $(VENV)/peers
LOCK := $(VENV)/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url

# lint and plain need no build, so that they can run while it is made: see .ci/run.
.PHONY: setup run test suite plain check lint document bench openapi lock clean always
.DELETE_ON_ERROR:

setup: $(INSTALLED)

$(DEPENDENCIES): requirements-build.lock requirements-dev.lock
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11) and "card-referee needs Python 3.11 or newer, and " + sys.executable + " is " + sys.version.split()[0] + ": name one with make PYTHON=...")'
	"$(PYTHON)" -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes \
	    -r requirements-build.lock -r requirements-dev.lock
	@touch $@

# A source that was taken away is newer than nothing, so the list of them is watched as well.
$(LISTING): $(DEPENDENCIES) always
	@echo '$(sort $(SOURCES))' | cmp -s - $@ || echo '$(sort $(SOURCES))' > $@

$(INSTALLED): $(DEPENDENCIES) $(LISTING) pyproject.toml setup.py $(SOURCES)
	@rm -f $(VENV)/.installed-*
	@echo "make: installing card-referee$(if $(filter pure,$(REFEREE_BUILD)),, and compiling its rules; this takes a few minutes)"
	@REFEREE_BUILD="$(REFEREE_BUILD)" $(BIN)/python -m pip install --quiet --disable-pip-version-check \
	    --no-build-isolation --no-deps --editable . || { \
	    echo "make: REFEREE_BUILD=$(REFEREE_BUILD) could not be installed." >&2; \
	    echo "make: where there is no C compiler: REFEREE_BUILD=pure make run (plain Python, slower; the same rules)." >&2; \
	    exit 1; }
	@$(BIN)/python -c 'import referee; print("card-referee {version} is installed, {build}: {reason}".format(**referee.build_info()))'
	@touch $@

run: setup
	@REFEREE_BUILD="$(REFEREE_BUILD)" exec $(BIN)/referee serve

# The rules once more from the same source in plain Python, unless that is what has just been tested.
test: suite $(if $(PYTEST_ARGS)$(filter pure,$(REFEREE_BUILD)),,plain)

suite: setup
	REFEREE_BUILD="$(REFEREE_BUILD)" TEST_AMOUNT=$(TEST_AMOUNT) $(PYTEST) $(PYTEST_ARGS)

# Of what is random only a few: that plain Python does as the compiled build does is what this is for.
plain: $(DEPENDENCIES)
	REFEREE_PURE=1 REFEREE_BUILD=auto TEST_AMOUNT=$(TEST_AMOUNT:usual=few) $(PYTEST) tests/core tests/rules tests/properties

check: lint document

lint: $(DEPENDENCIES)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

document: setup
	$(BIN)/referee openapi > $(VENV)/openapi.yaml
	diff -u openapi.yaml $(VENV)/openapi.yaml

$(PEERS)/.dependencies: $(DEPENDENCIES) requirements-build.lock requirements-bench.lock
	"$(PYTHON)" -m venv --clear $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-build.lock
	@# Some of them come as sources alone, and are built with the setuptools just installed.
	$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-build-isolation \
	    -r requirements-bench.lock
	@touch $@

bench: setup $(PEERS)/.dependencies
	REFEREE_BUILD="$(REFEREE_BUILD)" $(BIN)/python -m bench $(PEERS)/bin/python

openapi: setup
	$(BIN)/referee openapi > $(VENV)/openapi.yaml
	cp $(VENV)/openapi.yaml openapi.yaml

# The one tool that no lock pins, since it makes them; it has an environment of its own.
$(VENV)/lock:
	"$(PYTHON)" -m venv --clear $@
	$@/bin/python -m pip install --quiet --disable-pip-version-check uv

lock: $(VENV)/lock
	$(LOCK) --upgrade -o requirements-dev.lock pyproject.toml requirements-build.in requirements-dev.in
	$(LOCK) -c requirements-dev.lock -o requirements.lock pyproject.toml
	$(LOCK) -c requirements-dev.lock -o requirements-build.lock requirements-build.in
	$(LOCK) --upgrade -c requirements-dev.lock -o requirements-bench.lock requirements-bench.in

clean:
	rm -rf $(VENV) build dist card_referee.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -path ./.git -prune -o -name __pycache__ -prune -exec rm -rf {} +
	find referee \( -name '*.so' -o -name '*.pyd' -o -name _compiled.json \) -exec rm -f {} +
