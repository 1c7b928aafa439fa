-- Records in the journal when the payouts of a partner are locked or unlocked. Open requests are not recorded: they carry a
-- seal of the application.
create or replace function journal_payout_lock() returns trigger
language plpgsql as $$
declare
  item jsonb := case when tg_op = 'UPDATE' and new.locked_at is not null
    then jsonb_build_object('locked_at', new.locked_at, 'stop_reason', new.stop_reason, 'stop_until', new.stop_until,
      'stopped_by', new.stopped_by) end;
begin
  insert into journal (place, key, content) values ('payout_guards', old.partner_id::text, item);
  return null;
end $$;

create or replace trigger changed_access_is_journaled after update on payout_guards for each row
  when ((old.locked_at, old.stop_reason, old.stop_until, old.stopped_by)
      is distinct from (new.locked_at, new.stop_reason, new.stop_until, new.stopped_by) and current_user = 'partner_office_app')
  execute function journal_payout_lock();
