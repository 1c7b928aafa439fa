-- Writes a turn of orders that was decided before it held the lock on the fact log, if it was decided on what is written.
create or replace function write_turn(turn bigint, recorded bigint, after_fact bigint, after_turn bigint, newest_rate bigint, newest_plan integer, patience_ms integer, orders decided_order[], credits bonus_credit[], reaches reached_rank[], actors text[], commands text[], details text[]) returns void
language plpgsql security definer set search_path = public, 'pg_temp' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
   declare
     log fact_log;
   begin
     perform set_config('lock_timeout', patience_ms::text, true);
     -- Waits for the turn before.
     log := lock_fact_log();
     if log.last_fact <> after_fact or (after_turn is not null and log.last_turn is distinct from after_turn)
         or newest_rate <> (select max(r.id) from rates r) or newest_plan <> (select max(p.version) from plans p)
         or exists (select from accepted_import) then
       raise exception 'the turn was not decided on what is written' using errcode = 'PO003';
     end if;
     perform write_orders(recorded, after_fact + 1, null, orders, credits, reaches);
     perform write_audit_entries(recorded, actors, commands, details);
     update fact_log set last_fact = after_fact + cardinality(orders), last_turn = turn where only_row;
   end $$;

-- Runs with the owner's rights: only the application may call it.
revoke all on function write_turn from public;
grant execute on function write_turn to partner_office_app;
