create or replace function guard_payout() returns trigger
language plpgsql as $$
   begin
     if tg_op <> 'UPDATE' or old.status <> 'PENDING'
       or (old.taken_at is not null and new.taken_at is distinct from old.taken_at)
       or (to_jsonb(old) - array['status', 'tx_id', 'reason', 'taken_at', 'ended_at', 'taken_by', 'ended_by'])
         is distinct from (to_jsonb(new) - array['status', 'tx_id', 'reason', 'taken_at', 'ended_at', 'taken_by', 'ended_by']) then
       raise exception 'payout %: only a pending payout changes, and only to be taken up or to end', old.id;
     end if;
     new.version := old.version + 1;
     return new;
   end $$;

create or replace trigger guard_payout before delete or update on payouts
  for each row
  execute function guard_payout();
