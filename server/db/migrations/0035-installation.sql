-- What the database remembers of the installation it belongs to: by which secret its values were sealed and signed, as a
-- fingerprint. A start with another secret is refused (server/db/secret-check.ts). One row; the owner's alone.
set local lock_timeout = '2s';

create table installation (
  is_only            boolean not null default true primary key check (is_only),
  secret_fingerprint bytea check (length(secret_fingerprint) = 32)
);
insert into installation default values;
