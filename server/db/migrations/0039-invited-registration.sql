-- Where only the invited may register, somebody who is nobody yet has to be found among the invites of all companies. Visible is
-- only what is for the address that the request names, outside of any company.
set local lock_timeout = '2s';

create policy invites_of_registrant on invites for select
  using ((select current_company()) is null
    and email = (select nullif(current_setting('app.registering_email', true), '')));
