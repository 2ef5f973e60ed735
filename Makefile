# `make lab` opens the workbook, `make test` runs every test; both set everything up on the first call.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready
WORKERS ?= 2
KERNELS := gamekit/probability/jit.py $(wildcard gamekit/*/odds/*kernel.py)
COMPILED := gamekit/__pycache__/.compiled
# Kernels, servers and workers start from compiled modules, even where the environment says not to keep any.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: lab class site site-runtime test unit soak tournament mutate bench lint bake docs clean

$(STAMP): pyproject.toml constraints.txt
	@echo "Setting up .venv with JupyterLab and what else is needed: some 700 MB, a minute or two the first time."
	$(PYTHON) -m venv --clear .venv
	if command -v uv >/dev/null; then \
	  uv pip install --quiet --python $(BIN)/python -c constraints.txt -e '.[lab,fast]' --group dev; \
	else \
	  $(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1' && \
	  $(BIN)/python -m pip install --quiet -c constraints.txt -e '.[lab,fast]' --group dev; \
	fi
	touch $@

$(COMPILED): $(STAMP) $(KERNELS) tests/compile_kernels.py
	$(BIN)/python tests/compile_kernels.py
	touch $@

lab: $(STAMP)  ## JupyterLab on the first notebook (loopback, with a token)
	@test -f $(COMPILED) || { echo "Compiling what makes large sweeps fast, in the background: boards and notebooks do not wait for it."; \
	  nice $(MAKE) --no-print-directory -s $(COMPILED) >/dev/null 2>&1 & }
	-@$(BIN)/jupyter lab workspaces import etc/jupyter/workspace.json >/dev/null  # its sidebars closed
	@echo "Starting JupyterLab; it prints its address and opens it in the browser. Stop it with Ctrl+C."
	JUPYTER_CONFIG_PATH="$(CURDIR)/etc/jupyter$${JUPYTER_CONFIG_PATH:+:$$JUPYTER_CONFIG_PATH}" \
	  JUPYTER_PATH="$(CURDIR)/share/jupyter$${JUPYTER_PATH:+:$$JUPYTER_PATH}" $(BIN)/jupyter lab --ServerApp.ip=127.0.0.1 $(if $(filter 0,$(shell id -u)),--allow-root) notebooks/00_start_here.ipynb

class: site  ## the site for a class: serves build/site on loopback and prints the address (CLASS_NETWORK=1: in the local network)
	$(BIN)/python -m gamekit.web build/site

test: $(COMPILED)  ## every test: units, notebooks, browser; lint, types and the clause report beside them
	-@$(MAKE) --no-print-directory -s site-runtime  # without npm the tests of the site are skipped, with a line
	@$(MAKE) --no-print-directory -j2 test-style test-code

.PHONY: test-style test-code
test-style:
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tests/clauses_report.py

test-code:
	GAMEKIT_JOURNAL=off GAMEKIT_LANGUAGE=en $(BIN)/python -m pytest -q -n $(WORKERS) -p tests.nbval_twins --nbval --nbval-sanitize-with tests/nbval.cfg

unit: $(COMPILED)  ## the quick tests only: about a minute; the others are marked long or browser
	$(BIN)/python -m pytest -q -p no:nbval -n $(WORKERS) -m 'not browser and not long' --ignore tests/notebooks

soak: $(COMPILED)  ## the long forms: random games by the thousand
	$(BIN)/python -m pytest -q -p no:nbval --soak --timeout 3600 -n $(WORKERS) tests

tournament: $(COMPILED)  ## how strong the ready players are, kept in data/strengths.csv
	$(BIN)/python -m tests.tournaments

mutate: $(STAMP)  ## which changes of the code the tests would not notice, about 40 minutes
	$(BIN)/python -m tests.mutate --workers $(WORKERS)

bench: $(STAMP)  ## ratios against peers in the same process
	$(BIN)/python -m tests.benchmarks

bake: $(STAMP)  ## execute the notebooks and store their answers
	$(BIN)/python tests/bake.py

site: $(STAMP)  ## every notebook and board as a page that is live in any browser, in build/site: files for any web server
	$(BIN)/python -m gamekit.web.build build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict -q -f docs/mkdocs.yml

site-runtime: $(STAMP)  ## fetch Python for the browser once, from its npm package, into the user's cache
	$(BIN)/python -c "from gamekit.web.build import runtime; runtime()"

docs: $(STAMP)  ## the reference, in build/site/reference: opens without a server
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict -q -f docs/mkdocs.yml

lint: $(STAMP)
	$(BIN)/ruff check --fix . && $(BIN)/ruff format . && $(BIN)/mypy

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache
