# shellcheck shell=bash disable=SC2034 # constants are for the scripts that source this
# What every set-up script shares: the project's root as working folder, timed steps, refusals that name a remedy,
# and the Rust toolchain in use. Sourced, never run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly stamps=target/stamps
readonly node_bin=end2end/node_modules/.bin
readonly tools=target/tools
readonly site=target/site
readonly model=.model/multilingual-e5-small
readonly browser_bundle_limit=350000 # bytes of brotli; a phone on a slow line has to fetch this before a click works

# CI must fail on a lock file that no longer matches; a developer who has just added a crate must not.
locked=${CI:+--locked}
mkdir -p "$stamps"

if [ -t 1 ]; then bold=$'\e[1m' red=$'\e[31m' plain=$'\e[0m'; else bold='' red='' plain=''; fi

die() { # $1: what is wrong, $2: what to do about it
  printf '%s✗ %s%s\n  remedy: %s\n' "$red" "$1" "$plain" "$2" >&2
  exit 1
}

since() { # $1: microseconds since the epoch, as from now()
  local spent=$(($(now) - $1))
  printf '%d.%d s' $((spent / 1000000)) $((spent % 1000000 / 100000))
}

now() { echo "${EPOCHREALTIME//[^0-9]/}"; }

# Runs one step of work, unless its test says that the result is there. The work gets a shell of its own with errexit,
# so call this as a plain command, never behind `if`, `&&` or `||`.
step() { # $1: title, $2: remedy, $3: test whether it is done, $4…: the work
  local title=$1 remedy=$2 is_done=$3 start status
  shift 3
  start=$(now)
  if "$is_done"; then
    printf '%s• %s%s: already there (%s)\n' "$bold" "$title" "$plain" "$(since "$start")"
    return
  fi
  printf '%s• %s%s …\n' "$bold" "$title" "$plain"
  set +e
  (
    set -e
    "$@"
  )
  status=$?
  set -e
  [ "$status" = 0 ] || die "$title failed after $(since "$start")" "$remedy"
  printf '%s✓ %s%s (%s)\n' "$bold" "$title" "$plain" "$(since "$start")"
}

never() { return 1; } # for steps that always run

hash_of() { # $1…: files and folders; one hash over their names and contents
  { find "$@" -type f -print0 2>/dev/null || true; } | LC_ALL=C sort -z | xargs -0r sha256sum | sha256sum | cut -d' ' -f1
}

stamped() { # $1: name of a stamp, $2: what it must say
  [ "$(cat "$stamps/$1" 2>/dev/null)" = "$2" ]
}

stamp() { # $1: name of a stamp, $2: what it shall say
  printf '%s\n' "$2" >"$stamps/$1"
}

# Makes sure of parts of the set-up, each once in a whole `make`, and takes the toolchain into use.
prepare() { # $1…: parts, as prepare.sh names them
  local part missing=()
  for part in "$@"; do
    case " ${PREPARED_PARTS:-} " in *" $part "*) ;; *) missing+=("$part") ;; esac
  done
  if [ ${#missing[@]} -gt 0 ]; then .setup/prepare.sh "${missing[@]}"; fi
  export PREPARED_PARTS="${PREPARED_PARTS:-} ${missing[*]}"
  use_toolchain
}

# The toolchain that `prepare.sh` settled on, for server and browser side alike, so that nothing compiles twice.
use_toolchain() {
  local name
  name=$(sed -n 1p "$stamps/toolchain" 2>/dev/null) || true
  if [ -n "$name" ]; then export RUSTUP_TOOLCHAIN=$name; fi
}

version_in_lock() { # $1: crate
  awk -v name="\"$1\"" '$1 == "name" { hit = ($3 == name) } hit && $1 == "version" { gsub(/"/, "", $3); print $3; exit }' Cargo.lock
}

wasm_bindgen() { # path of a wasm-bindgen that speaks exactly the crate's version
  local wanted candidate
  wanted=$(version_in_lock wasm-bindgen)
  for candidate in "$tools/bin/wasm-bindgen" "$(command -v wasm-bindgen || true)"; do
    if [ -x "$candidate" ] && [ "$("$candidate" --version)" = "wasm-bindgen $wanted" ]; then
      echo "$candidate"
      return
    fi
  done
  return 1
}
