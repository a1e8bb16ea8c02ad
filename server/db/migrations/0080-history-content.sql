-- What a row of an import of history says, whatever its tool and file: solidtime has the same history with names and local times in a report,
-- and with addresses and instants in an archive. Without the person, who is that of the worklog. The previous release writes none.
set local lock_timeout = '2s';

alter table imported_worklogs add column content bytea;
alter table imported_worklogs add constraint imported_worklogs_content_check check (length(content) = 32) not valid;

create function history_content(begins timestamptz, until timestamptz, day date, seconds integer, client text, project text, task text, notes text)
returns bytea language sql stable parallel safe
  as $$ select sha256(convert_to(jsonb_build_array(extract(epoch from begins)::bigint, extract(epoch from until)::bigint,
    case when begins is null then day end, case when begins is null then seconds end, client, project, task, notes)::text, 'UTF8')) $$;

-- Of equal rows of a file each further one is another row.
create function nth_history_content(content bytea, number bigint) returns bytea language sql immutable parallel safe
  as $$ select case when number = 1 then content else sha256(content || int8send(number)) end $$;
