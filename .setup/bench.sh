#!/usr/bin/env bash
# Runs the benchmarks; arguments choose among them as for `cargo bench`.
# shellcheck source=.setup/lib.sh
source "$(dirname "$0")/lib.sh"

prepare rust model
export GIEOK_MODEL_DIR=${GIEOK_MODEL_DIR:-$PWD/$model}
[ $# -gt 0 ] || set -- --workspace --benches
cargo bench "$@"
