#!/usr/bin/env bash
# First job: fetches and checks all content once, for every machine of this run. The only one that needs the content token.
source "$(dirname "${BASH_SOURCE[0]}")/store.sh"

sitegen snapshot --to snapshot
put snapshot.tar "$SITE_STORE/$RUN" snapshot
