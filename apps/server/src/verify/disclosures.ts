import { verifyDisclosure } from '@partner-office/statement-check'
import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'
import { comparison, type Family } from './check.ts'

const LEAST = 10

/** The EUR amount of the stored number of a group, by its name; null where the group shows none. */
const stored = (name: string): string => `(g.numbers ->> '${name}')::numeric`

/** A percentile as it is shown: its value, if ten members have at most and ten at least as much. */
const percentile = (values: string, percent: number): string => `(
  select case when count(*) filter (where v.value <= p.value) >= ${LEAST}
    and count(*) filter (where v.value >= p.value) >= ${LEAST} then p.value end
  from unnest(${values}) as v(value) cross join (
    select (${values})[greatest(1, ceil(${percent} * n.members / 100.0))::integer] as value) p
  group by p.value)`

const eur = (value: string): string => `pg_temp.v_half_up(${value}, 1000000) * 0.01`

/** Where nobody or ten members or more have an income, the value; else null. */
const ofEnough = (value: string): string =>
  `case when n.positive = 0 and n.negative = 0 or n.positive + n.negative >= ${LEAST} then ${value} end`

const numbers = comparison({
  'the members': [stored('members'), 'n.members'],
  'the share without income': [
    stored('withoutIncome'),
    'pg_temp.v_half_up(1000 * (n.members - n.positive), n.members) * 0.1',
  ],
  p25: [stored('p25'), eur(percentile('n.incomes', 25))],
  'the median': [stored('median'), eur(percentile('n.incomes', 50))],
  p75: [stored('p75'), eur(percentile('n.incomes', 75))],
  p90: [stored('p90'), eur(percentile('n.incomes', 90))],
  p99: [stored('p99'), eur(percentile('n.incomes', 99))],
  'the mean': [
    stored('mean'),
    `case when g.shows_mean then ${ofEnough('pg_temp.v_half_up(n.sum, 1000000 * n.members::numeric) * 0.01')} end`,
  ],
  'the end of the highest band': [stored('maximumUpTo'), ofEnough('pg_temp.v_band_end(n.highest)')],
  'the share with purchases': [
    stored('withPurchases'),
    'pg_temp.v_half_up(1000 * n.buyers, n.members) * 0.1',
  ],
  'the median purchase': [stored('purchaseMedian'), `${percentile('n.purchases', 50)} * 0.01`],
})

/** What the highest members received of all income, `percent` of them. */
const topShare = (percent: number): string => `(
  select case when t.size >= ${LEAST} and n.positive >= ${LEAST} and n.sum > 0 then pg_temp.v_half_up(1000 * (
    select sum(v.value) from unnest(n.incomes[n.members - t.size + 1:]) as v(value)), n.sum) * 0.1 end
  from (select greatest(1, ceil(${percent} * n.members / 100.0))::integer as size) t)`

const values = comparison({
  'the month': [`d.document ->> 'period'`, 'd.period'],
  'the number of months': [`(d.document ->> 'months')::integer`, 'd.months::integer'],
  'the last fact': [`(d.document ->> 'upToFact')::bigint`, 'd.up_to_fact'],
  'the plan': [`(d.document ->> 'planVersion')::integer`, 'd.plan'],
  'the seal': [`d.document ->> 'seal'`, `encode(d.seal, 'hex')`],
  'the instant of the seal': [`(d.document ->> 'sealedAt')::bigint`, 'd.sealed_at'],
  'the share of the highest 1 %': [`(d.document ->> 'topOne')::numeric`, topShare(1)],
  'the share of the highest 10 %': [`(d.document ->> 'topTen')::numeric`, topShare(10)],
})

/** The month of a record, as statements have it: its own, or the next one that was closed after it came. */
const RECORDS = `
  select b.partner_id, b.currency, b.rate, b.amount, case when own.month > k.latest then own.month else k.next end as month
  from bonus_records b
    left join rank_reaches r on r.bonus_record_id = b.id
    left join v_orders o on o.id = coalesce(b.order_id, r.order_id)
    left join v_closed c on c.id = b.closing_id and b.reverses_id is null
    cross join lateral (select
      coalesce(c.period, to_char(to_timestamp(b.paid_at / 1000.0) at time zone 'UTC', 'YYYY-MM')) as month,
      coalesce(c.place - 1, (select count(*) from v_closed e
        where e.up_to_fact < case when b.reverses_id is null then o.fact else o.cancelled end)) as known) own
    join v_closed_before k on k.known = own.known`

/**
 * The income disclosures: each number follows from partners, orders, records and rates, and both files are as they were
 * signed.
 *
 * Which ranks are joined is taken from the disclosure, which its signature covers; whether a group is large enough is
 * checked.
 *
 * Source: console.md section 8, "Income disclosure"; DIS-002.
 */
export const disclosures: Family = {
  name: 'income disclosures',
  prepare: [
    `create function pg_temp.v_half_up(num numeric, den numeric) returns numeric language sql immutable as $$
       select sign(num) * div(2 * abs(num) + den, 2 * den) $$`,
    `create function pg_temp.v_band_end(income numeric) returns numeric language sql immutable as $$
       select case when income <= 0 then 0 else (
         select min(step * power(10::numeric, k)) * 0.01 from generate_series(0, 20) k, (values (1), (2), (5)) as s(step)
         where step * power(10::numeric, k) * 1000000 >= income) end $$`,

    `create function pg_temp.v_ms(at timestamp) returns bigint language sql immutable as $$
       select (extract(epoch from at) * 1000)::bigint $$`,

    `create temp table v_closed as
     select c.id, c.period, c.up_to_fact, c.plan_version, row_number() over (order by c.id) as place, s.hash, s.sealed_at
     from closings c join period_seals s on s.closing_id = c.id`,
    `create temp table v_closed_before as
     select k.known, l.latest, (select period from v_closed c where c.place > k.known and c.period > l.latest
       order by c.place limit 1) as next
     from generate_series(0, (select count(*) from v_closed)) as k(known) cross join lateral (
       select coalesce(max(period), '') as latest from v_closed c where c.place <= k.known) l`,
    // Each credit is cut at the eighth decimal of EUR.
    `create temp table v_earned as
     select month, partner_id, sum(div(amount * power(10::numeric, 8 - pg_temp.v_decimals(currency)),
       case currency when 'EUR' then 1 else rate end)) as income
     from (${RECORDS}) r where month in (select period from disclosed_incomes) and (rate is not null or currency = 'EUR')
     group by month, partner_id`,
    `analyze v_earned`,

    `create temp table v_disclosed as
     select d.period, d.months, d.content::jsonb -> 'disclosure' as document, c.up_to_fact, c.plan_version, c.hash as seal,
       c.sealed_at, p.version as plan, m.month_start, m.month_end,
       m.month_start - case d.months when 12 then interval '11 months' else interval '0' end as window_start
     from disclosures d left join v_closed c using (period)
       cross join lateral (select to_timestamp(d.period || '-01', 'YYYY-MM-DD')::timestamp as month_start,
         to_timestamp(d.period || '-01', 'YYYY-MM-DD')::timestamp + interval '1 month' as month_end) m
       left join v_plan_periods p on p.known = c.plan_version
         and pg_temp.v_ms(m.month_end) - 1 >= p.from_at and pg_temp.v_ms(m.month_end) - 1 < p.until_at`,

    // Members of at least one of the months: whoever was erased counts in the months that ended before.
    `create temp table v_members as
     select d.period, d.months, p.id, p.country_id, coalesce(e.income, 0) as income, coalesce(o.cents, 0) as cents,
       a.is_active, r.code
     from v_disclosed d
       cross join lateral (select pg_temp.v_ms(d.window_start) as start_at, pg_temp.v_ms(d.month_end) as end_at,
         pg_temp.v_ms(d.window_start + interval '1 month') as first_end) w
       join partners p on p.fact <= d.up_to_fact
       cross join lateral (select case when p.erased_at < w.end_at then pg_temp.v_ms(date_trunc('month',
         to_timestamp(p.erased_at / 1000.0) at time zone 'UTC')) else w.end_at end as last_end) l
       left join lateral (select sum(e.income) as income
         from v_earned e where e.partner_id = p.id and e.month between to_char(d.window_start, 'YYYY-MM') and d.period
           and (p.erased_at is null or e.month < to_char(to_timestamp(p.erased_at / 1000.0) at time zone 'UTC', 'YYYY-MM'))) e
         on true
       left join lateral (select sum(o.amount_cents) as cents from v_orders o
         where o.partner_id = p.id and o.fact <= d.up_to_fact and (o.cancelled is null or o.cancelled > d.up_to_fact)
           and o.paid_at >= w.start_at and o.paid_at < w.end_at) o on true
       cross join lateral (select exists (select from v_stretches s join v_activity_rules u on u.rules = s.rules
         where u.known = d.plan_version and s.partner_id = p.id and s.known_from <= d.up_to_fact
           and s.known_until > d.up_to_fact and s.start_at < w.end_at and s.end_at > w.start_at) as is_active) a
       left join lateral (select k.code from v_ranks k where k.version = d.plan and k.id <= coalesce((
           select max(h.rank_id) from rank_reaches h join v_orders o on o.id = h.order_id
           where h.partner_id = p.id and h.ladder = 'ordinary' and h.reached_at < w.end_at and o.fact <= d.up_to_fact),
           (select min(id) from v_ranks where version = d.plan))
         order by k.place desc limit 1) r on true
     where p.registered_at < l.last_end and l.last_end >= w.first_end`,
    `create index on v_members (period, months)`,
    `analyze v_members`,

    `create temp table v_groups as
     select d.period, d.months, g.place, g.item ->> 'of' as kind, g.item -> 'numbers' as numbers,
       array(select jsonb_array_elements_text(g.item -> 'names')) as names,
       case g.item ->> 'of' when 'all' then d.months = 1 or not exists (select from (
           select count(*) as earning from disclosed_incomes i cross join unnest(i.incomes)
           where i.period between to_char(d.window_start, 'YYYY-MM') and d.period group by i.period) m
           where m.earning < ${LEAST})
         when 'active' then d.months = 1 when 'ranks' then d.months = 1 else false end as shows_mean
     from v_disclosed d cross join lateral jsonb_array_elements(d.document -> 'groups') with ordinality as g(item, place)`,
    `create temp table v_numbers as
     select g.period, g.months, g.place, count(m.id) as members, array_agg(m.income order by m.income) as incomes,
       array_agg(m.cents order by m.cents) as purchases, sum(m.income) as sum, max(m.income) as highest,
       count(*) filter (where m.income > 0) as positive, count(*) filter (where m.income < 0) as negative,
       count(*) filter (where m.cents > 0) as buyers
     from v_groups g left join v_members m on m.period = g.period and m.months = g.months and case g.kind
         when 'all' then true
         when 'active' then m.is_active
         when 'ranks' then m.code = any(g.names)
         when 'country' then m.country_id = any(g.names)
         else not exists (select from v_groups c where c.period = g.period and c.months = g.months
           and c.kind = 'country' and m.country_id = any(c.names)) end
     group by g.period, g.months, g.place`,
    `create temp table v_disclosure_findings (period text, months smallint, difference text)`,
    checkSignatures,
  ],
  checks: [
    {
      name: 'an income disclosure is as it was signed',
      differences: `
        select format('disclosure of %s, %s months: %s', period, months, difference) as difference
        from v_disclosure_findings order by period, months, difference`,
    },
    {
      name: 'every disclosed month has its incomes and its disclosure, and twelve of them have theirs',
      differences: `
        select format('disclosure of %s, %s months: it is %s', period, months,
          case when stored then 'there without its incomes' else 'missing' end) as difference
        from (
          select period, months, true as stored from disclosures) d
          full join (
          select period, 1 as months from disclosed_incomes
          union all
          select i.period, 12 from disclosed_incomes i where 12 = (select count(*) from disclosed_incomes e
            where e.period <= i.period and e.period > to_char(to_date(i.period, 'YYYY-MM') - interval '12 months', 'YYYY-MM'))
          ) due using (period, months)
        where stored is null or due is null order by period, months`,
    },
    {
      name: 'the incomes of a disclosed month follow from its records',
      differences: `
        select format('income of partner %s in %s: %s EUR, its records come to %s EUR', partner_id, period,
          coalesce(s.income, 0) * 0.00000001, coalesce(e.income, 0) * 0.00000001) as difference
        from (select d.period, u.partner_id, u.income
          from disclosed_incomes d cross join unnest(d.partner_ids, d.incomes) as u(partner_id, income)) s
          full join (select m.period, m.id as partner_id, m.income from v_members m
            where m.months = 1 and m.income <> 0) e using (period, partner_id)
        where s.income is distinct from e.income order by period, partner_id`,
    },
    {
      name: 'an income disclosure is about its month',
      differences: `
        select format('disclosure of %s, %s months: %s', d.period, d.months, ${values.words}) as difference
        from v_disclosed d join v_numbers n on n.period = d.period and n.months = d.months and n.place = 1
        where d.document is not null and ${values.differ} order by d.period, d.months`,
    },
    {
      name: 'a network has a disclosure from ten members on',
      differences: `
        select format('disclosure of %s, %s months: it has %s groups, and there are %s members', d.period, d.months,
          (select count(*) from v_groups g where g.period = d.period and g.months = d.months), count(m.id)) as difference
        from v_disclosed d left join v_members m on m.period = d.period and m.months = d.months
        group by d.period, d.months, d.document
        having (count(m.id) >= ${LEAST}) <> (d.document is not null) order by d.period, d.months`,
    },
    {
      name: 'a number of an income disclosure follows from the members of its group',
      differences: `
        select format('disclosure of %s, %s months, %s: %s', g.period, g.months,
          concat_ws(' ', g.kind, nullif(array_to_string(g.names, ' '), '')), ${numbers.words}) as difference
        from v_groups g join v_numbers n using (period, months, place)
        where ${numbers.differ} order by g.period, g.months, g.place`,
    },
    {
      name: 'no group of an income disclosure has fewer than ten members, nor one to nine with an income',
      differences: `
        select format('disclosure of %s, %s months, %s: %s members, %s of them with an income', g.period, g.months,
          concat_ws(' ', g.kind, nullif(array_to_string(g.names, ' '), '')), n.members, n.positive + n.negative) as difference
        from v_groups g join v_numbers n using (period, months, place)
        where n.members < ${LEAST} or (g.kind in ('active', 'ranks') and n.positive + n.negative between 1 and ${LEAST - 1}
          and (select count(*) from v_groups r where r.period = g.period and r.months = g.months and r.kind = 'ranks') > 1)
        order by g.period, g.months, g.place`,
    },
    {
      name: 'every rank is in one group of an income disclosure, in the order of the ladder',
      differences: `
        select format('disclosure of %s, %s months: its ranks are %s, the ladder is %s', d.period, d.months,
          array_to_string(s.names, ' '), array_to_string(l.names, ' ')) as difference
        from v_disclosed d
          cross join lateral (select array(select u.name from v_groups g
            cross join unnest(g.names) with ordinality as u(name, at)
            where g.period = d.period and g.months = d.months and g.kind = 'ranks' order by g.place, u.at) as names) s
          cross join lateral (select array(select code from v_ranks where version = d.plan order by place) as names) l
        where d.document is not null and s.names <> l.names order by d.period, d.months`,
    },
  ],
}

/** Checks the signatures of both files of each disclosure. */
async function checkSignatures(tx: Tx): Promise<void> {
  const keys = await readKeys(tx)
  const rows = await tx.selectFrom('disclosures').selectAll().execute()
  for (const { period, months, content, csv, keyId } of rows) {
    const tell = (difference: string) =>
      sql`insert into v_disclosure_findings values (${period}, ${months}, ${difference})`.execute(
        tx,
      )
    for (const [file, text] of [
      ['its data', content],
      ['its table', csv],
    ] as const) {
      if (text === null) continue
      const verdict = await verifyDisclosure(new TextEncoder().encode(text), keys)
      for (const { code, part } of verdict.findings)
        await tell(`${file}: ${code} ${part ?? ''}`.trim())
      const isOwn = verdict.period === period && verdict.months === months
      if (verdict.isValid && !isOwn) await tell(`${file}: it is that of ${verdict.period}`)
      if (!text.includes(`${keyId}`)) await tell(`${file}: it is not signed with key ${keyId}`)
    }
  }
}

/** The keys as a checker needs them: one ends when the next one is made. */
async function readKeys(tx: Tx) {
  const rows = await tx.selectFrom('statementKeys').selectAll().orderBy('generation').execute()
  return rows.map(({ id, publicKey }, at) => {
    return {
      id,
      publicKey: publicKey.toString('base64url'),
      retiredAt: rows[at + 1]?.madeAt ?? null,
    }
  })
}
