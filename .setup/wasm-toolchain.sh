#!/usr/bin/env bash
# Makes sure that a Rust toolchain here can build for wasm32-unknown-unknown and prints the name of that toolchain
# on standard output (empty: the active one). Everything else goes to standard error.
#
# In this order: a wasm32 std the active toolchain already has; on Debian as root, a std built from Debian's own
# rustc (no download beyond the package mirror); otherwise rustup's ordinary target download.
set -euo pipefail
exec 3>&1 1>&2

readonly target=wasm32-unknown-unknown
readonly debian_lib=/usr/lib/rustlib/$target/lib

has_wasm_std() { # $1: path of a rustc
  compgen -G "$("$1" --print sysroot)/lib/rustlib/$target/lib/libstd-*.rlib" >/dev/null
}

build_debian_std() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -y -qq --no-install-recommends rustc-web cargo-web rust-web-src rust-web-clippy rustfmt-web lld-22 build-essential
  local stub
  stub=$(mktemp -d)
  trap 'rm -rf "$stub"' RETURN
  mkdir -p "$stub/src"
  printf '#![no_std]\n' >"$stub/src/lib.rs"
  printf '[package]\nname = "stub"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n' >"$stub/Cargo.toml"
  # embed-bitcode lets a bundle built with `lto = true` link against this std.
  (cd "$stub" && env -u RUSTUP_TOOLCHAIN -u CARGO_BUILD_TARGET_DIR -u CARGO_TARGET_DIR \
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Cembed-bitcode=yes \
    /usr/bin/cargo build -q --release --target $target -Zbuild-std=std,panic_abort,proc_macro,test)
  mkdir -p "$debian_lib"
  rm -f "$debian_lib"/*.rlib
  find "$stub/target/$target/release/deps" -name '*.rlib' ! -name 'libstub*' -exec cp {} "$debian_lib/" \;
  # rustc looks for the wasm linker under this name.
  mkdir -p /usr/lib/rustlib/x86_64-unknown-linux-gnu/bin
  ln -sf "$(command -v lld-22)" /usr/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld
  /usr/bin/rustc --version >"$debian_lib/.built-by"
}

debian_std_is_current() {
  [ -x /usr/bin/rustc ] && [ -f "$debian_lib/.built-by" ] && [ "$(/usr/bin/rustc --version)" = "$(cat "$debian_lib/.built-by")" ]
}

if command -v rustc >/dev/null && has_wasm_std rustc; then
  echo "${RUSTUP_TOOLCHAIN:-}" >&3
  exit 0
fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && command -v rustup >/dev/null; then
  debian_std_is_current || apt-get update -qq
  if debian_std_is_current || apt-cache show rustc-web >/dev/null 2>&1; then
    debian_std_is_current || build_debian_std
    rustup toolchain link debian /usr
    echo debian >&3
    exit 0
  fi
fi

rustup target add $target || {
  echo "cannot get the wasm32 target: run 'rustup target add $target' (needs https://rustup.rs), then try again"
  exit 1
}
echo "${RUSTUP_TOOLCHAIN:-}" >&3
