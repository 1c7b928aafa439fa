-- Tells every process that what decides about access may have changed, so that no cache serves an ended session.
create or replace function announce_access() returns trigger
language plpgsql as $$
begin
  perform pg_notify('partner_office', 'access');
  return null;
end $$;

create or replace trigger access_is_announced after delete on passport.sessions
  for each statement execute function announce_access();
create or replace trigger access_is_announced after insert on legal_acceptances
  for each statement execute function announce_access();
create or replace trigger access_is_announced after insert on partner_blocks
  for each statement execute function announce_access();
create or replace trigger access_is_announced after insert or delete or update on settings
  for each statement execute function announce_access();
