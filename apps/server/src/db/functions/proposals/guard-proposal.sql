-- A proposal begins open and is never edited; its state goes one way, and an approved one has another operator's name unless
-- four eyes are off, which the application decides.
create or replace function guard_proposal() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state = 'OPEN' and new.decided_by is null and new.decided_at is null and new.version = 1 then
      return new;
    end if;
    raise exception 'a proposal begins open' using errcode = '42501';
  end if;
  if (to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'decision_reason', 'changes', 'failure', 'version'])
      is distinct from
      (to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'decision_reason', 'changes', 'failure', 'version']) then
    raise exception 'a proposal is never edited' using errcode = '42501';
  end if;
  if not (old.state = 'OPEN' and new.state in ('APPROVED', 'REFUSED', 'WITHDRAWN', 'EXPIRED', 'OUTDATED')
      or old.state = 'APPROVED' and new.state in ('DONE', 'FAILED')
        and new.decided_by is not distinct from old.decided_by and new.decided_at is not distinct from old.decided_at) then
    raise exception 'a proposal does not go from % to %', old.state, new.state using errcode = '42501';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'a proposal that changes has the next version' using errcode = '42501';
  end if;
  return new;
end $$;

create or replace trigger guard_proposal before insert or update on console.proposals
  for each row execute function guard_proposal();

create or replace trigger proposals_stay before delete or truncate on console.proposals
  for each statement execute function refuse_change();
