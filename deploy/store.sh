# Functions for the other scripts: run sitegen, and pass files between machines through object storage.
# shellcheck shell=bash
set -euo pipefail

: "${SITE_STORE:?Set it to a private place for snapshots, shards and the last site: s3://bucket/folder}"
: "${RUN:?Set it to a name for this run, the same on all machines}"
: "${PARTS:?Set it to the number of shards}"
# A lifecycle rule for this prefix deletes what failed runs leave behind.
run_store="$SITE_STORE/runs/$RUN"
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# The project installs Node as a package.
PATH="$project/node_modules/.bin:$PATH"

sitegen() {
  "$project/cli/sitegen.js" "$@"
}

# put NAME PLACE FILE...: uploads files as an archive. Readers see all of it or nothing.
put() {
  local name=$1 place=$2
  shift 2
  tar -cf "$name" "$@"
  aws s3 cp "$name" "$place/$name" --only-show-errors
  rm "$name"
}

# has NAME PLACE: whether it exists. Any other error ends the script.
has() {
  local status=0
  aws s3 ls "$2/$1" >/dev/null || status=$?
  if [ "$status" -gt 1 ]; then exit "$status"; fi
  return "$status"
}

# take NAME PLACE: downloads and unpacks an archive. Waits up to WAIT_SECONDS, for jobs that start at the same time.
take() {
  local name=$1 place=$2 end=$((SECONDS + ${WAIT_SECONDS:-0}))
  until has "$name" "$place"; do
    if [ "$SECONDS" -ge "$end" ]; then
      echo "There is no $place/$name. The job that creates it has failed or is still running." >&2
      exit 1
    fi
    sleep 5
  done
  aws s3 cp "$place/$name" "$name" --only-show-errors
  tar -xf "$name"
  rm "$name"
}
