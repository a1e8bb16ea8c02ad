// When the rows of an import began and ended: their wall times in the chosen time zone, and the length that the file states. A length is
// what elapsed, so over a night in which clocks change it differs from the difference of the wall times (decision 094). Each step adds columns
// to those of the previous one; `offset 0` keeps PostgreSQL from computing them again wherever they are used.

/** `r` is a row of `history_rows`. Rows of an earlier release have only their end. */
const walls = `
  select r.starts_at::timestamp + r.start_second * interval '1 second' as wall_start, case
    when r.clock_seconds is not null then r.starts_at::timestamp + (r.start_second + r.clock_seconds) * interval '1 second'
    when not r.has_length then r.ends_at::timestamp end as wall_end,
    case when r.is_utc then 'UTC' else $3 end as zone, case when r.has_length then r.seconds * interval '1 second' end as stated
  offset 0`;

/** Of an hour that is repeated PostgreSQL takes the second. */
const instants = `
  select w.*, w.wall_start at time zone w.zone as starts, w.wall_end at time zone w.zone as ends from (${walls}) w offset 0`;

/** How much earlier the same wall time was already: zero outside of the hour that is repeated when clocks are put back. */
const repeated = (instant: string, wall: string): string => `(
  select case when s.shift > interval '0' and (${instant} - s.shift) at time zone i.zone = ${wall} then s.shift else interval '0' end
  from (select (${instant} - interval '24 hours') at time zone i.zone + interval '24 hours' - ${wall} as shift offset 0) s)`;

const readings = `
  select i.*, ${repeated('i.starts', 'i.wall_start')} as start_repeated, ${repeated('i.ends', 'i.wall_end')} as end_repeated
  from (${instants}) i offset 0`;

const isStated = (elapsed: string): string =>
  `${elapsed} - p.stated between interval '-59 seconds' and interval '59 seconds'`;

/** In the repeated hour the first reading counts where only that agrees with the stated length, or where the end would be before the start. */
const chosen = `
  select p.wall_end - p.wall_start as clock, p.stated, case
    when p.ends <= p.starts or ${isStated('(p.ends - p.starts + p.start_repeated)')} then p.starts - p.start_repeated
    else p.starts end as starts, case
    when p.start_repeated = interval '0' and ${isStated('(p.ends - p.end_repeated - p.starts)')} then p.ends - p.end_repeated
    else p.ends end as ends
  from (${readings}) p offset 0`;

/** Of times that clocks skip, the difference counts. */
const ended = `
  select c.starts, c.stated, case when c.ends <= c.starts and c.clock > interval '0' then c.starts + c.clock else c.ends end as ends
  from (${chosen}) c offset 0`;

/** Start and end to the minute, as an array. What elapsed beyond the stated length is a break, taken off the end. */
export const spanOfRow = `(
  select array[date_trunc('minute', e.starts), date_trunc('minute', case
    when e.ends is null or e.ends - e.starts - e.stated >= interval '1 minute' then e.starts + e.stated else e.ends end)]
  from (${ended}) e)`;
