import type { Family } from './check.ts'
import { BY_INDEX } from './tree.ts'

/**
 * Sizes and turnovers of all teams, from the deepest level up. Reads each partner once and updates nothing, for any shape
 * of the network. Units: cents.
 *
 * `v_nodes` holds all partners of the tree with their own turnover, `v_team` all partners with a downline. Both include the
 * numbers of the last order and the last cancellation, which say when ranks were last decided.
 *
 * Source: decisions C0.
 */
export const totals: Family = {
  name: 'totals',
  prepare: [
    `create temp table v_nodes as
     select t.id, t.sponsor_id, t.depth, coalesce(o.own, 0)::bigint as own, o.last_order, o.last_cancelled
     from v_tree t left join (
       select o.partner_id, sum(o.amount_cents) filter (where o.cancelled is null) as own, max(o.fact) as last_order,
         max(o.cancelled) as last_cancelled
       from v_orders o group by o.partner_id) o on o.partner_id = t.id`,
    `create index on v_nodes (depth)`,
    `create unique index on v_nodes (id)`,
    `analyze v_nodes`,
    `create temp table v_team (id bigint primary key, fl_size bigint, fl_turnover bigint, team_size bigint,
       team_turnover bigint, last_order bigint, last_cancelled bigint)`,
    `create function pg_temp.v_roll_up() returns void language plpgsql ${BY_INDEX} as $$
     begin
       for level in reverse coalesce((select max(depth) from v_nodes), 0) .. 1 loop
         insert into v_team
         select n.sponsor_id, count(*), sum(n.own), sum(1 + coalesce(t.team_size, 0)),
           sum(n.own + coalesce(t.team_turnover, 0)), max(greatest(n.last_order, t.last_order)),
           max(greatest(n.last_cancelled, t.last_cancelled))
         from v_nodes n left join v_team t on t.id = n.id
         where n.depth = level group by n.sponsor_id;
       end loop;
     end $$`,
    `select pg_temp.v_roll_up()`,
    `analyze v_team`,
  ],
  checks: [],
}
