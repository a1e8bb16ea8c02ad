#!/bin/sh
# Backups of your own PostgreSQL with pgBackRest (Debian: apt-get install pgbackrest), to any moment: docs/operating.md.
# Run as the user of PostgreSQL, on its machine. PGDATA is its data directory; BACKUPS a folder of that user on another disk.
#   pgbackrest.sh configure               once: writes the configuration, archives from now on
#   pgbackrest.sh backup [full|incr]      a base backup; the first one is always full
#   pgbackrest.sh restore [MOMENT]        into PGDATA, which must be empty; the latest moment without MOMENT
set -eu

fail() {
  printf '\n  %s\n\n' "$@" >&2
  exit 1
}

[ -n "${PGDATA:-}" ] || fail 'Set PGDATA to the data directory of PostgreSQL.'
[ -n "${BACKUPS:-}" ] || fail 'Set BACKUPS to a folder for the backups, best on another disk.'
for folder in "$PGDATA" "$BACKUPS"; do
  case "$folder" in
    *[\'\"%]*) fail "$folder must have no quotes and no percent sign in its path." ;;
    /*) ;;
    *) fail "$folder must be a path from the root, such as /mnt/backups/postgres." ;;
  esac
done
case "$(readlink -m "$BACKUPS")/" in
  "$(readlink -m "$PGDATA")"/*) fail "BACKUPS is among the data that are backed up. Choose a folder on another disk." ;;
esac
command -v pgbackrest >/dev/null || fail 'pgBackRest is not installed. Debian: apt-get install pgbackrest'
export PGHOST="${PGHOST:-/var/run/postgresql}" PGPORT="${PGPORT:-5432}" PGUSER="${PGUSER:-postgres}"
configuration="$BACKUPS/pgbackrest.conf"

run() {
  pgbackrest --config="$configuration" --stanza=daybook "$@"
}

value() {
  psql --no-psqlrc --quiet --tuples-only --no-align --dbname=postgres --command="$1"
}

configure() {
  mkdir -p "$BACKUPS" && chmod 700 "$BACKUPS" && touch "$BACKUPS/.writable" && rm "$BACKUPS/.writable" ||
    fail "Nothing can be written to $BACKUPS. Free space there, mount it writable, or give it to this user."
  if [ -e "$configuration" ] && ! grep -qx "pg1-path=$PGDATA" "$configuration"; then
    fail "$BACKUPS contains the backups of another PostgreSQL. Nothing was changed. Set BACKUPS to another folder."
  fi
  cat >"$configuration" <<END
[global]
repo1-path=$BACKUPS/repository
repo1-retention-full-type=time
repo1-retention-full=${BACKUP_DAYS:-7}
lock-path=$BACKUPS/lock
spool-path=$BACKUPS/spool
compress-type=zst
start-fast=y
log-level-file=off
log-level-console=warn

[daybook]
pg1-path=$PGDATA
pg1-port=$PGPORT
pg1-socket-path=$PGHOST
pg1-user=$PGUSER
END
  value "alter system set archive_mode = on"
  value "alter system set archive_timeout = '45s'"
  value "alter system set archive_command = 'pgbackrest --config=\"$configuration\" --stanza=daybook archive-push \"%p\"'"
  value 'select pg_reload_conf()' >/dev/null
  if [ "$(value 'show archive_mode')" = off ]; then
    echo 'Restart PostgreSQL, then run this command again.'
    exit 0
  fi
  run stanza-create
  run check
  echo "Every change is archived in $BACKUPS. Now make the first backup: $0 backup"
}

# For a moment that can be restored. pgBackRest compares whole seconds.
refuse_moment() {
  seconds=$(date -d "$1" +%s 2>/dev/null) || fail "\"$1\" is no moment. Write it as \"2026-11-22 14:32\" or \"2026-11-22 14:32:05+07:00\"."
  [ "$seconds" -le "$(date +%s)" ] || fail "$1 is in the future. For everything that was stored: restore without a moment."
  first=$(run --output=json info | grep -o '"stop":[0-9][0-9]*' | head -n 1 | cut -d : -f 2)
  [ -n "$first" ] || fail "There is no complete backup in $BACKUPS."
  [ "$seconds" -gt "$first" ] || fail "The first backup was complete at $(date -d "@$first"): an earlier moment cannot be restored."
}

restore() {
  [ -e "$configuration" ] || fail "$BACKUPS has no pgbackrest.conf: it is not a folder of backups of this script."
  if [ -n "$(ls -A "$PGDATA" 2>/dev/null)" ]; then
    fail "$PGDATA is not empty. Nothing was overwritten. Stop PostgreSQL and move its data away, or set PGDATA to another folder."
  fi
  if [ $# -eq 0 ]; then
    set -- --type=default
  else
    refuse_moment "$1"
    target=$(date -d "$1" '+%Y-%m-%d %H:%M:%S.%3N%:z')
    echo "Restoring to $target ..."
    set -- --type=time --target="$target" --target-action=promote
  fi
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  run --pg1-path="$PGDATA" "$@" restore
  echo 'Start PostgreSQL. When it has replayed the log, restore the receipts and the secret: npm run restore'
}

case "${1:-}" in
  configure) configure ;;
  backup) run --type="${2:-incr}" backup ;;
  restore) shift && restore "$@" ;;
  *) fail 'Name what to do: configure, backup or restore.' ;;
esac
