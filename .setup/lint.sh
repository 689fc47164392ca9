#!/usr/bin/env bash
# Everything that can be said about the source without running it: format, clippy for the server and for the browser
# side, currency of the offline SQL data, TypeScript's types, the shell scripts.
# shellcheck source=.setup/lib.sh
source "$(dirname "$0")/lib.sh"

prepare rust lints node

check_format() { cargo fmt --all --check; }

check_scripts() {
  local script
  for script in .setup/*.sh .ci/run; do bash -n "$script"; done
  if command -v shellcheck >/dev/null; then shellcheck -x .setup/*.sh .ci/run; fi
}

check_types() { (cd end2end && node_modules/.bin/tsc --noEmit); }

sql_hash() { hash_of migrations server/domain .sqlx .setup/lint.sh .setup/migrate.py; }

# Clippy expands sqlx's macros anyway, so when anything about SQL has changed since the last good run it does so against
# a real database, and what they write must be what .sqlx holds.
# shellcheck disable=SC2206 # $locked is one flag or none
clippy_server() {
  local work hash clippy=(cargo clippy $locked --workspace --all-targets -- -D warnings)
  hash=$(sql_hash)
  if stamped sql "$hash"; then
    "${clippy[@]}"
    return
  fi
  work=$(mktemp -d)
  # shellcheck disable=SC2064 # $work is wanted as it is now
  trap "rm -rf '$work'" EXIT
  mkdir -p "$work/data" "$work/committed"
  python3 .setup/migrate.py "$work/gieok.db"
  touch server/domain/src/lib.rs
  { grep -rlE 'query(_[a-z]+)*!' server/domain --include='*.rs' || true; } | xargs -r touch
  env SQLX_OFFLINE=false SQLX_OFFLINE_DIR="$work/data" DATABASE_URL="sqlite://$work/gieok.db" "${clippy[@]}"
  find .sqlx -name 'query-*.json' -exec cp {} "$work/committed/" \; 2>/dev/null || true
  diff -r "$work/committed" "$work/data" || {
    echo ".sqlx is not what the queries and migrations say: run 'make sqlx' and commit the result"
    return 1
  }
  stamp sql "$hash"
}

# In the bundle's own profile, so that build scripts and procedural macros are compiled once for both.
# shellcheck disable=SC2086
clippy_browser() {
  cargo clippy $locked -p app -p hydrate -p hydrate-account -p hydrate-console -p hydrate-memories -p hydrate-review -p hydrate-services --features app/hydrate \
    --target wasm32-unknown-unknown --target-dir target/front --profile wasm-release -- -D warnings
}

step "format" "run 'make fmt'" never check_format
step "shell scripts" "mend what is said of them" never check_scripts
step "types of the browser tests" "mend what tsc says of end2end/" never check_types
step "clippy, server and SQL data" "mend what is said above" never clippy_server
step "clippy, browser side" "mend what is said above" never clippy_browser
