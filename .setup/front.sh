#!/usr/bin/env bash
# Builds what the browser gets into target/site: style sheet, one WebAssembly bundle with its loader for each area of the
# site, static files. Each of pkg/'s files has a `.br` beside it, for a server that would rather not compress on every
# request. `--check` also fails when a bundle has grown past its limit.
# shellcheck source=.setup/lib.sh
source "$(dirname "$0")/lib.sh"

prepare rust bindgen node

readonly areas=(memories account review services console) # as app/hydrate has them
readonly built=target/front/wasm32-unknown-unknown/wasm-release
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

# All in one go: what they share is compiled once, and the linker drops what an area does not reach.
# shellcheck disable=SC2086 # $locked is one flag or none
build_wasm() {
  cargo build $locked "${areas[@]/#/-phydrate-}" --target wasm32-unknown-unknown --target-dir target/front \
    --profile wasm-release
}

# The functions of a bundle are about the area in $area.
bundle_hash() { hash_of "$built/hydrate_$area.wasm" end2end/package-lock.json .setup/front.sh Cargo.lock; }

bundle_there() {
  [ -f "$pkg/gieok-$area.js" ] && [ -f "$pkg/gieok-$area.wasm" ] && stamped "bundle-$area" "$(bundle_hash)"
}

build_bundle() {
  local name=gieok-$area fresh=target/front/bundle hash
  hash=$(bundle_hash)
  rm -rf "$fresh"
  "$(wasm_bindgen)" --target web --no-typescript --out-name "$name" --out-dir "$fresh" "$built/hydrate_$area.wasm"
  # Names as leptos and cargo-leptos expect them.
  "$node_bin/wasm-opt" -Oz "$fresh/${name}_bg.wasm" -o "$fresh/$name.wasm"
  rm "$fresh/${name}_bg.wasm"
  rm -rf "$pkg/$name".*
  cp -R "$fresh/." "$pkg/"
  compress "$pkg/$name.js" "$pkg/$name.wasm"
  stamp "bundle-$area" "$hash"
}

size_of() { # $1: a file of pkg/; bytes as brotli
  stat -c %s "$pkg/$1.br"
}

tell_size() { # $1: a file of pkg/
  echo "  $1 is $(($(size_of "$1") / 1000)) KB as brotli"
}

check_bundle() {
  local size
  size=$(size_of "gieok-$area.wasm")
  [ "$size" -le "$browser_bundle_limit" ] ||
    die "the bundle gieok-$area is over its limit of $((browser_bundle_limit / 1000)) KB" "find what pulled the code in: move it behind the server, or into an area of its own"
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
for area in "${areas[@]}"; do
  step "browser bundle, $area" "run 'make clean', then try again" bundle_there build_bundle
done
step "static files" "look at the permissions of target/site" public_there copy_public

tell_size gieok.css
for area in "${areas[@]}"; do
  tell_size "gieok-$area.js"
  tell_size "gieok-$area.wasm"
done
if [ "${1:-}" = --check ]; then
  for area in "${areas[@]}"; do check_bundle; done
fi
