#!/bin/sh
# An experiment in processes on this computer, each with its own database. After a break, the same command continues.
#
#   docs/scaling/processes.sh SHARDS DATABASE NAME [options of `menace experiment run`]
set -eu
shards=$1 database=$2 name=$3
shift 3
seq "$shards" | GOMAXPROCS=1 xargs -P "$(getconf _NPROCESSORS_ONLN)" -I {} \
  menace --db "$database.{}" experiment run "$name" "$@" --shard "{}/$shards"
set --
while [ $# -lt "$shards" ]; do set -- "$@" "$database.$(($# + 1))"; done
menace --db "$database" experiment merge "$@"
