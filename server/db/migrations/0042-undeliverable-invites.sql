-- Why the mail of an open invite will not arrive, as its admins are shown; null while nothing speaks against it. Of what the
-- mail server said only the kind is kept: its words may quote anything.
set local lock_timeout = '2s';

alter table invites add column undeliverable text;
alter table invites add constraint invites_undeliverable_check
  check (undeliverable in ('address-refused', 'message-refused', 'not-sent')) not valid;
