#!/usr/bin/env bash
# First job: fetches and checks all content once, for every machine of this run. The only one that needs the content token.
source "$(dirname "${BASH_SOURCE[0]}")/store.sh"

# An entry that became invalid keeps its version of the last site.
if has site.tar "$SITE_STORE"; then take site.tar "$SITE_STORE"; fi
sitegen snapshot --to snapshot --require-content --on-entry-error keep
put snapshot.tar "$SITE_STORE/$RUN" snapshot
