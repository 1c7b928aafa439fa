-- Tells every process which sessions have ended. An announcement holds 8,000 bytes: many sessions stand for all.
create or replace function announce_ended_sessions() returns trigger
language plpgsql as $$
declare
  most constant integer := 100;
  keys text;
  ended bigint;
begin
  select count(*), string_agg('session ' || encode(token_hash, 'base64'), e'\n') into ended, keys
  from (select token_hash from gone limit most + 1) first_ones;
  if ended > 0 then
    perform announce_access_to(case when ended > most then '' else keys end);
  end if;
  return null;
end $$;

create or replace trigger access_is_announced after delete on passport.sessions
  referencing old table as gone for each statement execute function announce_ended_sessions();
