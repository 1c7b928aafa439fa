create or replace function post_transfers(keys text[], partners bigint[], account_names text[], counters text[], to_partners boolean[], currencies text[], amounts numeric[], kinds text[], refs text[], created_ats bigint[]) returns table(idempotency_key text, transfer_id bigint, posted boolean)
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
   end $$;
