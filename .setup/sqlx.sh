#!/usr/bin/env bash
# Regenerates .sqlx, the committed answers to "what does this query return?" that let sqlx's macros compile without a
# database. sqlx-cli is not needed: the macros themselves write the data when SQLX_OFFLINE_DIR is set.
# shellcheck source=.setup/lib.sh
source "$(dirname "$0")/lib.sh"

prepare rust

regenerate() {
  local work outcome=0
  work=$(mktemp -d)
  # shellcheck disable=SC2064 # $work is wanted as it is now
  trap "rm -rf '$work'" EXIT
  mkdir -p "$work/data" .sqlx
  python3 .setup/migrate.py "$work/gieok.db"
  # Cargo does not know that the macros read a database: only a newer source file makes them run again.
  touch server/domain/src/lib.rs
  { grep -rlE 'query(_[a-z]+)*!' server/domain --include='*.rs' || true; } | xargs -r touch
  env SQLX_OFFLINE=false SQLX_OFFLINE_DIR="$work/data" DATABASE_URL="sqlite://$work/gieok.db" \
    cargo check -p domain --all-targets --all-features || outcome=$?
  # A crate that does not compile yet may still need the data of its new queries; but what looks stale then may not be.
  if [ "$outcome" = 0 ]; then rm -f .sqlx/query-*.json; fi
  find "$work/data" -name 'query-*.json' -exec cp {} .sqlx/ \;
  echo "  .sqlx holds $(find .sqlx -name 'query-*.json' | wc -l) queries"
  return "$outcome"
}

step "offline SQL data" "mend what the compiler says of server/domain or migrations/sqlite" never regenerate
