-- Closing an account erases the address from the lists that were imported, too, not only where an invite came of it (0008).
set local lock_timeout = '2s';

grant delete on import_rows to daybook_app;
