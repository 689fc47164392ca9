#!/usr/bin/env bash
# Gets what the build and the tests need onto this machine. Arguments name the parts wanted; none means all:
#   rust      a toolchain that builds for wasm32
#   lints     rustfmt and clippy for it
#   bindgen   wasm-bindgen, at the version in Cargo.lock
#   node      the npm tools of end2end/
#   browser   Chromium and a Korean font, for the browser tests
#   model     the embedding model's weights
# shellcheck source=.setup/lib.sh
source "$(dirname "$0")/lib.sh"

[ $# -gt 0 ] || set -- rust lints bindgen node browser model

can_apt() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

apt_install() {
  export DEBIAN_FRONTEND=noninteractive
  can_apt || {
    echo "cannot install packages here: not root, or not Debian"
    return 1
  }
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# --- basic tools -----------------------------------------------------------------------------------------------------

readonly node_minimum=20

node_is_new_enough() {
  command -v node >/dev/null && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge "$node_minimum" ]
}

basics_there() {
  command -v cc >/dev/null && command -v npm >/dev/null && command -v python3 >/dev/null && node_is_new_enough
}

install_basics() {
  local missing=()
  command -v cc >/dev/null || missing+=(build-essential)
  command -v node >/dev/null || missing+=(nodejs)
  command -v npm >/dev/null || missing+=(npm)
  command -v python3 >/dev/null || missing+=(python3)
  if [ ${#missing[@]} -gt 0 ]; then apt_install "${missing[@]}"; fi
  node_is_new_enough || {
    echo "node is $(node --version), this needs $node_minimum or later"
    return 1
  }
}

# --- Rust ------------------------------------------------------------------------------------------------------------

rustc_of() { # $1: name of a toolchain, empty for the active one, $2…: arguments of rustc
  local name=$1
  shift
  if [ -n "$name" ]; then env RUSTUP_TOOLCHAIN="$name" rustc "$@"; else rustc "$@"; fi
}

toolchain_there() {
  local name version sysroot
  [ -f "$stamps/toolchain" ] || return 1
  name=$(sed -n 1p "$stamps/toolchain")
  version=$(sed -n 2p "$stamps/toolchain")
  # Whoever asks for a toolchain by name gets it looked at.
  [ "${RUSTUP_TOOLCHAIN:-$name}" = "$name" ] || return 1
  [ "$(rustc_of "$name" --version 2>/dev/null)" = "$version" ] || return 1
  sysroot=$(rustc_of "$name" --print sysroot)
  compgen -G "$sysroot/lib/rustlib/wasm32-unknown-unknown/lib/libstd-*.rlib" >/dev/null
}

install_toolchain() {
  local name
  rm -f "$stamps/toolchain"
  name=$(.setup/wasm-toolchain.sh)
  printf '%s\n%s\n' "$name" "$(rustc_of "$name" --version)" >"$stamps/toolchain"
}

lints_there() { cargo clippy --version >/dev/null 2>&1 && cargo fmt --version >/dev/null 2>&1; }

install_lints() { rustup component add clippy rustfmt; }

bindgen_there() { wasm_bindgen >/dev/null; }

install_bindgen() {
  # Not --locked: only the tool's own version has to match the crate's.
  env -u CARGO_TARGET_DIR -u CARGO_BUILD_TARGET_DIR CARGO_PROFILE_RELEASE_LTO=off \
    cargo install wasm-bindgen-cli --version "$(version_in_lock wasm-bindgen)" --bin wasm-bindgen --root "$tools"
  bindgen_there
}

# --- Node ------------------------------------------------------------------------------------------------------------

readonly node_stamp=end2end/node_modules/.installed-from

node_tools_there() {
  [ "$(cat "$node_stamp" 2>/dev/null)" = "$(hash_of end2end/package.json end2end/package-lock.json)" ]
}

install_node_tools() {
  (cd end2end && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --ignore-scripts --no-fund --no-audit --no-update-notifier --loglevel=error)
  hash_of end2end/package.json end2end/package-lock.json >"$node_stamp"
}

# --- browser, model --------------------------------------------------------------------------------------------------

korean_font_there() { compgen -G '/usr/share/fonts/opentype/noto/NotoSansCJK-*' >/dev/null || [ -n "$(fc-list :lang=ko 2>/dev/null | head -1)" ]; }

browser_there() {
  korean_font_there || return 1
  [ -x /usr/bin/chromium ] || (cd end2end && node support/browser-there.mjs)
}

install_browser() {
  if can_apt; then
    apt_install chromium fonts-noto-cjk fontconfig
  else
    (cd end2end && node_modules/.bin/playwright install chromium)
  fi
}

model_there() { [ -f "$model/config.json" ] && stamped model "$(hash_of .setup/model.sh)"; }

fetch_model() {
  python3 -m pip --version >/dev/null 2>&1 || apt_install python3-pip
  .setup/model.sh
  stamp model "$(hash_of .setup/model.sh)"
}

# ---------------------------------------------------------------------------------------------------------------------

if [ -d "$HOME/.cargo/bin" ]; then PATH=$PATH:$HOME/.cargo/bin; fi
command -v cargo >/dev/null || die "Rust is not installed" "install it from https://rustup.rs, then try again"

step "basic tools" "install a C compiler, Node.js $node_minimum or later with npm, and Python 3" \
  basics_there install_basics

for part in "$@"; do
  case $part in
    rust) step "Rust toolchain with wasm32" "run 'rustup target add wasm32-unknown-unknown'" toolchain_there install_toolchain ;;
    lints)
      use_toolchain
      step "rustfmt and clippy" "run 'rustup component add clippy rustfmt'" lints_there install_lints
      ;;
    bindgen)
      use_toolchain
      step "wasm-bindgen $(version_in_lock wasm-bindgen) (2 to 4 minutes)" \
        "run 'cargo install wasm-bindgen-cli --version $(version_in_lock wasm-bindgen)'" bindgen_there install_bindgen
      ;;
    node) step "node tools" "check that npm reaches its registry ('npm ping'), then run 'npm ci' in end2end/" node_tools_there install_node_tools ;;
    browser)
      step "Chromium and a Korean font" "install the packages chromium and fonts-noto-cjk" browser_there install_browser
      ;;
    model) step "embedding model" "install pip for Python 3, then run '.setup/model.sh' and read what it says" model_there fetch_model ;;
    *) die "unknown part '$part'" "name some of: rust lints bindgen node browser model" ;;
  esac
done
