#!/usr/bin/env bash
# From a fresh checkout to a demo in the browser: prepares the machine, builds both sides, then becomes the server.
# shellcheck source=.setup/lib.sh
source "$(dirname "$0")/lib.sh"

export GIEOK_SERVER_LISTEN=${GIEOK_SERVER_LISTEN:-127.0.0.1:3000}
export GIEOK_SERVER_SITE=${GIEOK_SERVER_SITE:-$PWD/$site}
export GIEOK_MODEL_DIR=${GIEOK_MODEL_DIR:-$PWD/$model}

port_is_taken() { (exec 3<>"/dev/tcp/${GIEOK_SERVER_LISTEN%:*}/${GIEOK_SERVER_LISTEN##*:}") 2>/dev/null; }

if port_is_taken; then
  die "$GIEOK_SERVER_LISTEN is already in use" "stop what listens there, or choose: GIEOK_SERVER_LISTEN=127.0.0.1:3001 make run"
fi

prepare rust bindgen node model
.setup/front.sh

# shellcheck disable=SC2086 # $locked is one flag or none
build_server() { cargo build $locked --release -p server --bin gieok; }

step "server, compiled (10 to 15 minutes the first time)" "mend what the compiler says" never build_server

mkdir -p .data/demo
echo "serving http://$GIEOK_SERVER_LISTEN with the data in .data/demo (stop with Ctrl-C)"
exec target/release/gieok serve --demo --data-dir .data/demo
