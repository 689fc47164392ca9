#!/usr/bin/env bash
# Builds what the browser gets into target/site: style sheet, WebAssembly bundle with its loader, static files. Each of
# pkg/'s files has a `.br` beside it, for a server that would rather not compress on every request.
# `--check` also fails when the bundle has grown past its limit.
# shellcheck source=.setup/lib.sh
source "$(dirname "$0")/lib.sh"

prepare rust bindgen node

readonly built=target/front/wasm32-unknown-unknown/wasm-release/hydrate.wasm
readonly pkg=$site/pkg
mkdir -p "$pkg"

compress() { # $1…: files of pkg/
  node .setup/compress.mjs "$@"
}

style_hash() { hash_of style end2end/package-lock.json .setup/front.sh; }

style_there() { [ -f "$pkg/gieok.css" ] && stamped style "$(style_hash)"; }

build_style() {
  local hash
  hash=$(style_hash)
  "$node_bin/sass" --no-source-map --style=compressed --no-error-css style/main.scss "$pkg/gieok.css.new"
  mv "$pkg/gieok.css.new" "$pkg/gieok.css"
  compress "$pkg/gieok.css"
  stamp style "$hash"
}

# shellcheck disable=SC2086 # $locked is one flag or none
build_wasm() {
  cargo build $locked -p hydrate --target wasm32-unknown-unknown --target-dir target/front --profile wasm-release
}

bundle_hash() { hash_of "$built" end2end/package-lock.json .setup/front.sh Cargo.lock; }

bundle_there() { [ -f "$pkg/gieok.js" ] && [ -f "$pkg/gieok.wasm" ] && stamped bundle "$(bundle_hash)"; }

build_bundle() {
  local fresh=target/front/bundle hash
  hash=$(bundle_hash)
  rm -rf "$fresh"
  "$(wasm_bindgen)" --target web --no-typescript --out-name gieok --out-dir "$fresh" "$built"
  # Names as leptos and cargo-leptos expect them.
  "$node_bin/wasm-opt" -Oz "$fresh/gieok_bg.wasm" -o "$fresh/gieok.wasm"
  rm "$fresh/gieok_bg.wasm"
  rm -rf "$pkg/snippets" "$pkg"/gieok.{js,wasm}*
  cp -R "$fresh/." "$pkg/"
  compress "$pkg/gieok.js" "$pkg/gieok.wasm"
  stamp bundle "$hash"
}

public_hash() { hash_of public .setup/front.sh; }

public_there() { stamped public "$(public_hash)"; }

copy_public() {
  local hash
  hash=$(public_hash)
  find "$site" -mindepth 1 -maxdepth 1 ! -name pkg -exec rm -rf {} +
  if [ -d public ]; then cp -R public/. "$site/"; fi
  stamp public "$hash"
}

[ -f style/main.scss ] || die "style/main.scss is missing" "restore it: 'git checkout style'"

step "style sheet" "mend what sass says of style/" style_there build_style
step "browser side, compiled (3 to 6 minutes the first time)" "mend what the compiler says" never build_wasm
step "browser bundle" "run 'make clean', then try again" bundle_there build_bundle
step "static files" "look at the permissions of target/site" public_there copy_public

size=$(stat -c %s "$pkg/gieok.wasm.br")
echo "  gieok.wasm is $((size / 1000)) KB as brotli (limit $((browser_bundle_limit / 1000)) KB), gieok.js $(($(stat -c %s "$pkg/gieok.js.br") / 1000)) KB, gieok.css $(($(stat -c %s "$pkg/gieok.css.br") / 1000)) KB"
if [ "${1:-}" = --check ] && [ "$size" -gt "$browser_bundle_limit" ]; then
  die "the browser bundle is over its limit" "find what pulled the code in: move it behind the server, or split it"
fi
