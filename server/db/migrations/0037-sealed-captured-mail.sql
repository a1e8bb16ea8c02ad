-- Captured mail, which holds links with one-time codes, is sealed (server/ports/mail/dev.ts). What is there already stays as it is.
set local lock_timeout = '2s';

alter table dev_mail
  add column sealed bytea,
  alter column text set default '',
  alter column html set default '';
