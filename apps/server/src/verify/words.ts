import type { Family } from './check.ts'

/** SQL functions that format amounts and differences in sentences. */
export const words: Family = {
  name: 'words',
  prepare: [
    `create function pg_temp.v_eur(cents numeric) returns text language sql immutable as $$
       select round(cents * 0.01, 2)::text || ' EUR' $$`,

    // D-100: EUR has 2 decimals, ULTIMA and WIN have 6, every other coin 8.
    `create function pg_temp.v_decimals(currency text) returns integer language sql immutable as $$
       select case currency when 'EUR' then 2 when 'ULTIMA' then 6 when 'WIN' then 6 else 8 end $$`,
    `create function pg_temp.v_coins(units numeric, currency text) returns text language sql immutable as $$
       select round(units * ('1e-' || pg_temp.v_decimals(currency))::numeric, pg_temp.v_decimals(currency))::text
         || ' ' || currency $$`,
    // Cuts an amount of coins toward zero at the currency's decimals.
    `create function pg_temp.v_cut(coins numeric, currency text) returns numeric language sql immutable as $$
       select trunc(coins * case pg_temp.v_decimals(currency)
         when 2 then 100 when 6 then 1000000 else 100000000 end) $$`,

    `create function pg_temp.v_differs(what text, stored anycompatible, due anycompatible) returns text
     language sql stable as $$
       select case when stored is distinct from due
         then format('%s is %s, not %s', what, coalesce(stored::text, 'empty'), coalesce(due::text, 'empty')) end $$`,

    // B4, "accounts credited".
    `create temp table v_account_names (currency text primary key, name text)`,
    `insert into v_account_names values ('UPT', 'UCHAIN_UPT_BONUS'), ('UCN', 'UCHAIN_UCN_BONUS'),
       ('ULTIMA', 'SU_BONUS'), ('WIN', 'WIN_BONUS'), ('BSP', 'BSP_BONUS'), ('DBSP', 'DBSP_BONUS'), ('EUR', 'CASH')`,
  ],
  checks: [],
}
