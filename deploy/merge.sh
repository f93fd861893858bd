#!/usr/bin/env bash
# Last job: makes the site of its parts, compares it with the last one, uploads it, and keeps it for the next run.
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

upload() {
  aws s3 sync out "$SITE_TARGET" --only-show-errors "$@"
}
if [ -n "${SITE_TARGET:-}" ]; then
  hashed='public, max-age=31536000, immutable'
  page='public, max-age=0, must-revalidate'
  # Assets before the pages that name them, deletions last. Types that the CLI may not know are named.
  for type in avif webp; do
    upload --exclude '*' --include "assets/*.$type" --content-type "image/$type" --cache-control "$hashed"
  done
  upload --exclude '*' --include 'assets/*.woff2' --content-type font/woff2 --cache-control "$hashed"
  upload --exclude '*' --include 'assets/*' --cache-control "$hashed"
  upload --exclude 'assets/*' --cache-control "$page"
  upload --delete
fi
# After the upload: a run that fails before this line is repeated as a whole by the next one.
put site.tar "$SITE_STORE" out .out.sitegen .sitegen
aws s3 rm "$SITE_STORE/$RUN/" --recursive --only-show-errors
