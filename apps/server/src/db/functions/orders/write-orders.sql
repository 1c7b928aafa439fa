create or replace function write_orders(turn bigint, recorded bigint, after_fact bigint, after_turn bigint, newest_rate bigint, newest_plan integer, patience_ms integer, order_ids bigint[], buyers bigint[], order_paid_ats bigint[], order_cents bigint[], order_plans integer[], order_rates bigint[], unpaid_partners text[], unpaid_levels text[], unpaid_reasons text[], credit_orders integer[], keys text[], refs text[], partners bigint[], accounts text[], types text[], levels integer[], currencies text[], amounts numeric[], ranks smallint[], percents numeric[], bases bigint[], rate_ids bigint[], rates numeric[], before_cuts numeric[], reach_orders integer[], reach_partners bigint[], ladders text[], reach_ranks smallint[], reach_keys text[], actors text[], commands text[], details text[]) returns void
language plpgsql security definer set search_path = public, 'pg_temp' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
   declare
     ids bigint[];
     last fact_log;
   begin
     perform set_config('lock_timeout', patience_ms::text, true);
     -- Waits for the turn before.
     select * into last from fact_log f where f.only_row for update;
     if last.last_fact <> after_fact or (after_turn is not null and last.last_turn is distinct from after_turn)
         or newest_rate <> (select max(r.id) from rates r) or newest_plan <> (select max(p.version) from plans p)
         or exists (select from accepted_import) then
       raise exception 'the turn was not decided on what is written' using errcode = 'PO003';
     end if;
     insert into orders (id, partner_id, paid_at, amount_cents, currency, recorded_at, intake, fact)
       select o.id, o.partner_id, o.paid_at, o.cents, 'EUR', recorded, after_fact + o.place, after_fact + o.place
       from unnest(order_ids, buyers, order_paid_ats, order_cents) with ordinality
         as o(id, partner_id, paid_at, cents, place);
     insert into order_decisions (order_id, plan_version, rate_id, unpaid_partner_ids, unpaid_levels, unpaid_reasons)
       select d.id, d.plan_version, d.rate_id, d.partners::bigint[], d.levels::smallint[], d.reasons::unpaid_reason[]
       from unnest(order_ids, order_plans, order_rates, unpaid_partners, unpaid_levels, unpaid_reasons)
         as d(id, plan_version, rate_id, partners, levels, reasons);
     if keys <> '{}' then
       ids := new_transfers(keys, partners, accounts,
         array_fill('bonus_expense'::text, array[cardinality(keys)]), array_fill(true, array[cardinality(keys)]),
         currencies, amounts, types, refs, array_fill(recorded, array[cardinality(keys)]));
       if ids is null then
         raise exception 'a credit of the turn is known' using errcode = 'PO003';
       end if;
       insert into bonus_records (transfer_id, partner_id, type, order_id, level, currency, amount, paid_at, plan_version,
           rank_id, percent, base_cents, rate_id, rate, before_cut)
         select c.id, c.partner_id, c.type, case when c.rank_id is null then order_ids[c.place] end, c.level, c.currency,
           c.amount, order_paid_ats[c.place], order_plans[c.place], c.rank_id, c.percent, c.base_cents, c.rate_id, c.rate,
           c.before_cut
         from unnest(ids, credit_orders, partners, types, levels, currencies, amounts, ranks, percents, bases, rate_ids,
             rates, before_cuts)
           as c(id, place, partner_id, type, level, currency, amount, rank_id, percent, base_cents, rate_id, rate,
             before_cut);
     end if;
     if reach_orders <> '{}' then
       insert into rank_reaches (partner_id, ladder, rank_id, order_id, reached_at, plan_version, bonus_record_id)
         select r.partner_id, r.ladder, r.rank_id, order_ids[r.place], order_paid_ats[r.place], order_plans[r.place],
           (select b.id from transfers t join bonus_records b on b.transfer_id = t.id where t.idempotency_key = r.key)
         from unnest(reach_orders, reach_partners, ladders, reach_ranks, reach_keys)
           as r(place, partner_id, ladder, rank_id, key);
     end if;
     perform write_audit_entries(recorded, actors, commands, details);
     update fact_log set last_fact = after_fact + cardinality(order_ids), last_turn = turn where only_row;
   end $$;

-- Runs with the owner's rights: only the application may call it.
revoke all on function write_orders from public;
grant execute on function write_orders to partner_office_app;
