# What a developer runs; `make` alone lists the targets.
# Needs git, make, Python 3.10 or later and a package index. Everything is installed into $(VENV), nothing elsewhere.

PYTHON ?= python3
PYTEST_ARGS ?= -n auto

VENV := .venv
RUN := $(VENV)/bin/python
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo test check lint types bench speed ladder rival train equality sanitize schemas codes conformance site sessions clean FORCE

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST)

demo: $(VENV)/for-demo  ## deal, match, validate and rescore: a first look at the tool
	@PATH="$(CURDIR)/$(VENV)/bin:$$PATH" sh samples/demo.sh

test: $(VENV)/for-test  ## run the tests
	$(RUN) -m pytest $(PYTEST_ARGS)

check: lint types test  ## lint, types and tests: what .ci/run does

lint: $(VENV)/for-check  ## ruff alone
	$(RUN) -m ruff check .

types: $(VENV)/for-check  ## mypy --strict alone
	$(RUN) -m mypy --strict

bench: $(VENV)/for-bench  ## measure speed beside other programs, as ratios within one run (5 minutes)
	$(RUN) bench/run.py

speed: $(VENV)/for-bench  ## do the same, and write docs/speed.md
	$(RUN) bench/run.py --page docs/speed.md

ladder: $(VENV)/for-demo  ## play the built-in bots against each other and write docs/strength.md (20 minutes)
	$(RUN) tools/ladder.py

rival: $(VENV)/for-demo  ## play master against an ISMCTS of equal time and write it into docs/strength.md (20 minutes)
	$(RUN) tools/rival.py

train: $(VENV)/for-train  ## make the tables of the built-in bots anew, the same from the same seed (10 minutes)
	$(RUN) tools/train.py

equality: $(VENV)/for-test  ## compare kernel and plain Python in 1,000 positions and 10,000 damaged hands
	BLUKE_POSITIONS=1000 BLUKE_HANDS=10000 $(RUN) -m pytest -q tests/bots/test_search.py tests/kernel

sanitize: $(VENV)/for-test  ## build the kernel with ASan and UBSan, warnings as errors, and run its tests
	PYTHON=$(RUN) sh tools/sanitize.sh

schemas: $(VENV)/for-demo  ## write schemas/ anew from the models
	$(RUN) -m bluke_cli schema record -o schemas/bluke-record-1.schema.json
	$(RUN) -m bluke_cli schema finding -o schemas/bluke-finding-1.schema.json
	$(RUN) -m bluke_cli schema bot-request -o schemas/bluke-bot-request-1.schema.json
	$(RUN) -m bluke_cli schema bot-answer -o schemas/bluke-bot-answer-1.schema.json

codes:  ## copy the explanations of the findings to docs/codes.md
	cp bluke_cli/report/codes.md docs/codes.md

conformance: $(VENV)/for-demo  ## make the conformance kit anew
	$(RUN) tools/conformance.py

site: $(VENV)/for-site  ## build the documents as a site, into site/
	$(RUN) -m mkdocs build --strict

sessions: $(VENV)/for-test  ## write the output in tests/sessions, README and docs anew; read the diff
	$(RUN) tests/sessions.py tests/sessions/*.txt README.md docs/*.md

clean:  ## remove .venv and everything that a run left behind
	rm -rf $(VENV) build dist site *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

# A stamp file for each set of dependencies: made again only when pyproject.toml or the interpreter changes.
$(VENV)/for-demo: WHAT = .
$(VENV)/for-test: WHAT = .[test]
$(VENV)/for-check: WHAT = .[dev]
$(VENV)/for-train: WHAT = .[train]
$(VENV)/for-site: WHAT = .[docs]
$(VENV)/for-bench: WHAT = .[bench]
$(VENV)/for-demo $(VENV)/for-test $(VENV)/for-check $(VENV)/for-train $(VENV)/for-site $(VENV)/for-bench: $(VENV)/made-by pyproject.toml setup.py $(wildcard bluke_cli/kernel/*.[ch])
	@echo "installing '$(WHAT)' into $(VENV)"
	@$(RUN) -m pip install --quiet --disable-pip-version-check -e '$(WHAT)' \
	  || { echo "make: pip could not install '$(WHAT)' (see above); is the package index within reach?" >&2; exit 1; }
	@touch $@

# The interpreter and the folder that the environment belongs to. The file changes only when one of them does,
# so `make PYTHON=python3.13 test` after `make test`, or a moved clone, gets a new environment by itself.
$(VENV)/made-by: FORCE
	@command -v $(PYTHON) >/dev/null 2>&1 \
	  || { echo "make: no '$(PYTHON)' here; install Python 3.10 or later, or name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 10) or sys.exit("make: $(PYTHON) is Python %d.%d; bluke needs 3.10 or later: make PYTHON=/path/to/python3" % sys.version_info[:2])'
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
	  || { echo "make: $(PYTHON) cannot make virtual environments (no venv or ensurepip); on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@now="$$($(PYTHON) -c 'import sys; print(sys.version.split()[0], sys.base_prefix, sys.argv[1])' '$(CURDIR)')"; \
	  test "$$now" = "$$(cat $@ 2>/dev/null)" \
	  || { echo "making $(VENV) with $(PYTHON)" && $(PYTHON) -m venv --clear $(VENV) && echo "$$now" > $@; }
