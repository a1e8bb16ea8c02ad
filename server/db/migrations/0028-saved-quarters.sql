-- Saved reports may be about this quarter or the last one, as about every other period that the screen offers. Those saved
-- before with the days of a quarter keep their days.
set local lock_timeout = '2s';

alter table saved_reports
  drop constraint saved_reports_range_check,
  add constraint saved_reports_range_check check (range in (
    'this-week', 'last-week', 'this-month', 'last-month', 'this-quarter', 'last-quarter', 'this-year', 'last-year', 'days'));
