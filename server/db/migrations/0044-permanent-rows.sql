-- Rows of these tables are never deleted: a company stays, a person leaves by `deactivated_at` or `closed_at`, a project is
-- archived. Without the privilege no request can delete one, however its statement is built.
set local lock_timeout = '2s';

revoke delete on companies, members, users, projects from daybook_app;
