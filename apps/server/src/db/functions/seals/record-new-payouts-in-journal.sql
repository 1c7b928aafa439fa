create or replace function record_new_payouts_in_journal() returns trigger
language plpgsql as $$
   begin
     insert into journal (place, key, content) select 'payouts', i.id::text, to_jsonb(i) from inserted i order by i.id;
     return null;
   end $$;

create or replace trigger new_payouts_are_journaled after insert on payouts
  referencing new table as inserted for each statement when (current_user = 'partner_office_app')
  execute function record_new_payouts_in_journal();
