#!/usr/bin/env bash
# Second job, once per shard: renders one shard of the pages.
source "$(dirname "${BASH_SOURCE[0]}")/store.sh"

# Kubernetes counts from 0, sitegen from 1.
PART=${PART:-$((${JOB_COMPLETION_INDEX:?Set PART to the number of the shard} + 1))}

take snapshot.tar "$run_store"
sitegen build --shard "$PART/$PARTS" --snapshot snapshot.sqlite --part-dir "part-$PART" --require-content --on-entry-error keep
put "part-$PART.tar" "$run_store" "part-$PART"
