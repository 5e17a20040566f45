#!/bin/sh
# An experiment in 64 shards on computers that all share this folder. HOSTS lists them, one per line; `:` is this one.
# After a break, the same command continues; shards that are finished end at once.
#
#   docs/scaling/parallel.sh HOSTS NAME [options of `menace experiment run`]
set -eu
shards=64 hosts=$1 name=$2
shift 2
mkdir -p "$name.shards"
menace=$(command -v menace) # a login without a terminal may lack its folder in PATH
seq "$shards" | parallel --sshloginfile "$hosts" --workdir . --retries 3 \
  env GOMAXPROCS=1 "$menace" --db "$name.shards/{}.db" experiment run "$name" "$@" --shard "{}/$shards" &&
  menace --db "$name.db" experiment merge $(seq -f "$name.shards/%g.db" "$shards")
