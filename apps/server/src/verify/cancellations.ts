import { comparison, type Family } from './check.ts'

const reversal = comparison({
  'the partner': ['r.partner_id', 'b.partner_id'],
  'the type': ['r.type', 'b.type'],
  'the order': ['r.order_id', 'b.order_id'],
  'the level': ['r.level', 'b.level'],
  'the currency': ['r.currency', 'b.currency'],
  'the amount': ['r.amount', '-b.amount'],
  'the amount before the cut': ['r.before_cut', '-b.before_cut'],
  'the period': ['r.period', 'b.period'],
  'the plan': ['r.plan_version', 'b.plan_version'],
  'the rank': ['r.rank_id', 'b.rank_id'],
  'the percent': ['r.percent', 'b.percent'],
  'the base in cents': ['r.base_cents', 'b.base_cents'],
  'the quote': ['r.rate_id', 'b.rate_id'],
  'the rate': ['r.rate', 'b.rate'],
  'the closing': ['r.closing_id', 'b.closing_id'],
  'the derivation': ['r.derivation', 'b.derivation'],
  'the pool': ['r.pool', 'b.pool'],
  'the window': ['r.turbo_window', 'b.turbo_window'],
  'credited before': ['r.credited_before', 'b.credited_before'],
  'the payment': ['r.paid_at', 'c.cancelled_at'],
})

/**
 * All credits of cancelled orders are reversed, and no others.
 *
 * Source: decisions C11.14.
 */
export const cancellations: Family = {
  name: 'cancellations',
  prepare: [
    `create temp table v_reversals as select * from bonus_records where reverses_id is not null`,
    `analyze v_reversals`,
  ],
  checks: [
    {
      name: 'every record of a cancelled order is reversed once',
      differences: `
        select format('bonus record %s of order %s, which is cancelled: reversed %s times', b.id, b.order_id,
          count(r.id)) as difference
        from cancellations c join bonus_records b on b.order_id = c.order_id
          left join v_reversals r on r.reverses_id = b.id
        where b.reverses_id is null
          -- A closing reverses credits of orders cancelled meanwhile at its end.
          and not exists (select from closings l left join period_seals s on s.closing_id = l.id
            where l.id = b.closing_id and s.closing_id is null)
        group by b.id having count(r.id) <> 1 order by b.id`,
    },
    {
      name: 'nothing is reversed without a cancellation',
      differences: `
        select format('bonus record %s: %s', r.id, case
            when b.id is null then format('it reverses record %s, which does not exist', r.reverses_id)
            when b.reverses_id is not null then format('it reverses record %s, itself a reversal', b.id)
            else format('it reverses record %s, whose order %s is not cancelled', b.id, b.order_id) end) as difference
        from v_reversals r left join bonus_records b on b.id = r.reverses_id
          left join cancellations c on c.order_id = b.order_id
        where b.id is null or b.reverses_id is not null or c.order_id is null order by r.id`,
    },
    {
      name: 'a reversal says what the record says, negative, at the instant of cancelling',
      differences: `
        select format('bonus record %s, which reverses %s: %s', r.id, b.id, ${reversal.words}) as difference
        from v_reversals r join bonus_records b on b.id = r.reverses_id join cancellations c on c.order_id = b.order_id
        where ${reversal.differ} order by r.id`,
    },
    {
      name: 'only a reversal is below zero',
      differences: `
        select format('bonus record %s of partner %s: %s, and it reverses nothing', id, partner_id,
          pg_temp.v_coins(amount, currency)) as difference
        from bonus_records where reverses_id is null and not amount > 0 order by id`,
    },
  ],
}
