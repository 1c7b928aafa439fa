-- What was decided about orders, and the two ways to write it: `write_orders` under the lock on the fact log, `write_turn` for a
-- turn that was decided before it held the lock. Both have these types, so they are dropped and made together.
drop function if exists write_turn;
drop function if exists write_orders;
drop type if exists decided_order;
drop type if exists decided_credit;
drop type if exists reached_rank;

create type decided_order as (
  id bigint,
  partner_id bigint,
  paid_at bigint,
  cents bigint,
  plan_version integer,
  rate_id bigint,
  unpaid_partners bigint[],
  unpaid_levels smallint[],
  unpaid_reasons unpaid_reason[]);

-- `place` is that of the order among those written with it, from 1.
create type decided_credit as (
  place integer,
  key text,
  reference text,
  partner_id bigint,
  account text,
  type text,
  level integer,
  currency text,
  amount numeric,
  rank_id smallint,
  percent numeric,
  base_cents bigint,
  rate_id bigint,
  rate numeric,
  before_cut numeric);

create type reached_rank as (
  place integer,
  partner_id bigint,
  ladder text,
  rank_id smallint,
  credit_key text);

-- The only writer of orders and of what they bring. `intake` is the number that names an intake of several orders; without one,
-- each order is an intake of its own. A credit that was posted before keeps its record and gets no second one.
create function write_orders(recorded bigint, first_fact bigint, intake bigint, orders decided_order[], credits decided_credit[], reaches reached_rank[]) returns void
language plpgsql security definer set search_path = public, 'pg_temp' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
   declare
     c record;
     ids bigint[];
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
       select array_agg(n.key) as keys, array_agg(n.partner_id) as partners, array_agg(n.account) as accounts,
         array_agg('bonus_expense'::text) as counters, array_agg(true) as to_partners, array_agg(n.currency) as currencies,
         array_agg(n.amount) as amounts, array_agg(n.type) as kinds, array_agg(n.reference) as refs,
         array_agg(recorded) as created_ats
         into c from unnest(credits) n;
       ids := new_transfers(c.keys, c.partners, c.accounts, c.counters, c.to_partners, c.currencies, c.amounts, c.kinds,
         c.refs, c.created_ats);
       if ids is null then
         select array_agg(p.transfer_id order by n.place) into ids
           from unnest(c.keys) with ordinality as n(key, place)
             left join post_transfers(c.keys, c.partners, c.accounts, c.counters, c.to_partners, c.currencies, c.amounts,
               c.kinds, c.refs, c.created_ats) p on p.idempotency_key = n.key and p.posted;
       end if;
       insert into bonus_records (transfer_id, partner_id, type, order_id, level, currency, amount, paid_at, plan_version,
           rank_id, percent, base_cents, rate_id, rate, before_cut)
         select n.id, n.partner_id, n.type, case when n.rank_id is null then o.id end, n.level, n.currency, n.amount,
           o.paid_at, o.plan_version, n.rank_id, n.percent, n.base_cents, n.rate_id, n.rate, n.before_cut
         from rows from (unnest(ids), unnest(credits))
           as n(id, place, key, reference, partner_id, account, type, level, currency, amount, rank_id, percent, base_cents,
             rate_id, rate, before_cut)
           cross join lateral (select (write_orders.orders[n.place]).*) o
         where n.id is not null;
     end if;
     if reaches <> '{}' then
       insert into rank_reaches (partner_id, ladder, rank_id, order_id, reached_at, plan_version, bonus_record_id)
         select r.partner_id, r.ladder, r.rank_id, o.id, o.paid_at, o.plan_version,
           (select b.id from transfers t join bonus_records b on b.transfer_id = t.id where t.idempotency_key = r.credit_key)
         from unnest(reaches) r cross join lateral (select (write_orders.orders[r.place]).*) o;
     end if;
   end $$;

create function write_turn(turn bigint, recorded bigint, after_fact bigint, after_turn bigint, newest_rate bigint, newest_plan integer, patience_ms integer, orders decided_order[], credits decided_credit[], reaches reached_rank[], actors text[], commands text[], details text[]) returns void
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

-- They run with the owner's rights: only the application may call them.
revoke all on function write_orders, write_turn from public;
grant execute on function write_orders, write_turn to partner_office_app;
