-- Validates the constraint of 0047.
set local lock_timeout = '2s';

alter table declined_mails validate constraint declined_mails_kind_check;
