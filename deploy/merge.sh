#!/usr/bin/env bash
# Last job: merges the shards, compares the site with the previous one, publishes it, and stores it for the next run.
source "$(dirname "${BASH_SOURCE[0]}")/store.sh"

# The previous site: visitors with older pages still need its assets, and a merge with much less content is refused.
if has site.tar "$SITE_STORE"; then take site.tar "$SITE_STORE"; fi
take snapshot.tar "$SITE_STORE/$RUN"
parts=()
for part in $(seq "$PARTS"); do
  take "part-$part.tar" "$SITE_STORE/$RUN"
  parts+=("part-$part")
done
sitegen merge "${parts[@]}" --snapshot snapshot.sqlite --require-content --on-entry-error keep

if [ -n "${SITE_TARGET:-}" ]; then sitegen publish "$SITE_TARGET"; fi
# Last, so that the next run repeats everything if this one fails earlier.
put site.tar "$SITE_STORE" out .out.sitegen .sitegen
aws s3 rm "$SITE_STORE/$RUN/" --recursive --only-show-errors
