-- Begins a term. Waits for transactions of the term before that have passed `require_epoch`.
create or replace function begin_epoch() returns bigint
language plpgsql set search_path = public, 'pg_temp' as $$
   begin
     perform pg_advisory_xact_lock(hashtextextended('partner_office_epoch', 0));
     return nextval('leader_epochs');
   end $$;

-- Called last before the commit of each transaction of a leader's job: no other term begins until it has committed. A process
-- that hangs here is ended after 7 s, because the next leader waits for it.
create or replace function require_epoch(epoch bigint) returns void
language plpgsql set search_path = public, 'pg_temp' as $$
   begin
     perform set_config('idle_in_transaction_session_timeout', '7000', true);
     perform pg_advisory_xact_lock_shared(hashtextextended('partner_office_epoch', 0));
     if (select not is_called or last_value <> epoch from leader_epochs) then
       raise exception 'another process leads' using errcode = 'PO006';
     end if;
   end $$;
