create or replace function fact_texts(after bigint, upto bigint) returns bytea
language sql stable as $$
     select coalesce(string_agg(convert_to(text, 'UTF8'), '\x0a'::bytea order by fact), ''::bytea) from (
       select fact, json_build_array(fact, 'partner', id, sponsor_id, depth, registered_at)::text as text
       from partners where fact > after and fact <= upto
       union all
       select fact, json_build_array(fact, 'order', id, partner_id, paid_at, amount_cents, currency, recorded_at,
         intake)::text from orders where fact > after and fact <= upto
       union all
       select fact, json_build_array(fact, 'cancellation', order_id, cancelled_at, reason)::text
       from cancellations where fact > after and fact <= upto
       union all
       select fact, json_build_array(fact, 'block', partner_id, blocked, changed_at, reason)::text
       from partner_blocks where fact > after and fact <= upto) f $$;
