#!/usr/bin/env bash
# Formats the Rust sources.
# shellcheck source=.setup/lib.sh
source "$(dirname "$0")/lib.sh"

prepare rust lints
cargo fmt --all
