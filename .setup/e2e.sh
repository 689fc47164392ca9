#!/usr/bin/env bash
# Runs the browser tests against the debug server and the same bundle that `make run` serves. Arguments go to Playwright.
# shellcheck source=.setup/lib.sh
source "$(dirname "$0")/lib.sh"

prepare rust node browser model
.setup/front.sh --check

# With the tests, so that features and therefore artefacts are those of `cargo test --workspace`.
# shellcheck disable=SC2086 # $locked is one flag or none
build_server() { cargo build $locked --workspace --bins --tests --examples; }

step "debug server" "mend what the compiler says" never build_server
echo "${bold}• browser tests${plain} …"
cd end2end
# Not a step: the last lines are to be the test runner's own.
node_modules/.bin/playwright test "$@" ||
  die "browser tests failed" "read the report above; 'npx playwright show-trace' in end2end/ replays a test"
