create or replace function refuse_other_content(key text) returns void
language plpgsql as $$
   begin
     raise exception 'idempotency key % was used for another transfer', key using errcode = 'PO001';
   end $$;
