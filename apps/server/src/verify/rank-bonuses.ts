import { comparison, type Family } from './check.ts'

const record = comparison({
  'the type': ['b.type', `'TURNOVER'`],
  'the partner': ['b.partner_id', 'r.partner_id'],
  'the rank': ['b.rank_id', 'r.rank_id'],
  'the order': ['b.order_id', 'null'],
  'the level': ['b.level', '0'],
  'the period': ['b.period', 'null'],
  'the currency': ['b.currency', 'r.rank_currency'],
  'the payment': ['b.paid_at', 'r.paid_at'],
  'the plan': ['b.plan_version', 'r.plan_version'],
  'the percent': ['b.percent', 'null'],
  'the base in cents': ['b.base_cents', 'r.bonus_cents'],
  'the rate': ['b.rate', 'q.rate'],
  'the amount before the cut': ['b.before_cut', 'r.bonus_cents * 0.01 * q.rate'],
  'the amount': ['b.amount', 'pg_temp.v_cut(r.bonus_cents * 0.01 * q.rate, r.rank_currency)'],
  'the closing': ['b.closing_id', 'null'],
  'the derivation': ['b.derivation', 'null'],
  'the pool': ['b.pool', 'null'],
  'the window': ['b.turbo_window', 'null'],
  'credited before': ['b.credited_before', 'null'],
})

/**
 * Each rank of the bonus ladder has its bonus credited exactly once.
 *
 * Source: decisions C2, C11.1, C11.4, C11.6, D-047, D-048, D-050.
 */
export const rankBonuses: Family = {
  name: 'rank bonuses',
  prepare: [],
  checks: [
    {
      name: 'every rank with a bonus is credited once, and no other',
      differences: `
        select format('partner %s, rank %s (%s) of the %s ladder: %s', r.partner_id, r.code, r.rank_id, r.ladder, case
            when b.id is not null then format('bonus record %s is credited for it, but no bonus is due', b.id)
            when r.bonus_record_id is not null then format('bonus record %s does not exist', r.bonus_record_id)
            else format('its bonus of %s is not credited', pg_temp.v_eur(r.bonus_cents)) end) as difference
        from v_reaches r left join bonus_records b on b.id = r.bonus_record_id
        where case when r.ladder = 'bonus' and r.bonus_cents > 0 then b.id is null and not exists (
            -- Nothing is left after the cut: no record, the rank still counts as credited.
            select from v_quotes q
            where q.from_currency = 'EUR' and q.to_currency = r.rank_currency and q.rate_type = 'SELL'
              and r.recorded_at >= q.used_from and r.recorded_at < q.used_until
              and pg_temp.v_cut(r.bonus_cents * 0.01 * q.rate, r.rank_currency) = 0)
          else r.bonus_record_id is not null end
        order by r.partner_id, r.ladder, r.rank_id`,
    },
    {
      name: 'a TURNOVER record belongs to a rank',
      differences: `
        select format('bonus record %s of partner %s: TURNOVER of rank %s, which names %s', b.id, b.partner_id,
          b.rank_id, case count(r.partner_id) when 0 then 'no record' else 'more than one' end) as difference
        from bonus_records b left join rank_reaches r on r.bonus_record_id = b.id
        where b.type = 'TURNOVER' group by b.id having count(r.partner_id) <> 1 order by b.id`,
    },
    {
      name: 'a TURNOVER record follows from its rank',
      differences: `
        select format('bonus record %s of partner %s: %s', b.id, b.partner_id, ${record.words}) as difference
        from v_reaches r join bonus_records b on b.id = r.bonus_record_id left join v_quotes q on q.id = b.rate_id
        where ${record.differ} order by b.id`,
    },
    {
      name: 'a rank is credited at the quote in force at intake',
      differences: `
        select format('bonus record %s of partner %s: credited at quote %s, which is not the one in force at %s', b.id,
          b.partner_id, b.rate_id, r.recorded_at) as difference
        from v_reaches r join bonus_records b on b.id = r.bonus_record_id left join v_quotes q on q.id = b.rate_id
        where (q.from_currency, q.to_currency, q.rate_type) is distinct from ('EUR', r.rank_currency, 'SELL')
          or r.recorded_at < q.used_from or r.recorded_at >= q.used_until
          or (r.rank_currency = (select unilevel_currency from v_plans p where p.version = r.plan_version)
            and b.rate_id <> r.rate_id)
        order by b.id`,
    },
  ],
}
