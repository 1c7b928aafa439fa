-- The only writer of orders and of what they bring. `intake` is the number that names an intake of several orders; without one,
-- each order is an intake of its own.
create or replace function write_orders(recorded bigint, first_fact bigint, intake bigint, orders decided_order[], credits bonus_credit[], reaches reached_rank[]) returns void
language plpgsql security definer set search_path = public, 'pg_temp' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
   begin
     insert into orders (id, partner_id, paid_at, amount_cents, currency, recorded_at, intake, fact)
       select o.id, o.partner_id, o.paid_at, o.cents, 'EUR', recorded,
         coalesce(write_orders.intake, first_fact + o.place - 1), first_fact + o.place - 1
       from unnest(write_orders.orders) with ordinality
         as o(id, partner_id, paid_at, cents, plan_version, rate_id, unpaid_partners, unpaid_levels, unpaid_reasons, place);
     insert into order_decisions (order_id, plan_version, rate_id, unpaid_partner_ids, unpaid_levels, unpaid_reasons)
       select o.id, o.plan_version, o.rate_id, o.unpaid_partners, o.unpaid_levels, o.unpaid_reasons
       from unnest(write_orders.orders) o;
     if credits <> '{}' then
       perform post_credits(recorded, credits);
     end if;
     if reaches <> '{}' then
       insert into rank_reaches (partner_id, ladder, rank_id, order_id, reached_at, plan_version, bonus_record_id)
         select r.partner_id, r.ladder, r.rank_id, r.order_id, r.reached_at, r.plan_version,
           (select b.id from transfers t join bonus_records b on b.transfer_id = t.id where t.idempotency_key = r.credit_key)
         from unnest(reaches) r;
     end if;
   end $$;

-- Runs with the owner's rights: only the application may call it.
revoke all on function write_orders from public;
grant execute on function write_orders to partner_office_app;
