import { comparison, type Family } from './check.ts'

const record = comparison({
  'the currency': ['currency', 'due_currency'],
  'the base in cents': ['base_cents', 'due_cents'],
  'the payment': ['paid_at', 'due_paid_at'],
  'the plan': ['plan_version', 'due_plan'],
  'the quote': ['rate_id', 'due_rate_id'],
  'the rate': ['rate', 'due_rate'],
  'the rank': ['rank_id', 'null'],
  'the period': ['period', 'null'],
  'the amount before the cut': ['before_cut', 'due_before_cut'],
  'the amount': ['amount', 'due_amount'],
  'the closing': ['closing_id', 'null'],
  'the derivation': ['derivation', 'null'],
  'the pool': ['pool', 'null'],
  'the window': ['turbo_window', 'null'],
  'credited before': ['credited_before', 'null'],
})

/**
 * Every level of every order has a payment or a reason for none. The decision at intake stays, also for cancelled orders.
 *
 * All orders go up one level per step, as often as there are paid levels.
 *
 * Source: decisions B2, B4, C3, C8, C11.4 to C11.6, C11.13.
 */
export const unilevel: Family = {
  name: 'unilevel',
  prepare: [
    `create temp table v_shares as
     with recursive line as (
       select o.id as order_id, p.sponsor_id as partner_id, 1 as level, u.last_depth
       from v_orders o join v_partners p on p.id = o.partner_id
         join v_unilevel u on u.version = o.plan_version and o.paid_at >= u.from_at and o.paid_at < u.until_at
       where p.sponsor_id is not null and u.last_depth >= 1
       union all
       select l.order_id, p.sponsor_id, l.level + 1, l.last_depth
       from line l join v_partners p on p.id = l.partner_id
       where p.sponsor_id is not null and l.level < l.last_depth)
     select order_id, partner_id, level from line`,
    `analyze v_shares`,
    `create temp table v_blocked as
     select partner_id, fact as from_fact, until_fact from (
       select partner_id, blocked, fact,
         lead(fact, 1, 9223372036854775807) over (partition by partner_id order by fact) as until_fact
       from partner_blocks) b
     where blocked`,
    `analyze v_blocked`,

    // The due decision for each share, from the facts known at intake: a percent, or the first reason that applies.
    `create temp table v_due as
     select s.order_id, s.level, s.partner_id, r.kind, r.percent, case
         when coalesce(r.percent, 0) = 0 then 'no_percent'
         when b.partner_id is not null then 'blocked'
         when case r.kind when 'DIRECT' then p.direct_needs_activity else p.team_needs_activity end
           and a.partner_id is null then 'inactive'
         when pg_temp.v_cut(o.amount_cents * r.percent * 0.0001 * q.rate, p.unilevel_currency) = 0
           then 'below_smallest_unit' end as reason
     from v_shares s join v_orders o on o.id = s.order_id join v_plans p on p.version = o.plan_version
       join v_unilevel u on u.version = o.plan_version and o.paid_at >= u.from_at and o.paid_at < u.until_at
       left join v_unilevel_rows r on r.version = u.version and r.from_at = u.from_at and r.depth = s.level
       left join v_quotes q on q.id = o.rate_id
       left join v_blocked b on b.partner_id = s.partner_id and o.intake > b.from_fact and o.intake < b.until_fact
       left join (select distinct known, rules from v_activity_rules) k
         on k.known = coalesce(o.known, (select max(known) from v_known_plans))
       left join v_stretches a on a.partner_id = s.partner_id and a.rules = k.rules
         and o.paid_at >= a.start_at and o.paid_at < a.end_at
         and o.intake >= a.known_from and o.intake < a.known_until`,
    `analyze v_due`,
  ],
  checks: [
    {
      name: 'every order says what it decided, by the plan valid at payment',
      differences: `
        select format('order %s: %s', o.id, case
            when o.plan_version is null then 'nothing says what it decided'
            else format('decided by plan %s, not the one valid at %s', o.plan_version, o.paid_at) end) as difference
        from v_orders o where o.known is null order by o.id`,
    },
    {
      name: 'every order is decided at the quote in force at intake',
      differences: `
        select format('order %s: decided at quote %s, %s', o.id, o.rate_id, case
            when q.id is null then 'which does not exist'
            when (q.from_currency, q.to_currency, q.rate_type) is distinct from ('EUR', p.unilevel_currency, 'SELL')
              then format('which is not EUR to %s, SELL', p.unilevel_currency)
            else format('not in force at %s', o.recorded_at) end) as difference
        from v_orders o join v_plans p on p.version = o.plan_version left join v_quotes q on q.id = o.rate_id
        where (q.from_currency, q.to_currency, q.rate_type) is distinct from ('EUR', p.unilevel_currency, 'SELL')
          or o.recorded_at < q.used_from or o.recorded_at >= q.used_until
        order by o.id`,
    },
    {
      name: 'no order is decided at an older quote than the order before',
      differences: `
        select format('order %s: decided at quote %s, and order %s before it at quote %s', id, rate_id, id_before,
          rate_before) as difference
        from (
          select o.id, o.rate_id, o.fact, lag(o.id) over w as id_before, lag(o.rate_id) over w as rate_before
          from v_orders o join v_quotes q on q.id = o.rate_id
          window w as (partition by q.from_currency, q.to_currency, q.rate_type order by o.fact)) o
        where rate_id < rate_before order by fact`,
    },
    {
      name: 'every level of an order is paid or has a reason',
      differences: `
        select format('order %s, level %s, partner %s: stored is %s, due is %s', order_id, level, partner_id,
          coalesce(t.reason, t.kind || ' of ' || trim_scale(t.percent) || ' %', 'nothing'),
          coalesce(d.reason, d.kind || ' of ' || trim_scale(d.percent) || ' %', 'nothing'))
          as difference
        from (
          select true as is_due, order_id, level, partner_id, reason, case when reason is null then kind end as kind,
            case when reason is null then percent end as percent
          from v_due) d
        full join (
          select true as is_told, order_id, level::integer, partner_id, null as reason, type as kind, percent
          from bonus_records where reverses_id is null and type in ('DIRECT', 'TEAM')
          union all
          select true, d.order_id, u.level::integer, u.partner_id, u.reason::text, null, null
          from order_decisions d cross join lateral
            unnest(d.unpaid_partner_ids, d.unpaid_levels, d.unpaid_reasons) as u(partner_id, level, reason)) t
        using (order_id, level, partner_id)
        where (d.is_due, d.reason, d.kind, d.percent) is distinct from (t.is_told, t.reason, t.kind, t.percent)
        order by order_id, level, partner_id`,
    },
    {
      name: 'no level has two reasons',
      differences: `
        select format('order %s: a level has more than one reason', order_id) as difference
        from order_decisions
        where cardinality(unpaid_levels) <> (select count(distinct level) from unnest(unpaid_levels) as u(level))
        order by order_id`,
    },
    {
      name: 'a DIRECT or TEAM record follows from its order',
      differences: `
        select format('bonus record %s of partner %s: %s', id, partner_id, case
          when due_cents is null then 'its order does not exist' else ${record.words} end) as difference
        from (
          select b.*, o.amount_cents as due_cents, o.paid_at as due_paid_at, o.plan_version as due_plan,
            o.rate_id as due_rate_id, q.rate::numeric as due_rate, p.unilevel_currency as due_currency,
            o.amount_cents * b.percent * 0.0001 * q.rate as due_before_cut,
            pg_temp.v_cut(o.amount_cents * b.percent * 0.0001 * q.rate, p.unilevel_currency) as due_amount
          from bonus_records b left join v_orders o on o.id = b.order_id
            left join v_plans p on p.version = o.plan_version left join v_quotes q on q.id = o.rate_id
          where b.reverses_id is null and b.type in ('DIRECT', 'TEAM')) r
        where ${record.differ} order by id`,
    },
  ],
}
