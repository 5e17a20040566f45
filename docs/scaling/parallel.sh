#!/bin/sh
# An experiment in 64 shards on the machines of a list, a line each, that all see this folder; `:` is this machine. The
# same command goes on after a break: a shard that is finished is nothing to do.
#
#   docs/scaling/parallel.sh HOSTS NAME [options of `menace experiment run`]
set -eu
shards=64 hosts=$1 name=$2
shift 2
mkdir -p "$name.shards"
menace=$(command -v menace) # a login without a terminal may not have its folder in PATH
seq "$shards" | parallel --sshloginfile "$hosts" --workdir . --retries 3 \
  "$menace" --db "$name.shards/{}.db" experiment run "$name" "$@" --shard "{}/$shards" --workers 1 &&
  menace --db "$name.db" experiment merge $(seq -f "$name.shards/%g.db" "$shards")
