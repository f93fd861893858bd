#!/usr/bin/env bash
# Last job: makes the site of its parts, compares it with the last one, publishes it, and keeps it for the next run.
source "$(dirname "${BASH_SOURCE[0]}")/store.sh"

# The last site: its assets stay for visitors with older pages, and content that became much less is refused.
if has site.tar "$SITE_STORE"; then take site.tar "$SITE_STORE"; fi
take snapshot.tar "$SITE_STORE/$RUN"
parts=()
for part in $(seq "$PARTS"); do
  take "part-$part.tar" "$SITE_STORE/$RUN"
  parts+=("part-$part")
done
sitegen merge "${parts[@]}" --snapshot snapshot/snapshot.json --require-content --on-entry-error keep

if [ -n "${SITE_TARGET:-}" ]; then sitegen publish "$SITE_TARGET"; fi
# After the publication: a run that fails before this line is repeated as a whole by the next one.
put site.tar "$SITE_STORE" out .out.sitegen .sitegen
aws s3 rm "$SITE_STORE/$RUN/" --recursive --only-show-errors
