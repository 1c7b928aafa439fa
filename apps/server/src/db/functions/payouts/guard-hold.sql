-- A hold is never edited or deleted; it ends once.
create or replace function guard_hold() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.ended_at is not null or new.ended_at is null or new.version <> old.version + 1
    or (to_jsonb(old) - array['ended_at', 'ended_as', 'ended_by', 'version'])
      is distinct from (to_jsonb(new) - array['ended_at', 'ended_as', 'ended_by', 'version']) then
    raise exception 'hold %: it only ends, once', old.id using errcode = '42501';
  end if;
  return new;
end $$;

create or replace trigger guard_hold before delete or update on holds
  for each row execute function guard_hold();

create or replace trigger keep_holds before truncate on holds
  for each statement execute function refuse_change();
