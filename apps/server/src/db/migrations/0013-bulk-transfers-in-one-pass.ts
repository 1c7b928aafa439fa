import { statements } from './statements.ts'

/**
 * Many transfers at once, as before, straight from the columns into the ledger: no transfer becomes an object of its own
 * on the way, which cost more than writing it.
 */
export const bulkTransfersInOnePass = statements(
  `create or replace function post_transfers(keys text[], partners bigint[], account_names text[], counters text[],
     to_partners boolean[], currencies text[], amounts numeric[], kinds text[], refs text[], created_ats bigint[])
   returns table (idempotency_key text, transfer_id bigint, posted boolean)
   language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set work_mem = '64MB' as $$
   declare
     mine record;
     company record;
     written record;
     clash text;
     fresh record;
   begin
     perform pg_current_xact_id();
     loop
       -- The whole locking rule: partners' accounts, always in the order of their ids.
       with wanted as materialized (
         select distinct i.partner_id, i.account, i.currency
         from unnest(partners, account_names, currencies) as i(partner_id, account, currency)
       ), found as materialized (
         select a.id, a.partner_id, a.name, a.currency, a.last_hash
         from wanted w join accounts a on a.partner_id = w.partner_id and a.name = w.account and a.currency = w.currency
         order by a.id for update of a
       )
       select array_agg(f.id) as ids, array_agg(f.partner_id) as partners, array_agg(f.name) as names,
         array_agg(f.currency) as currencies, array_agg(f.last_hash) as hashes,
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

     begin
       with numbered as (
         select nextval('transfer_ids') as id, o.*,
           case when o.to_partner then o.counter_id else o.account_id end as debit_id,
           case when o.to_partner then o.account_id else o.counter_id end as credit_id
         from (
           select i.*, m.id as account_id, m.last_hash, c.id as counter_id
           from unnest(keys, partners, account_names, counters, to_partners, currencies, amounts, kinds, refs,
               created_ats) with ordinality as i(key, partner_id, account, counter, to_partner, currency, amount, kind,
               reference, created_at, place)
             join unnest(mine.ids, mine.partners, mine.names, mine.currencies, mine.hashes)
               as m(id, partner_id, name, currency, last_hash)
               on m.partner_id = i.partner_id and m.name = i.account and m.currency = i.currency
             join unnest(company.ids, company.names, company.currencies) as c(id, name, currency)
               on c.name = i.counter and c.currency = i.currency
           order by i.place) o
       ), chained as (
         select n.*, hash_chain(transfer_text(n.id, n.key, n.debit_id, n.credit_id, n.currency, n.amount, n.kind,
           n.reference, n.created_at), n.last_hash) over (partition by n.account_id order by n.id) as link
         from numbered n
       ), inserted as (
         insert into transfers
           select c.id, c.key, c.debit_id, c.credit_id, c.account_id, c.currency, c.amount, c.kind, c.reference,
             c.created_at, c.link from chained c order by c.id
         returning id, transfers.idempotency_key as key, partner_account_id as account_id, hash,
           case when credit_account_id = partner_account_id then amount else -amount end as change
       ), summed as (
         select i.account_id, sum(i.change) as change, (array_agg(i.hash order by i.id desc))[1] as last_link
         from inserted i group by i.account_id
       )
       select (select array_agg(i.key) from inserted i) as keys, (select array_agg(i.id) from inserted i) as ids,
         array_agg(s.account_id) as accounts, array_agg(s.change) as changes, array_agg(s.last_link) as links
         into written from summed s;
     exception when unique_violation then
       return query select i.key, earlier.id, false from unnest(keys) as i(key)
         cross join lateral (select t.id from transfers t where t.idempotency_key = i.key offset 0) earlier;
       if not found then
         raise;
       end if;
       select i.key into clash
         from unnest(keys, partners, account_names, currencies, amounts, kinds, refs, to_partners)
           as i(key, partner_id, account, currency, amount, kind, reference, to_partner)
           join accounts a on a.partner_id = i.partner_id and a.name = i.account and a.currency = i.currency
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
       return query select p.* from post_transfers(fresh.keys, fresh.partners, fresh.account_names, fresh.counters,
         fresh.to_partners, fresh.currencies, fresh.amounts, fresh.kinds, fresh.refs, fresh.created_ats) p;
       return;
     end;

     -- A statement of its own: balances that have changed already would cost the foreign key one more lock a transfer.
     update accounts a set balance = a.balance + s.change, last_hash = s.last_link
       from unnest(written.accounts, written.changes, written.links) as s(id, change, last_link)
       where a.id = s.id;
     return query select w.key, w.id, true from unnest(written.keys, written.ids) as w(key, id);
   end $$`,
  `drop function chained_transfers(due_transfer[])`,
  `drop type due_transfer`,
)
