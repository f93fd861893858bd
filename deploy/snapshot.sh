#!/usr/bin/env bash
# First job: fetches and checks all content for the other jobs. Only this one needs the content token.
source "$(dirname "${BASH_SOURCE[0]}")/store.sh"

# If an entry is invalid now, its version from the previous site is used.
if has site.tar "$SITE_STORE"; then take site.tar "$SITE_STORE"; fi
sitegen snapshot snapshot.sqlite --require-content --on-entry-error keep
put snapshot.tar "$run_store" snapshot.sqlite
