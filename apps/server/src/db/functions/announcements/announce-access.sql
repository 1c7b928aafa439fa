-- Tells every process that what decides about access has changed, so that no cache serves it. `keys` are those of the cached
-- reads, a line each; nothing stands for all of them. A process of the version before listens for the first announcement,
-- and drops all.
create or replace function announce_access_to(keys text) returns void
language plpgsql as $$
begin
  perform pg_notify('partner_office', 'access');
  perform pg_notify('partner_office_access', keys);
end $$;

-- The keys are those of `SETTING_KEYS` in `read-settings.ts`.
create or replace function announce_access() returns trigger
language plpgsql as $$
begin
  perform announce_access_to(e'settings\nlisted settings');
  return null;
end $$;

create or replace trigger access_is_announced after insert or delete or update on settings
  for each statement execute function announce_access();

create or replace function announce_standing() returns trigger
language plpgsql as $$
begin
  perform announce_access_to('standing ' || new.partner_id);
  return null;
end $$;

-- One row for each call; an import of blocks announces each of them.
create or replace trigger access_is_announced after insert on legal_acceptances
  for each row execute function announce_standing();
create or replace trigger access_is_announced after insert on partner_blocks
  for each row execute function announce_standing();
