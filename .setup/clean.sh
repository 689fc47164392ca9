#!/usr/bin/env bash
# Removes everything that was built. Tools, model weights and demo data stay: they are slow to get, or the user's.
# shellcheck source=.setup/lib.sh
source "$(dirname "$0")/lib.sh"

find target -mindepth 1 -maxdepth 1 ! -name tools -exec rm -rf {} +
rm -rf end2end/test-results end2end/playwright-report
