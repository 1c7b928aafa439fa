-- Tells every process that facts, changed partners or plans were committed; `db/listener.ts` hears it.
create or replace function announce() returns trigger
language plpgsql as $$
begin
  perform pg_notify('partner_office', '');
  return null;
end $$;

create or replace trigger changes_are_announced after insert or update on fact_log
  for each statement execute function announce();
create or replace trigger changes_are_announced after insert or update on change_log
  for each statement execute function announce();
create or replace trigger changes_are_announced after insert or update on plans
  for each statement execute function announce();
