# Sourced by the scripts beside it: sitegen, and what machines hand to each other through object storage.
# shellcheck shell=bash
set -euo pipefail

: "${SITE_STORE:?Name a private place for snapshots, parts and the last site: s3://bucket/folder}"
: "${RUN:?Name this run; every machine of it needs the same name}"
: "${PARTS:?Say how many parts the pages are rendered in}"
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# The project brings its Node as a package.
PATH="$project/node_modules/.bin:$PATH"

sitegen() {
  "$project/cli/sitegen.js" "$@"
}

# put NAME PLACE FILE...: packs files of this folder. An object appears only when all of it is there.
put() {
  local name=$1 place=$2
  shift 2
  tar -cf "$name" "$@"
  aws s3 cp "$name" "$place/$name" --only-show-errors
  rm "$name"
}

# has NAME PLACE: whether it is there. Any other failure than its absence ends the script.
has() {
  local status=0
  aws s3 ls "$2/$1" >/dev/null || status=$?
  if [ "$status" -gt 1 ]; then exit "$status"; fi
  return "$status"
}

# take NAME PLACE: unpacks into this folder. Waits for it where jobs start at the same time (WAIT_SECONDS).
take() {
  local name=$1 place=$2 end=$((SECONDS + ${WAIT_SECONDS:-0}))
  until has "$name" "$place"; do
    if [ "$SECONDS" -ge "$end" ]; then
      echo "There is no $place/$name: the job that makes it has failed, or is not done yet." >&2
      exit 1
    fi
    sleep 5
  done
  aws s3 cp "$place/$name" "$name" --only-show-errors
  tar -xf "$name"
  rm "$name"
}
