#!/bin/sh
# Backups of your own PostgreSQL with pgBackRest (Debian: apt-get install pgbackrest), to any moment: docs/operating.md.
# Run as the user of PostgreSQL, on its machine. PGDATA is its data directory; BACKUPS a folder of that user on another disk.
#   pgbackrest.sh configure               once: writes the configuration, archives from now on
#   pgbackrest.sh backup [full|incr]      a base backup; the first one is always full
#   pgbackrest.sh restore [MOMENT]        into PGDATA, which must be empty; the latest moment without MOMENT
#   pgbackrest.sh drill                   restores everything up to now into a temporary folder, compares all tables, deletes it
# For backup and drill, PGDATABASE is the database of Daybook (daybook).
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
database="${PGDATABASE:-daybook}"

run() {
  pgbackrest --config="$configuration" --stanza=daybook "$@"
}

value() {
  psql --no-psqlrc --quiet --tuples-only --no-align --dbname="${2:-postgres}" --command="$1"
}

# For the dashboard and the figures of Daybook. An earlier release has no column for it.
remember() {
  value "do \$\$ begin update installation set $1 = now();
    exception when undefined_table or undefined_column then null; end \$\$" "$database" ||
    fail "Done, but its time was not stored: $database is not the database of Daybook. Set PGDATABASE."
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

# Rows and a hash of every table, as npm run doctor -- --restore computes them for the embedded database. With a name, at a restore
# point of that name: writers wait for a moment, until the snapshot is taken.
hash_tables() {
  if [ -n "${1:-}" ]; then
    mark="savepoint before;
      set local lock_timeout = '250ms';
      lock table :tables in share mode;
      select pg_create_restore_point('$1') \\g /dev/null
      rollback to before;"
  else
    mark=''
  fi
  PGOPTIONS='-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1 -c bytea_output=hex -c lc_messages=C -c statement_timeout=0' \
    psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --dbname="$database" <<END
select string_agg(name, ', ') as tables, string_agg(format(
    'select %L, count(*), coalesce(sum(hashtextextended(one::text, 42)::numeric), 0) from %s one', name, name),
    ' union all ' order by name) as hashes
  from (select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'graphile_worker')) of_daybook \gset
begin isolation level repeatable read;
$mark
select * from (:hashes) hashed order by 1;
commit;
END
}

# A long writing transaction is not waited for, because others would wait, too.
mark_moment() {
  for attempt in $(seq 60); do
    if hash_tables "$1" 2>"$work/errors"; then return; fi
    grep -q 'lock timeout' "$work/errors" || fail "The tables of $database cannot be read:" "$(cat "$work/errors")"
    sleep 1
  done
  fail "Something has been writing to $database for a minute without a pause. Try again later."
}

drill() {
  [ -e "$configuration" ] || fail "$BACKUPS has no pgbackrest.conf: it is not a folder of backups of this script."
  work=$(mktemp -d)
  copy="$BACKUPS/drill"
  programs=$(value "select setting from pg_config where name = 'BINDIR'")
  trap 'end_drill' EXIT
  trap 'exit 1' INT TERM
  end_drill_of_before
  needed=$(value 'select (sum(pg_database_size(oid)) / 1024)::bigint from pg_database')
  free=$(df -Pk "$BACKUPS" | awk 'NR == 2 { print $4 }')
  [ "$free" -gt "$needed" ] || fail "The drill needs $((needed / 1024)) MB in $BACKUPS, which has $((free / 1024)) MB left. Nothing was restored."
  point="daybook drill $(date +%s)"
  mark_moment "$point" >"$work/expected"
  segment=$(value 'select pg_walfile_name(pg_switch_wal())')
  wait_until_archived "$segment"
  begun=$(date +%s)
  mkdir -m 700 "$copy"
  run --pg1-path="$copy" --type=name --target="$point" --target-action=promote --archive-mode=off restore ||
    fail 'The newest backup cannot be restored; the reason is above.'
  # Its own configuration: that of Debian is in another folder, and memory for a second large server may not be there.
  : >"$copy/drill.conf"
  echo 'local all all trust' >"$copy/drill.hba"
  "$programs/pg_ctl" --pgdata="$copy" --log="$work/log" --silent --wait --timeout=86400 --options="-c config_file='$copy/drill.conf' \
    -c hba_file='$copy/drill.hba' -c listen_addresses='' -c unix_socket_directories='$work' -c port=5432 -c hot_standby=off -c archive_mode=off \
    -c logging_collector=off -c ssl=off -c shared_buffers=64MB -c shared_preload_libraries=''" start >"$work/start" 2>&1 ||
    fail 'The restored database does not start:' "$(tail -n 5 "$work/log")"
  # pg_ctl also returns while it is still replaying the log.
  until (export PGHOST="$work" PGPORT=5432 && value 'select 1' >/dev/null 2>&1); do
    "$programs/pg_ctl" --pgdata="$copy" status >/dev/null || fail 'The log cannot be replayed:' "$(tail -n 5 "$work/log")"
    sleep 1
  done
  (export PGHOST="$work" PGPORT=5432 && hash_tables) >"$work/found" || fail 'The restored database cannot be read; the reason is above.'
  if ! diff "$work/expected" "$work/found" >"$work/differences"; then
    fail 'Restored, but other than it was (table, rows, hash; < before, > restored):' "$(grep '^[<>]' "$work/differences")"
  fi
  remember last_drill_at
  rows=$(awk -F '|' '{ sum += $2 } END { print sum }' "$work/found")
  echo "Everything up to now was restored in $(($(date +%s) - begun)) s: $(wc -l <"$work/found") tables with $rows rows are as they were."
}

wait_until_archived() {
  for attempt in $(seq 120); do
    [ "$(value "select coalesce(last_archived_wal >= '$1', false) from pg_stat_archiver")" = f ] || return 0
    sleep 1
  done
  fail "PostgreSQL did not archive $1 within two minutes. Its log says why; see also $BACKUPS and its free space."
}

end_drill() {
  end_drill_of_before
  rm -rf "$work"
}

end_drill_of_before() {
  if [ -e "$copy/postmaster.pid" ]; then "$programs/pg_ctl" --pgdata="$copy" --silent --mode=immediate stop || true; fi
  rm -rf "$copy"
}

case "${1:-}" in
  configure) configure ;;
  backup) run --type="${2:-incr}" backup && remember last_database_backup_at ;;
  restore) shift && restore "$@" ;;
  drill) drill ;;
  *) fail 'Name what to do: configure, backup, restore or drill.' ;;
esac
