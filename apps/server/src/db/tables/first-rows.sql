-- The rows that an empty database has.
insert into fact_log (last_fact) values (0);
insert into change_log (last_change) values (0);
insert into chain_heads values ('audit', 0, ''), ('history', 0, '');

-- Routes of payouts with the terms that hold until operators set others. The journal knows each from the start.
insert into payout_routes
  select 'UCHAIN_' || coin || '_BONUS', coin || '_XRC10_WHITE', coin, true, 10e8, 5000e8, 10000e8, null, 2, 1e8, 50e8,
    true, '^[A-Za-z0-9]{26,64}$', null
  from unnest(array['UCN', 'UPT']) as c(coin);
insert into journal (place, key, content)
  select 'payout_routes', payout_from || ' ' || payout_to, to_jsonb(r) from payout_routes r order by payout_from, payout_to;

-- Backups say which schema they were made with.
grant select on kysely_migration to partner_office_app;
