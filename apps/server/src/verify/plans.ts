import type { Family } from './check.ts'

/** The ends of unlimited ranges. */
const FIRST = '(-9223372036854775808)::bigint'
const LAST = '9223372036854775807::bigint'

/** Tolerance for different clocks, and for a change during a long import. */
const CLOCKS_MS = 60_000

/**
 * The compensation plans and quotes as tables, with the time each was in force.
 *
 * An order is decided once, at intake, by the plans and quotes loaded before. The first plan and the first quote of a pair
 * come with the installation and are valid from the start.
 *
 * Source: decisions B, C11.4, D-041 to D-047, D-050.
 */
export const plans: Family = {
  name: 'plans and rates',
  prepare: [
    `create function pg_temp.v_instant(value jsonb) returns bigint language sql stable as $$
       select case when value #>> '{}' ~ '^[0-9]+$' then (value #>> '{}')::bigint
         else (extract(epoch from (value #>> '{}')::timestamptz) * 1000)::bigint end $$`,
    `create function pg_temp.v_flag(value jsonb, fallback boolean) returns boolean language sql stable as $$
       select coalesce(value #>> '{}' in ('true', 'TRUE'), fallback) $$`,

    `create temp table v_plans as
     select version, valid_from, loaded_at,
       pg_temp.v_instant(document -> 'validFrom') as document_from,
       coalesce(document ->> 'legRule', 'ranked') as leg_rule,
       pg_temp.v_flag(document -> 'countOwnTurnover', false) as counts_own,
       coalesce(pg_temp.v_instant(document -> 'turnoverBonusStart'), ${FIRST}) as bonus_start,
       coalesce(document ->> 'rankBonusCurrency', 'UPT') as rank_currency,
       coalesce(document ->> 'unilevelCurrency', 'UPT') as unilevel_currency,
       pg_temp.v_flag(document -> 'directNeedsActivity', false) as direct_needs_activity,
       pg_temp.v_flag(document -> 'teamNeedsActivity', true) as team_needs_activity,
       (document #>> '{activity,minimumOrder}')::numeric * 100 as minimum_cents,
       (document #>> '{activity,days}')::bigint as days
     from plans`,
    `create temp table v_ranks as
     select p.version, (r.rank ->> 'id')::integer as id, r.rank ->> 'code' as code,
       (r.rank ->> 'turnover')::numeric * 100 as target_cents,
       case when jsonb_array_length(coalesce(nullif(r.rank -> 'legs', 'null'), '[]')) = 0 then '{0.5,0.3}'::numeric[]
         else array(select l.leg::numeric from jsonb_array_elements_text(r.rank -> 'legs')
           with ordinality as l(leg, place) order by l.place) end as legs,
       (r.rank ->> 'bonus')::numeric * 100 as bonus_cents, r.place
     from plans p cross join lateral jsonb_array_elements(
       case jsonb_typeof(p.document -> 'ranks') when 'array' then p.document -> 'ranks' else '[]' end)
       with ordinality as r(rank, place)`,
    `create index on v_ranks (version, id)`,

    // The tables of the unilevel plan, each from its instant to the next one's (B2).
    `create temp table v_unilevel_rows as
     select p.version, pg_temp.v_instant(r.line -> 'validFrom') as from_at, d.depth, r.line ->> 'kind' as kind,
       (r.line ->> 'percent')::numeric as percent
     from plans p cross join lateral jsonb_array_elements(
       case jsonb_typeof(p.document -> 'unilevel') when 'array' then p.document -> 'unilevel' else '[]' end) as r(line)
       cross join lateral
         generate_series((r.line ->> 'depthFrom')::integer, (r.line ->> 'depthTo')::integer) as d(depth)`,
    `create temp table v_unilevel as
     select version, from_at, coalesce(lead(from_at) over (partition by version order by from_at), ${LAST}) as until_at,
       last_depth
     from (
       select version, from_at, coalesce(max(depth) filter (where percent > 0), 0) as last_depth
       from v_unilevel_rows group by version, from_at) tables`,

    // The plan valid at each instant of payment, for each newest loaded version `known`.
    `create temp table v_plan_periods as
     select known, version,
       case when lag(version) over w is null then ${FIRST} else valid_from end as from_at,
       coalesce(lead(valid_from) over w, ${LAST}) as until_at
     from (
       select k.version as known, p.valid_from, max(p.version) as version
       from v_plans k join v_plans p on p.version <= k.version group by k.version, p.valid_from) held
     window w as (partition by known order by valid_from)`,
    `create temp table v_known_plans as
     select version as known,
       case when lag(version) over w is null then ${FIRST} else loaded_at - ${CLOCKS_MS} end as from_at,
       coalesce(lead(loaded_at) over w, ${LAST} - ${CLOCKS_MS}) + ${CLOCKS_MS} as until_at
     from v_plans window w as (order by version)`,
    `create temp table v_plan_choices as
     select p.version, p.known, p.from_at, p.until_at, k.from_at as recorded_from, k.until_at as recorded_until
     from v_plan_periods p join v_known_plans k using (known)`,
    `create index on v_plan_choices (version)`,

    `create temp table v_quotes as
     select id, from_currency, to_currency, rate_type, rate,
       case when lag(id) over w is null then ${FIRST} else set_at - ${CLOCKS_MS} end as used_from,
       coalesce(lead(set_at) over w, ${LAST} - ${CLOCKS_MS}) + ${CLOCKS_MS} as used_until
     from rates window w as (partition by from_currency, to_currency, rate_type order by id)`,
    `create unique index on v_quotes (id)`,
    ...[
      'v_plans',
      'v_ranks',
      'v_unilevel_rows',
      'v_unilevel',
      'v_plan_periods',
      'v_plan_choices',
      'v_quotes',
    ].map((table) => `analyze ${table}`),
  ],
  checks: [
    {
      name: 'every plan can be read',
      differences: `
        select format('plan %s: %s', version, problem) as difference from (
          select p.version, unnest(array[
            case when v.document_from is distinct from p.valid_from
              then format('its document holds from %s, the plan from %s', v.document_from, p.valid_from) end,
            case when not exists (select from v_ranks r where r.version = p.version) then 'it has no ranks' end,
            case when exists (select from v_ranks r where r.version = p.version
              and (r.id is null or r.code is null or r.target_cents is null or r.bonus_cents is null))
              then 'a rank lacks its id, code, turnover or bonus' end,
            case when not exists (select from v_unilevel u where u.version = p.version)
              then 'it has no unilevel table' end,
            case when v.minimum_cents is null or v.days is null then 'it does not say what makes active' end
          ]) as problem
          from plans p join v_plans v using (version)) found
        where problem is not null order by version`,
    },
    {
      name: 'plans are numbered from 1, and the newest was loaded last',
      differences: `
        select format('plan %s stands at place %s of the plans', version, place) as difference
        from (select version, row_number() over (order by version) as place from plans) p where version <> place
        union all
        select format('plan %s was loaded before plan %s', version, before)
        from (select version, loaded_at, lag(version) over w as before, lag(loaded_at) over w as loaded_before
          from plans window w as (order by version)) p
        where loaded_at < loaded_before - ${CLOCKS_MS}
        union all
        select 'there is no plan' where not exists (select from plans)`,
    },
    {
      name: 'every rate is above zero',
      differences: `
        select format('rate %s: 1 %s is %s %s', id, from_currency, rate, to_currency) as difference
        from rates where not (rate > 0 and rate < 'Infinity') order by id`,
    },
  ],
}
