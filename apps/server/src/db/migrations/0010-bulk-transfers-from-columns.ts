import { statements } from './statements.ts'

/**
 * Many transfers at once, as before, from columns instead of a JSON document, and without looking for earlier ones of
 * the same keys first: the unique key tells, and only then are they looked for.
 */
export const bulkTransfersFromColumns = statements(
  `drop function post_transfers(jsonb)`,
  // The rows that transfers on their way become: numbered in their order, each linked to the one before it.
  `create function chained_transfers(due due_transfer[]) returns transfers[] language sql as $$
     select array_agg(row(c.id, c.key, c.debit_id, c.credit_id, c.account_id, c.currency, c.amount, c.kind,
         c.reference, c.created_at, c.link)::transfers order by c.id)
     from (
       select n.*, hash_chain(transfer_text(n.id, n.key, n.debit_id, n.credit_id, n.currency, n.amount, n.kind,
         n.reference, n.created_at), n.last_hash) over (partition by n.account_id order by n.id) as link
       from (
         select nextval('transfer_ids') as id, d.*,
           case when d.to_partner then d.counter_id else d.account_id end as debit_id,
           case when d.to_partner then d.account_id else d.counter_id end as credit_id
         from unnest(due) d) n) c $$`,
  `create function post_transfers(keys text[], partners bigint[], account_names text[], counters text[],
     to_partners boolean[], currencies text[], amounts numeric[], kinds text[], refs text[], created_ats bigint[])
   returns table (idempotency_key text, transfer_id bigint, posted boolean)
   language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set work_mem = '64MB' as $$
   declare
     due due_transfer[];
     opened boolean;
     clash text;
     fresh transfers[];
   begin
     perform pg_current_xact_id();
     loop
       -- The whole locking rule: partners' accounts, always in the order of their ids.
       with item as materialized (
         select * from unnest(keys, partners, account_names, counters, to_partners, currencies, amounts, kinds, refs,
           created_ats) with ordinality as i(key, partner_id, account, counter, to_partner, currency, amount, kind,
           reference, created_at, place)
       ), wanted as materialized (
         select distinct i.partner_id, i.account, i.currency from item i
       ), mine as materialized (
         select a.id, a.partner_id, a.name, a.currency, a.last_hash
         from wanted w join accounts a on a.partner_id = w.partner_id and a.name = w.account and a.currency = w.currency
         order by a.id for update of a
       ), company as materialized (
         select a.id, a.name, a.currency
         from (select distinct i.counter, i.currency from item i) w
         join accounts a on a.partner_id is null and a.name = w.counter and a.currency = w.currency
       )
       select array_agg(row(i.key, m.id, m.last_hash, c.id, i.to_partner, i.currency, i.amount, i.kind, i.reference,
           i.created_at)::due_transfer order by i.place),
         bool_and(m.id is not null and c.id is not null)
         into due, opened
         from item i
         left join mine m on m.partner_id = i.partner_id and m.name = i.account and m.currency = i.currency
         left join company c on c.name = i.counter and c.currency = i.currency;
       exit when opened is not false;

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
       fresh := chained_transfers(due);
       insert into transfers select * from unnest(fresh);
     exception when unique_violation then
       return query select d.key, earlier.id, false from unnest(due) d
         cross join lateral (select t.id from transfers t where t.idempotency_key = d.key offset 0) earlier;
       if not found then
         raise;
       end if;
       select d.key into clash from unnest(due) d
         cross join lateral (select t.* from transfers t where t.idempotency_key = d.key offset 0) t
         where (t.amount, t.kind, t.reference, t.partner_account_id, t.credit_account_id = t.partner_account_id)
           is distinct from (d.amount, d.kind, d.reference, d.account_id, d.to_partner) limit 1;
       if found then
         perform refuse_other_content(clash);
       end if;
       fresh := chained_transfers(array(select d from unnest(due) d
         where not exists (select from transfers t where t.idempotency_key = d.key offset 0)));
       insert into transfers select * from unnest(fresh);
     end;

     update accounts a set balance = a.balance + s.change, last_hash = s.last_link
       from (
         select f.partner_account_id as id, (array_agg(f.hash order by f.id desc))[1] as last_link,
           sum(case when f.credit_account_id = f.partner_account_id then f.amount else -f.amount end) as change
         from unnest(fresh) f group by f.partner_account_id) s
       where a.id = s.id;
     return query select f.idempotency_key, f.id, true from unnest(fresh) f;
   end $$`,
)
