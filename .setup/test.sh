#!/usr/bin/env bash
# Everything that must hold before a change lands: lints, the workspace's tests, the bundle's size, the browser tests.
# shellcheck source=.setup/lib.sh
source "$(dirname "$0")/lib.sh"

begun=$(now)
readonly begun

prepare rust lints bindgen node browser model

# shellcheck disable=SC2086 # $locked is one flag or none
run_tests() { cargo test $locked --workspace --no-fail-fast; }

.setup/lint.sh
step "tests of the workspace" "mend the failing test" never run_tests
echo "✓ all but the browser tests ($(since "$begun"))"
.setup/e2e.sh
