#!/usr/bin/env bash
# Second job, on as many machines as there are parts: renders one part of the pages.
source "$(dirname "${BASH_SOURCE[0]}")/store.sh"

# Kubernetes counts from 0.
PART=${PART:-$((${JOB_COMPLETION_INDEX:?Say which part with PART} + 1))}

take snapshot.tar "$SITE_STORE/$RUN"
sitegen build --shard "$PART/$PARTS" --snapshot snapshot/snapshot.json --part-dir "part-$PART" --require-content --on-entry-error keep
put "part-$PART.tar" "$SITE_STORE/$RUN" "part-$PART"
