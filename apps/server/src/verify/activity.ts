import type { Family } from './check.ts'

const DAY_MS = 86_400_000

/**
 * When each partner was active, and from which intake on this was known: C8 in closed form.
 *
 * Let t(i) be the payments of the orders that count for activity, sorted, d(i) their days as milliseconds, and D(i) the sum
 * of d(1) to d(i). Then
 *
 *     until(i) = max(until(i - 1), t(i)) + d(i)
 *              = D(i) + max over j <= i of (t(j) - D(j - 1))
 *
 * which two running window functions compute without a loop. Order i adds the stretch [max(until(i - 1), t(i)), until(i)).
 *
 * An order is decided by the facts known at its intake. While orders arrive in order of payment, each stretch holds from
 * its own intake on. A late order or a cancellation changes the past: from its intake on, all stretches of the partner are
 * computed anew, as the next epoch. So a partner was active at t, as known at intake k, exactly when a stretch has
 * start_at <= t < end_at and known_from <= k < known_until.
 *
 * `rules` identifies plans with equal rules for activity: a plan loaded later may count past payments differently.
 *
 * Source: decisions C8, C11.3, C11.5; operations section 5, "Inside one import".
 */
export const activity: Family = {
  name: 'activity',
  prepare: [
    `create temp table v_activity_rules as
     with changes as (
       select known, from_at, minimum_cents, days from (
         select c.known, c.from_at, p.minimum_cents, p.days,
           (p.minimum_cents, p.days) is distinct from (lag(p.minimum_cents) over w, lag(p.days) over w) as is_change
         from v_plan_periods c join v_plans p using (version)
         window w as (partition by c.known order by c.from_at)) periods
       where is_change
     ), told as (
       select known, string_agg(concat_ws(' ', from_at, minimum_cents::float8, days), ', ' order by from_at) as text
       from changes group by known
     )
     select c.known, min(c.known) over (partition by t.text) as rules, c.from_at,
       coalesce(lead(c.from_at) over (partition by c.known order by c.from_at), 9223372036854775807) as until_at,
       c.minimum_cents, c.days
     from changes c join told t using (known)`,
    `create temp table v_activity_orders as
     select r.rules, o.partner_id, o.paid_at, o.id, o.intake, o.cancelled, r.days * ${DAY_MS} as adds
     from v_orders o join v_activity_rules r
       on r.known = r.rules and o.paid_at >= r.from_at and o.paid_at < r.until_at
         and o.amount_cents >= r.minimum_cents`,
    `analyze v_activity_orders`,

    `create temp table v_epochs as
     select rules, partner_id, at as known_from,
       coalesce(lead(at) over (partition by rules, partner_id order by at), 9223372036854775807) as known_until
     from (
       select rules, partner_id, 0 as at from v_activity_orders
       union
       select rules, partner_id, cancelled from v_activity_orders where cancelled is not null
       union
       select rules, partner_id, intake from (
         select rules, partner_id, intake, paid_at, max(paid_at) over (partition by rules, partner_id order by intake
           groups between unbounded preceding and 1 preceding) as paid_before
         from v_activity_orders) o
       where paid_at < paid_before) changes`,
    `analyze v_epochs`,
    `create temp table v_stretches as
     with summed as (
       select o.*, e.known_from, e.known_until,
         sum(o.adds) over (partition by o.rules, o.partner_id, e.known_from order by o.paid_at, o.intake, o.id) as total
       from v_activity_orders o join v_epochs e using (rules, partner_id)
       where o.intake < e.known_until and (o.cancelled is null or o.cancelled >= e.known_until)
     ), ended as (
       select *, total + max(paid_at - total + adds) over (partition by rules, partner_id, known_from
         order by paid_at, intake, id) as end_at
       from summed
     )
     select rules, partner_id, (end_at - adds)::bigint as start_at, end_at::bigint as end_at,
       greatest(intake, known_from) as known_from, known_until
     from ended`,
    `create temp table v_active_until as
     select partner_id, max(end_at) as active_until from v_stretches
     where known_until = 9223372036854775807
       and rules = (select r.rules from v_activity_rules r order by r.known desc limit 1)
     group by partner_id`,
    // Stretches that start after the last payment cannot matter for any order.
    `delete from v_stretches where start_at > (select max(paid_at) from v_orders)`,
    `analyze v_stretches`,
    `analyze v_active_until`,
  ],
  checks: [],
}
