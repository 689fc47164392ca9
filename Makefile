# The project's commands. Each is a script in .setup/, which says what it does.
.DEFAULT_GOAL := help
.PHONY: help run test setup model front bench fmt lint e2e pictures sqlx clean
MAKEFLAGS += --no-print-directory

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## set up, build and serve a demo at http://127.0.0.1:3000
	@.setup/run.sh

test: ## set up, then lints, all tests, bundle size, browser tests
	@.setup/test.sh

setup: ## get toolchain, packages, node tools, browser and model
	@.setup/prepare.sh

model: ## get the embedding model's weights into .model/
	@.setup/prepare.sh model

front: ## build what the browser gets into target/site
	@.setup/front.sh

bench: ## measure (ARGS="-p inference" for one crate)
	@.setup/bench.sh $(ARGS)

fmt: ## format the Rust sources
	@.setup/fmt.sh

lint: ## format, clippy on both sides, SQL data, TypeScript, scripts
	@.setup/lint.sh

e2e: ## run the browser tests (ARGS="tests/smoke.spec.ts --project phone")
	@.setup/e2e.sh $(ARGS)

pictures: ## take the pictures in docs/screenshots anew
	@E2E_PICTURES=1 .setup/e2e.sh tests/demo.spec.ts

sqlx: ## regenerate .sqlx after a change of queries or migrations
	@.setup/sqlx.sh

clean: ## remove what was built, keep tools, model and demo data
	@.setup/clean.sh
