import { expect, test } from 'vitest';
import { statementName } from './statement-name.ts';

test.each([
  ['select "w"."id" from "worklogs" as "w" where "w"."notes" = $1', 'select worklogs'],
  ['insert into "audit_events" ("kind") values ($1)', 'insert audit_events'],
  ['update "users" set "name" = $1', 'update users'],
  ['delete from sessions where id in (select id from sessions)', 'delete sessions'],
  ['\n  select open_request($1, $2) as opened, now() as now', 'select open_request'],
  [`select set_config('app.company_id', $1, true)`, 'select set_config'],
  ['with people as (select 1) insert into users values ($1)', 'with users'],
  ['savepoint registration', 'savepoint'],
  ["select 'a secret text'", 'select'],
])('%s', (text, name) => {
  expect([statementName(text), statementName(text)]).toEqual([name, name]);
});
