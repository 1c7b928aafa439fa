import type { Family } from './check.ts'

/**
 * The order of the facts: their numbers, and that each fact comes after the facts it refers to.
 *
 * `v_partners` holds the partners without names. `v_orders` adds to each order what was known when it was decided: `known`,
 * the newest plan; `intake`, the first fact of its import or call; and `cancelled`, the number of its cancellation.
 *
 * Source: decisions C0; operations section 5; the schema's "what happened, in the order in which it was committed".
 */
export const facts: Family = {
  name: 'facts',
  prepare: [
    `create temp table v_partners as select id, sponsor_id, depth, registered_at, fact from partners`,
    `create index on v_partners (sponsor_id)`,
    `analyze v_partners`,
    `create temp table v_facts as
     select fact, 'partner' as kind, id from v_partners
     union all select fact, 'order', id from orders
     union all select fact, 'cancellation of order', order_id from cancellations
     union all select fact, 'block of partner', partner_id from partner_blocks`,
    `create temp table v_orders as
     select o.id, o.partner_id, o.paid_at, o.amount_cents, o.recorded_at, o.intake, o.fact, c.fact as cancelled,
       d.plan_version, d.rate_id,
       (select max(p.known) from v_plan_choices p
        where p.version = d.plan_version and o.paid_at >= p.from_at and o.paid_at < p.until_at
          and o.recorded_at >= p.recorded_from and o.recorded_at < p.recorded_until) as known
     from orders o left join cancellations c on c.order_id = o.id left join order_decisions d on d.order_id = o.id`,
    `analyze v_facts`,
    `analyze v_orders`,
  ],
  checks: [
    {
      name: 'fact numbers have no gap',
      differences: `
        select case when before + 2 = fact then format('fact %s is missing', before + 1)
          else format('facts %s to %s are missing', before + 1, fact - 1) end as difference
        from (
          select fact, lag(fact, 1, 0::bigint) over (order by fact) as before from (
            select f.fact from v_facts f, fact_log l where f.fact between 1 and l.last_fact
            union all select last_fact + 1 from fact_log) numbered) f
        where fact > before + 1 order by fact`,
    },
    {
      name: 'a fact number is used once',
      differences: `
        select format('fact %s is used for %s', fact, string_agg(kind || ' ' || id, ' and for ' order by kind, id))
          as difference
        from v_facts group by fact having count(*) > 1 order by fact`,
    },
    {
      name: 'fact numbers end where the fact log says',
      differences: `
        select format('fact %s, %s %s, is not among the %s facts of the fact log', f.fact, f.kind, f.id, l.last_fact)
          as difference
        from v_facts f, fact_log l where f.fact not between 1 and l.last_fact order by f.fact
        `,
    },
    {
      name: 'a sponsor is recorded before the partner',
      differences: `
        select format('partner %s: fact %s comes before fact %s of the sponsor %s', p.id, p.fact, s.fact, s.id)
          as difference
        from v_partners p join v_partners s on s.id = p.sponsor_id where p.fact < s.fact order by p.id`,
    },
    {
      name: 'no order comes before its buyer is registered',
      differences: `
        select format('order %s: %s', o.id, case
            when p.id is null then format('its buyer %s does not exist', o.partner_id)
            when o.fact < p.fact then format('fact %s comes before fact %s of its buyer %s', o.fact, p.fact, p.id)
            else format('paid at %s, before the registration of partner %s at %s', o.paid_at, p.id, p.registered_at)
          end) as difference
        from v_orders o left join v_partners p on p.id = o.partner_id
        where p.id is null or o.fact < p.fact or o.paid_at < p.registered_at order by o.id`,
    },
    {
      name: 'every order is above zero',
      differences: `
        select format('order %s: %s', id, pg_temp.v_eur(amount_cents)) as difference
        from v_orders where amount_cents <= 0 order by id`,
    },
    {
      name: 'an intake begins with its first fact and takes orders by payment',
      differences: `
        select format('order %s: fact %s, paid at %s, does not follow from its place in intake %s', id, fact, paid_at,
          intake) as difference
        from (
          select id, fact, paid_at, intake,
            intake + row_number() over (partition by intake order by paid_at, id) - 1 as due_fact
          from v_orders) o
        where fact <> due_fact order by fact`,
    },
    {
      name: 'a cancellation comes after its order',
      differences: `
        select format('cancellation of order %s: %s', c.order_id, case when o.id is null then 'there is no such order'
          else format('fact %s comes before fact %s of the order', c.fact, o.fact) end) as difference
        from cancellations c left join orders o on o.id = c.order_id
        where o.id is null or c.fact < o.fact order by c.order_id`,
    },
    {
      name: 'nobody is blocked before being registered',
      differences: `
        select format('block of partner %s: %s', b.partner_id, case when p.id is null then 'there is no such partner'
          else format('fact %s comes before fact %s of the partner', b.fact, p.fact) end) as difference
        from partner_blocks b left join v_partners p on p.id = b.partner_id
        where p.id is null or b.fact < p.fact order by b.fact`,
    },
  ],
}
