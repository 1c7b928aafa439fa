import type { Family } from './check.ts'
import { BY_INDEX } from './tree.ts'

/**
 * Each partner's place in depth-first order: a team is the interval (place, last_place], and its turnover is the difference
 * of two running sums. Computed level by level, so any depth works.
 *
 * `v_sums` holds own and team turnover for each of `v_measures`: orders that are not cancelled, paid from an instant on;
 * and, as measure 0, all orders, cancelled or not. Units: cents.
 *
 * Source: decisions C0, D-047.
 */
export const places: Family = {
  name: 'places',
  prepare: [
    `create temp table v_steps as
     select n.id, n.sponsor_id, coalesce(t.team_size, 0) as team_size,
       1 + coalesce(sum(1 + coalesce(t.team_size, 0)) over (partition by n.sponsor_id order by n.id
         rows between unbounded preceding and 1 preceding), 0) as step
     from v_nodes n left join v_team t using (id)`,
    `create index on v_steps (sponsor_id)`,
    `analyze v_steps`,
    `create temp table v_places (id bigint, sponsor_id bigint, place integer, last_place integer)`,
    `create function pg_temp.v_number() returns void language plpgsql ${BY_INDEX} as $$
     begin
       insert into v_places
       with recursive line as (
         select id, sponsor_id, step as place, team_size from v_steps where sponsor_id is null
         union all
         select s.id, l.id, l.place + s.step, s.team_size from line l cross join lateral (
           select id, step, team_size from v_steps where sponsor_id = l.id offset 0) s)
       select id, sponsor_id, place, place + team_size from line;
     end $$`,
    `select pg_temp.v_number()`,
    `create unique index on v_places (id)`,
    `create unique index on v_places (place)`,
    `analyze v_places`,

    `create temp table v_measures as
     select row_number() over (order by start_at)::integer as measure, start_at, true as stands from (
       select bonus_start as start_at from v_plans union select (-9223372036854775808)::bigint) starts
     union all select 0, (-9223372036854775808)::bigint, false`,
    `create temp table v_sums as
     with own as (
       select m.measure, o.partner_id, sum(o.amount_cents) as own
       from v_orders o join v_measures m on o.paid_at >= m.start_at and (o.cancelled is null or not m.stands)
       group by m.measure, o.partner_id
     ), running as (
       select m.measure, p.id, p.place, p.last_place, coalesce(o.own, 0) as own,
         sum(coalesce(o.own, 0)) over (partition by m.measure order by p.place) as total
       from v_places p cross join v_measures m left join own o on o.partner_id = p.id and o.measure = m.measure
     )
     select r.measure, r.id, r.own::bigint as own, (l.total - r.total)::bigint as team
     from running r join running l on l.measure = r.measure and l.place = r.last_place`,
    `analyze v_sums`,
  ],
  checks: [],
}
