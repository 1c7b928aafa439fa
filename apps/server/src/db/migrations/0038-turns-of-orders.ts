import { checkedByStatement } from './0029-references-by-statement.ts'
import { REFERENCES_BY_STATEMENT as BEFORE } from './0033-fewer-row-checks.ts'
import { statements } from './statements.ts'

/** What the trigger `check_references` of each table checks, from here on: references by column, as `table.column`. */
export const REFERENCES_BY_STATEMENT = {
  ...BEFORE,
  orders: { partner_id: 'partners.id' },
  rank_reaches: { ...BEFORE.rank_reaches, partner_id: 'partners.id' },
} as const

/** What `write_orders` and `new_transfers` write refers to rows that they have read or written themselves. */
const RIGHT_BY_CONSTRUCTION = ['bonus_records', 'transfers'] as const

/**
 * Writes a turn of orders that was decided before its transaction in one function, and transfers in fewer steps.
 *
 * The foreign keys of orders and reached ranks locked the row of a partner each, at random places of a large table, which wrote
 * whole pages to the log. They are checked by statement, as the others. The records of an order are credited once because
 * the keys of their transfers are unique, and each record has a transfer of its own: an index that said it again is dropped.
 */
export const turnsOfOrders = statements(
  `alter table orders drop constraint orders_partner_id_fkey`,
  `alter table rank_reaches drop constraint rank_reaches_partner_id_fkey`,
  ...checkedByStatement('orders', REFERENCES_BY_STATEMENT.orders),
  `drop trigger check_references on rank_reaches`,
  `drop function check_references_of_rank_reaches`,
  ...checkedByStatement('rank_reaches', REFERENCES_BY_STATEMENT.rank_reaches),
  ...RIGHT_BY_CONSTRUCTION.flatMap((table) => [
    `drop trigger check_references on ${table}`,
    `create trigger check_references after insert on ${table} referencing new table as inserted
       for each statement when (current_user = 'partner_office_app') execute function check_references_of_${table}()`,
  ]),
  `drop index bonus_records_once`,
  // Room beside each account, so that a new balance stays on its page and leaves the indexes alone.
  `alter table accounts set (fillfactor = 70)`,

  // The same bytes as before, with one call in place of sixteen.
  `create or replace function transfer_text(id bigint, idempotency_key text, debit_account_id bigint,
     credit_account_id bigint, currency text, amount numeric, kind text, reference text, created_at bigint)
   returns bytea language sql stable as $$
     select convert_to(concat_ws('|', id, idempotency_key, debit_account_id, credit_account_id, currency, amount, kind,
       reference, created_at), 'UTF8') $$`,

  // Posts transfers in the given order and answers their ids; if one of the keys is known, nothing, and null.
  `create function new_transfers(keys text[], partners bigint[], account_names text[],
     counters text[], to_partners boolean[], currencies text[], amounts numeric[], kinds text[], refs text[],
     created_ats bigint[])
   returns bigint[]
   language plpgsql security definer set search_path = public, pg_temp
   set plan_cache_mode = force_generic_plan set enable_seqscan = off set work_mem = '64MB' as $$
   declare
     mine record;
     company record;
     ids bigint[];
     numbered record;
     item bytea;
     place integer := 0;
     at integer;
     link bytea;
     links bytea[];
     hashes bytea[];
   begin
     perform pg_current_xact_id();
     loop
       -- The whole locking rule: partners' accounts, always in the order of their ids.
       with wanted as materialized (
         select distinct i.partner_id, i.account, i.currency
         from unnest(partners, account_names, currencies) as i(partner_id, account, currency)
       ), found as materialized (
         select a.id, a.ctid, a.partner_id, a.name, a.currency, a.last_hash
         from wanted w join accounts a on a.partner_id = w.partner_id and a.name = w.account and a.currency = w.currency
         order by a.id for update of a
       )
       select array_agg(f.id) as ids, array_agg(f.ctid) as ctids, array_agg(f.partner_id) as partners,
         array_agg(f.name) as names, array_agg(f.currency) as currencies, array_agg(f.last_hash) as hashes,
         count(*) = (select count(*) from wanted) as complete
         into mine from found f;
       with wanted as materialized (
         select distinct i.counter, i.currency from unnest(counters, currencies) as i(counter, currency)
       )
       select array_agg(a.id) as ids, array_agg(a.name) as names, array_agg(a.currency) as currencies,
         count(*) = (select count(*) from wanted) as complete
         into company
         from wanted w join accounts a on a.partner_id is null and a.name = w.counter and a.currency = w.currency;
       exit when mine.complete and company.complete;

       insert into accounts (partner_id, name, currency, balance)
         select distinct i.partner_id, i.account, i.currency, 0
         from unnest(partners, account_names, currencies) as i(partner_id, account, currency)
         where not exists (select from accounts a
           where a.partner_id = i.partner_id and a.name = i.account and a.currency = i.currency)
         on conflict do nothing;
       insert into accounts (name, currency)
         select distinct i.counter, i.currency from unnest(counters, currencies) as i(counter, currency)
         where not exists (select from accounts a
           where a.partner_id is null and a.name = i.counter and a.currency = i.currency)
         on conflict do nothing;
     end loop;

     ids := array(select nextval('transfer_ids') from unnest(keys));
     select array_agg(n.debit_id) as debits, array_agg(n.credit_id) as credits, array_agg(n.account_id) as accounts,
       array_agg(n.at) as places, array_agg(transfer_text(n.id, n.key, n.debit_id, n.credit_id, n.currency, n.amount,
         n.kind, n.reference, n.created_at)) as texts
       into numbered from (
         select i.*, m.id as account_id, m.at::integer as at,
           case when i.to_partner then c.id else m.id end as debit_id,
           case when i.to_partner then m.id else c.id end as credit_id
         from unnest(ids, keys, partners, account_names, counters, to_partners, currencies, amounts, kinds, refs,
             created_ats) as i(id, key, partner_id, account, counter, to_partner, currency, amount, kind, reference,
             created_at)
           join unnest(mine.ids, mine.partners, mine.names, mine.currencies) with ordinality
             as m(id, partner_id, name, currency, at)
             on m.partner_id = i.partner_id and m.name = i.account and m.currency = i.currency
           join unnest(company.ids, company.names, company.currencies) as c(id, name, currency)
             on c.name = i.counter and c.currency = i.currency
         order by i.id) n;

     -- Each link covers the one before it of the same account.
     links := mine.hashes;
     foreach item in array numbered.texts loop
       place := place + 1;
       at := numbered.places[place];
       link := sha256(coalesce(links[at], '') || item);
       links[at] := link;
       hashes[place] := link;
     end loop;

     -- Only this: in an import, accounts that many subtransactions have changed would take long to find.
     begin
       insert into transfers
         select t.* from unnest(ids, keys, numbered.debits, numbered.credits, numbered.accounts, currencies, amounts,
           kinds, refs, created_ats, hashes) as t;
     exception when unique_violation then
       return null;
     end;
     -- A statement of its own: balances that have changed already would cost the foreign key one more lock a transfer.
     update accounts a set balance = a.balance + s.change, last_hash = links[s.at]
       from (
         select p.at, sum(case when p.to_partner then p.amount else -p.amount end) as change
         from unnest(numbered.places, to_partners, amounts) as p(at, to_partner, amount)
         group by p.at) s
       where a.ctid = mine.ctids[s.at];
     return ids;
   end $$`,

  `create or replace function post_transfers(keys text[], partners bigint[], account_names text[], counters text[],
     to_partners boolean[], currencies text[], amounts numeric[], kinds text[], refs text[], created_ats bigint[])
   returns table (idempotency_key text, transfer_id bigint, posted boolean)
   language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set work_mem = '64MB' as $$
   declare
     ids bigint[];
     clash text;
     fresh record;
   begin
     ids := new_transfers(keys, partners, account_names, counters, to_partners, currencies, amounts, kinds, refs,
       created_ats);
     if ids is not null then
       return query select w.key, w.id, true from unnest(keys, ids) as w(key, id);
       return;
     end if;
     return query select i.key, earlier.id, false from unnest(keys) as i(key)
       cross join lateral (select t.id from transfers t where t.idempotency_key = i.key offset 0) earlier;
     if not found then
       raise unique_violation using message = 'transfers with new keys were refused';
     end if;
     select i.key into clash
       from unnest(keys, partners, account_names, currencies, amounts, kinds, refs, to_partners)
         as i(key, partner_id, account, currency, amount, kind, reference, to_partner)
         left join accounts a on a.partner_id = i.partner_id and a.name = i.account and a.currency = i.currency
         cross join lateral (select t.* from transfers t where t.idempotency_key = i.key offset 0) t
       where (t.amount, t.kind, t.reference, t.partner_account_id, t.credit_account_id = t.partner_account_id)
         is distinct from (i.amount, i.kind, i.reference, a.id, i.to_partner) limit 1;
     if found then
       perform refuse_other_content(clash);
     end if;
     select array_agg(i.key order by i.place) as keys, array_agg(i.partner_id order by i.place) as partners,
       array_agg(i.account order by i.place) as account_names, array_agg(i.counter order by i.place) as counters,
       array_agg(i.to_partner order by i.place) as to_partners, array_agg(i.currency order by i.place) as currencies,
       array_agg(i.amount order by i.place) as amounts, array_agg(i.kind order by i.place) as kinds,
       array_agg(i.reference order by i.place) as refs, array_agg(i.created_at order by i.place) as created_ats
       into fresh
       from unnest(keys, partners, account_names, counters, to_partners, currencies, amounts, kinds, refs,
         created_ats) with ordinality as i(key, partner_id, account, counter, to_partner, currency, amount, kind,
         reference, created_at, place)
       where not exists (select from transfers t where t.idempotency_key = i.key offset 0);
     if fresh.keys is null then
       return;
     end if;
     return query select p.* from post_transfers(fresh.keys, fresh.partners, fresh.account_names, fresh.counters,
       fresh.to_partners, fresh.currencies, fresh.amounts, fresh.kinds, fresh.refs, fresh.created_ats) p;
     return;
   end $$`,

  `alter table fact_log add column last_turn bigint`,
  `comment on column fact_log.last_turn is 'the turn that write_orders has written last'`,
  // Credits and reached ranks name their order by its place among the orders of the turn: see write-turn.ts.
  `create function write_orders(
     turn bigint, recorded bigint, after_fact bigint, after_turn bigint, newest_rate bigint, newest_plan integer,
     patience_ms integer,
     order_ids bigint[], buyers bigint[], order_paid_ats bigint[], order_cents bigint[], order_plans integer[],
     order_rates bigint[], unpaid_partners text[], unpaid_levels text[], unpaid_reasons text[],
     credit_orders integer[], keys text[], refs text[], partners bigint[], accounts text[], types text[],
     levels integer[], currencies text[], amounts numeric[], ranks smallint[], percents numeric[], bases bigint[],
     rate_ids bigint[], rates numeric[], before_cuts numeric[],
     reach_orders integer[], reach_partners bigint[], ladders text[], reach_ranks smallint[], reach_keys text[],
     actors text[], commands text[], details text[])
   returns void
   language plpgsql security definer set search_path = public, pg_temp
   set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
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
   end $$`,
  ...['new_transfers', 'write_orders'].flatMap((name) => [
    `revoke execute on function ${name} from public`,
    `grant execute on function ${name} to partner_office_app`,
  ]),
)
