#!/bin/sh
# Runs an experiment in shards, each a process of its own with a database of its own, and merges these into
# one. What is there already is kept, so that the same command goes on after a break.
#
#   docs/shards.sh SHARDS DATABASE NAME [options of `menace experiment run`]
set -eu
shards=$1 database=$2 name=$3
shift 3
seq "$shards" | xargs -P "$(getconf _NPROCESSORS_ONLN)" -I {} \
  menace --db "$database.{}" experiment run "$name" "$@" --shard "{}/$shards" --workers 1
seq "$shards" | xargs -I {} menace --db "$database" experiment merge "$database.{}"
