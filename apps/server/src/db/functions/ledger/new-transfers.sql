create or replace function new_transfers(keys text[], partners bigint[], account_names text[], counters text[], to_partners boolean[], currencies text[], amounts numeric[], kinds text[], refs text[], created_ats bigint[]) returns bigint[]
language plpgsql security definer set search_path = public, 'pg_temp' set plan_cache_mode = force_generic_plan set enable_seqscan = off set work_mem = '64MB' as $$
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
   end $$;

-- Runs with the owner's rights: only the application may call it.
revoke all on function new_transfers from public;
grant execute on function new_transfers to partner_office_app;
