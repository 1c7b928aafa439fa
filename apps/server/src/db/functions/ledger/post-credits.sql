-- Posts bonuses and inserts a record for each, in their order: the only writer of records, but for reversals. A credit that was
-- posted before keeps its record and gets no second one. It runs with the caller's rights.
create or replace function post_credits(recorded bigint, credits bonus_credit[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
   declare
     c record;
     ids bigint[];
   begin
     select array_agg(n.key) as keys, array_agg(n.partner_id) as partners, array_agg(n.account) as accounts,
       array_agg('bonus_expense'::text) as counters, array_agg(true) as to_partners, array_agg(n.currency) as currencies,
       array_agg(n.amount) as amounts, array_agg(n.type) as kinds, array_agg(n.reference) as refs,
       array_agg(recorded) as created_ats
       into c from unnest(credits) n;
     ids := new_transfers(c.keys, c.partners, c.accounts, c.counters, c.to_partners, c.currencies, c.amounts, c.kinds, c.refs,
       c.created_ats);
     if ids is null then
       select array_agg(p.transfer_id order by n.place) into ids
         from unnest(c.keys) with ordinality as n(key, place)
           left join post_transfers(c.keys, c.partners, c.accounts, c.counters, c.to_partners, c.currencies, c.amounts,
             c.kinds, c.refs, c.created_ats) p on p.idempotency_key = n.key and p.posted;
     end if;
     insert into bonus_records (transfer_id, partner_id, type, order_id, level, currency, amount, paid_at, period, plan_version,
         rank_id, percent, base_cents, rate_id, rate, before_cut, closing_id, derivation, pool, turbo_window, credited_before)
       select n.transfer_id, n.partner_id, n.type, n.order_id, n.level, n.currency, n.amount, n.paid_at, n.period,
         n.plan_version, n.rank_id, n.percent, n.base_cents, n.rate_id, n.rate, n.before_cut, n.closing_id, n.derivation,
         n.pool, n.turbo_window, n.credited_before
       from rows from (unnest(ids), unnest(credits))
         as n(transfer_id, key, reference, partner_id, account, type, order_id, level, currency, amount, paid_at, period,
           plan_version, rank_id, percent, base_cents, rate_id, rate, before_cut, closing_id, derivation, pool, turbo_window,
           credited_before)
       where n.transfer_id is not null;
   end $$;
