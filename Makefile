# The commands of the project; `make` alone lists them. The work is done by the scripts in CI/.

EXAMPLE := Datasets/generated/example-100000-posts
# The hashes in the manifest change whenever what is generated does.
EXAMPLE_STAMP := $(EXAMPLE).manifest.json
COMPASS := .build/release/compass
# For how long `make fuzz` runs.
SECONDS := 60
# Further options of `make serve`.
SERVE :=
# What `make bench` tells the benchmark program to do.
BENCH := run
# Options of `make bench-peers`.
PEERS :=
# Where `make install` puts the program and the C library, and below which folder.
PREFIX := /usr/local
DESTDIR :=
# What `make bench-suite` tells `swift package benchmark` to do.
SUITE := run

.DEFAULT_GOAL := help
.PHONY: help setup run serve example build docs test test-fast test-slow test-performance fuzz lint format bench bench-suite \
	bench-peers bench-results bench-check limits-renew datasets c-library install install-built uninstall dist wheel clean \
	spark-example

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' Makefile

setup: ## Install what is missing, and say what
	@CI/setup

run: ## Show the Social Analytics page of 100,000 generated posts, and what it cost
	@CI/setup run
	swift build -c release --product compass
	@$(MAKE) --no-print-directory example
	$(COMPASS) social $(EXAMPLE) --range 30 --now 2026-03-01T12:00:00Z --timing

serve: ## Serve the pages of 100,000 generated posts to browsers, and print the address
	@CI/setup run
	swift build -c release --traits Serve --scratch-path .build/serve --product compass
	swift build -c release --traits Serve --scratch-path .build/serve --product compass-serve
	@$(MAKE) --no-print-directory example COMPASS=.build/serve/release/compass
	@.build/serve/release/compass serve $(EXAMPLE) --now 2026-03-01T12:00:00Z $(SERVE)

# The data of `make run` and `make serve`.
example:
	@if [ ! -d $(EXAMPLE) ] || ! cmp -s Datasets/manifest.json $(EXAMPLE_STAMP); then \
		rm -rf $(EXAMPLE) $(EXAMPLE).partial && mkdir -p $(dir $(EXAMPLE)) && \
		$(COMPASS) generate $(EXAMPLE).partial --posts 100000 && \
		mv $(EXAMPLE).partial $(EXAMPLE) && \
		cp Datasets/manifest.json $(EXAMPLE_STAMP); \
	fi

build: ## Build everything for debugging, tests included
	swift build --build-tests

docs: ## Build the documentation with DocC into .build/docs, a warning being an error
	@CI/build-docs

test: ## Run everything that continuous integration runs
	@.ci/run

test-fast: ## Run the tests that need no server, in under three minutes once built
	@CI/test-fast

test-slow: ## Run long random tests, sanitizers and ten minutes of fuzzing
	@CI/test-slow

test-performance: ## Run the XCTest performance suite in release mode, with COMPASS_PERF_ROWS posts
	@CI/test-performance

fuzz: ## Fuzz the readers, for SECONDS=60
	@CI/fuzz $(SECONDS)

lint: ## Check format, scripts, committed files and documents
	@CI/lint
	@CI/version --self-test
	@CI/readme-figures --self-test
	@CI/check-docs --self-test
	@CI/check-docs
	@CI/check-examples --self-test
	@CI/check-examples

format: ## Format all Swift sources in place
	git ls-files --cached --others --exclude-standard -z -- '*.swift' | \
		xargs -0 swift format format --in-place --parallel --configuration .swift-format

bench: ## Run the benchmarks, with BENCH=run as arguments
	@CI/setup bench
	swift run -c release --package-path Benchmarks compass-bench $(BENCH)

bench-suite: ## Run them with swift package benchmark, with SUITE=run as arguments
	@CI/setup bench
	cd Benchmarks && swift package --allow-writing-to-package-directory \
		--allow-writing-to-directory ../Datasets/generated benchmark $(SUITE)

bench-peers: ## Measure other engines side by side with the kernel, with PEERS= as arguments
	@CI/setup bench
	python="$$(CI/setup-peers)" && swift run -c release --package-path Benchmarks compass-bench peers \
		--python "$$python" $(PEERS)

bench-results: ## Measure everything anew, and write README.md, Benchmarks/RESULTS.md and its charts
	@CI/setup bench
	@CI/bench-results

bench-check: ## Compare what the kernel costs with committed limits
	@CI/check-performance

limits-renew: ## Measure anew what the kernel costs, and rewrite its limits
	@CI/check-performance --renew

datasets: ## Generate the large datasets that the manifest lists, and verify them
	swift run -c release compass datasets Datasets/manifest.json Datasets/generated

c-library: ## Build libcompass, which other languages link
	@CI/build-c-library

install: c-library ## Install command line programs, C library, completions and manual page below PREFIX=/usr/local
	@CI/build-program
	@CI/install '$(PREFIX)' $(if $(DESTDIR),'$(DESTDIR)')

# For what has built already.
install-built:
	@CI/install '$(PREFIX)' $(if $(DESTDIR),'$(DESTDIR)')

uninstall: ## Remove what make install has installed below PREFIX=/usr/local
	@CI/install --uninstall '$(PREFIX)' $(if $(DESTDIR),'$(DESTDIR)')

dist: ## Build an archive, a Debian package, the wheel and checksums into .build/dist
	@CI/setup dist
	@CI/build-dist

wheel: ## Build the Python package, with libcompass inside, into Sources/Python/dist
	@CI/build-wheel

spark-example: ## Ask two executors of Spark and one machine for a page of generated posts, and compare the two
	@CI/spark-example

clean: ## Remove everything that was built or generated
	rm -rf .build Benchmarks/.build Datasets/generated Sources/Python/dist
