-- An argument of the audit log can be erased, which the journal records; nothing else about an entry ever changes.
create or replace function guard_audit_entry() returns trigger
language plpgsql as $$
begin
  if (to_jsonb(new) - 'arguments') is distinct from (to_jsonb(old) - 'arguments')
    or exists (
      select from jsonb_each(old.arguments) o full join jsonb_each(new.arguments) n using (key)
      where o.value is null or n.value is null
        or n.value is distinct from o.value and n.value is distinct from '"erased"'::jsonb) then
    raise exception 'audit_log is append-only: update is refused' using errcode = '42501';
  end if;
  return new;
end $$;

create or replace trigger guard_audit_entry before update on audit_log
  for each row execute function guard_audit_entry();
