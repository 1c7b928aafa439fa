create or replace function record_partner_change() returns trigger
language plpgsql as $$
   declare
     mine bigint;
   begin
     update change_log set last_change = last_change + 1 returning last_change into mine;
     insert into partner_changes (change, partner_id) values (mine, new.id);
     return null;
   end $$;

create or replace trigger changes_are_recorded after update on partners
  for each row when ((old.* is distinct from new.*))
  execute function record_partner_change();
