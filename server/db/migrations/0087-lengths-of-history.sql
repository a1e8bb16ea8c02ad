-- What elapsed in a row of history follows from the zone in which its times are read: the difference of its clocks and the length that the file
-- states are kept beside its times. Rows that were read before keep their end. The previous release reads and writes none of it.
set local lock_timeout = '2s';

alter table history_rows
  add column start_second smallint not null default 0,
  add column clock_seconds integer,
  add column has_length boolean not null default false;
