#!/usr/bin/env bash
# Last job: merges the shards, checks the site and compares it with the live release, publishes and verifies it, and stores it for
# the next run.
source "$(dirname "${BASH_SOURCE[0]}")/store.sh"

# The previous site: visitors with older pages still need its assets, and a merge with much less content is refused.
if has site.tar "$SITE_STORE"; then take site.tar "$SITE_STORE"; fi
take snapshot.tar "$run_store"
parts=()
for part in $(seq "$PARTS"); do
  take "part-$part.tar" "$run_store"
  parts+=("part-$part")
done
sitegen merge "${parts[@]}" --snapshot snapshot.sqlite --require-content --on-entry-error keep

sitegen check

if [ -n "${SITE_TARGET:-}" ]; then
  # The first release has nothing to compare with. A failing gate stops the job.
  sitegen releases "$SITE_TARGET" --quiet | grep 'no releases yet' || sitegen diff --target "$SITE_TARGET"
  sitegen publish "$SITE_TARGET" --verify --rollback-on-failure
fi
# Last, so that the next run repeats everything if this one fails earlier.
put site.tar "$SITE_STORE" out .out.sitegen .sitegen
aws s3 rm "$run_store/" --recursive --only-show-errors
