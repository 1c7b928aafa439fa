import { createHash } from 'node:crypto'

import { type RawBuilder, sql } from 'kysely'

import { type Closing, readClosings } from '../business/months/closing.ts'
import { computeClosing, type ComputedClosing } from '../business/months/compute-closing.ts'
import { bonusCredits } from '../business/months/credit-batch.ts'
import { derivationDocument } from '../business/months/derivation-document.ts'
import { correctionSlices } from '../business/months/late-credits.ts'
import { creditsOf, type PeriodCredit, recordSlices } from '../business/months/period-credit.ts'
import { differencesOf, storedRecords } from '../business/months/record-differences.ts'
import type { Core } from '../core/core.ts'
import type { Tx } from '../db/database.ts'
import { readCursor } from '../db/read-cursor.ts'
import { comparison, type Family } from './check.ts'

/** The bytes of a record that a seal covers: its line of the export. */
const LINE = `concat_ws(',', b.partner_id, b.type, coalesce(b.order_id, 0), b.level, b.currency,
  round(b.amount * ('1e-' || pg_temp.v_decimals(b.currency))::numeric, 8), b.paid_at, b.period) || chr(10)`

const ORDER = `b.partner_id, b.type collate "C", b.period collate "C", coalesce(b.order_id, 0), b.level,
  b.currency collate "C", b.paid_at, b.amount, b.id`

/** The data of a closing besides its records. */
const TEXT = `concat_ws('|', c.id, c.period, c.up_to_fact, c.plan_version, array_to_string(c.rate_ids, ','),
  array_to_string(c.late_periods, ','), c.begun_at)`

/** Whole numbers in derivations are written with a final n, as in `5n`. */
const whole = (path: string): string => `rtrim(d.document #>> '{${path}}', 'n')::numeric`

/**
 * Closed months: each seal covers its closing's credits and the previous seal, each amount follows from its derivation, and
 * computing the month again from the facts gives the same records.
 *
 * A closing that is still being posted has no seal and is not checked.
 *
 * Source: decisions C4 to C7, C11; architecture section 3.
 */
export const closings: Family = {
  name: 'closed months',
  prepare: [
    `create temp table v_period_hashes (closing_id bigint primary key, records bigint, records_hash bytea,
       late_records bigint, late_hash bytea, records_root bytea, late_root bytea)`,
    async (tx) => {
      for (const closing of await sealedClosings(tx)) await hashRecords(tx, closing)
    },
    `create temp table v_period_seals as
     select s.*, c.period, sha256(coalesce(lag(s.hash) over (order by s.closing_id), ''::bytea)
       || convert_to(${TEXT}, 'UTF8') || s.records_hash || s.late_hash
       || coalesce(s.records_root || s.late_root, ''::bytea)) as due_hash
     from period_seals s join closings c on c.id = s.closing_id`,

    // Percents of plans have at most 18 decimals, so scaling by 1e18 makes the division exact.
    `create temp table v_derived as
     select b.id, b.partner_id, b.type, b.currency, b.amount, b.credited_before, d.document,
       case d.document #>> '{value,kind}'
         when 'order' then b.base_cents * (${whole('value,effective,percent,num')} * ${whole('value,paidBefore,den')}
           - ${whole('value,paidBefore,num')} * ${whole('value,effective,percent,den')})
         when 'target' then ${whole('value,row,target')} * ${whole('value,row,percent,num')}
         when 'amounts' then (select sum(rtrim(r ->> 'amount', 'n')::numeric)
           from jsonb_array_elements(d.document #> '{value,rows}') r)
         when 'coins' then ${whole('value,coins,num')}
         when 'pool' then (select sum(div(rtrim(p ->> 'turnover', 'n')::numeric
             * rtrim(p #>> '{percent,num}', 'n')::numeric * 1e18, rtrim(p #>> '{percent,den}', 'n')::numeric))
           from jsonb_array_elements(d.document #> '{value,parts}') p)
       end * ${whole('share,share,num')} * coalesce(${whole('rate,rate,num')}, 1) as num,
       case d.document #>> '{value,kind}'
         when 'order' then 10000 * ${whole('value,effective,percent,den')} * ${whole('value,paidBefore,den')}
         when 'target' then 10000 * ${whole('value,row,percent,den')}
         when 'amounts' then 100
         when 'coins' then ${whole('value,coins,den')}
         when 'pool' then 1e22 * (d.document #>> '{value,achievers}')::numeric
       end * ${whole('share,share,den')} * coalesce(${whole('rate,rate,den')}, 1) as den
     from bonus_records b join bonus_derivations d on d.closing_id = b.closing_id and d.period = b.period
       and d.number = b.derivation
     where b.reverses_id is null and exists (select from period_seals s where s.closing_id = b.closing_id)`,

    `create temp table v_recomputed (closing_id bigint, place bigint, difference text)`,
    async (tx, core) => {
      for (const closing of await sealedClosings(tx)) await recompute(tx, core, closing)
    },
  ],
  checks: [
    {
      name: 'a seal follows from its closing and the seal before',
      differences: `
        select format('seal of %s: its hash does not follow from what it says and the seal before', period)
          as difference
        from v_period_seals where hash is distinct from due_hash order by closing_id`,
    },
    {
      name: 'a seal covers exactly what its closing has credited',
      differences: `
        select format('seal of %s: it covers %s records and %s corrections, there are %s and %s%s', s.period, s.records,
          s.late_records, h.records, h.late_records,
          case when (s.records, s.late_records) = (h.records, h.late_records) then ', of other content' end)
          as difference
        from v_period_seals s join v_period_hashes h using (closing_id)
        where (s.records, s.records_hash, s.late_records, s.late_hash)
            is distinct from (h.records, h.records_hash, h.late_records, h.late_hash)
          or ((s.records_root is not null or s.late_root is not null)
            and (s.records_root, s.late_root) is distinct from (h.records_root, h.late_root))
        order by closing_id`,
    },
    {
      name: 'a record of a month belongs to a closing, and every closing but the newest has its seal',
      differences: `
        select format('bonus record %s of partner %s: its closing %s does not exist', id, partner_id, closing_id)
          as difference
        from bonus_records b where closing_id is not null and not exists (select from closings c where c.id = b.closing_id)
        union all
        select format('closing %s of %s has no seal, and it is not the newest', id, period)
        from closings c where id < (select max(id) from closings)
          and not exists (select from period_seals s where s.closing_id = c.id)`,
    },
    {
      name: 'a record of a month is worth what its derivation says',
      differences: `
        select format('bonus record %s of partner %s: %s is %s, its derivation comes to %s', id, partner_id, type,
          pg_temp.v_coins(amount, currency), pg_temp.v_coins(due, currency)) as difference
        from (
          select *, div(num * power(10::numeric, pg_temp.v_decimals(currency)), den) - coalesce(credited_before, 0) as due
          from v_derived) d
        where amount <> due order by id`,
    },
    {
      name: 'a month is converted at quotes in force when it was closed',
      differences: `
        select format('derivation %s of closing %s: the quote %s is not the last one of its pair among those of the closing',
          d.number, d.closing_id, ${whole('rate,id')}) as difference
        from bonus_derivations d join closings c on c.id = d.closing_id
          join closings own on own.period = d.period
          left join lateral (
            select r.* from rates r where r.id = any(own.rate_ids) and r.from_currency = 'EUR'
              and r.to_currency = d.document #>> '{share,currency}' and r.rate_type = 'SELL'
            order by r.id desc limit 1) q on true
        where d.document -> 'rate' <> 'null'
          and (q.id is distinct from ${whole('rate,id')}
            or q.rate * ${whole('rate,rate,den')} is distinct from ${whole('rate,rate,num')})
        order by d.closing_id, d.number`,
    },
    {
      name: 'a month is what its facts come to',
      differences: `select difference from v_recomputed order by closing_id, place`,
    },
  ],
}

async function sealedClosings(tx: Tx): Promise<Closing[]> {
  return (await readClosings(tx)).filter(({ isSealed }) => isSealed)
}

async function hashRecords(tx: Tx, { id, period }: Closing): Promise<void> {
  const own = await hashOf(tx, sql`b.closing_id = ${id} and b.period = ${period}`)
  const late = await hashOf(tx, sql`b.closing_id = ${id} and b.period <> ${period}`)
  await sql`insert into v_period_hashes
    values (${id}, ${own.records}, ${own.hash}, ${late.records}, ${late.hash}, ${own.root}, ${late.root})`.execute(
    tx,
  )
}

async function hashOf(tx: Tx, which: RawBuilder<unknown>) {
  const hash = createHash('sha256')
  const tree = new RecordTree()
  let records = 0
  const lines = readCursor<{ line: string }>(
    tx,
    sql`select ${sql.raw(LINE)} as line from bonus_records b
      where ${which} and b.reverses_id is null order by ${sql.raw(ORDER)}`,
  )
  for await (const { line } of lines) {
    hash.update(line)
    tree.add(line)
    records += 1
  }
  return { records, hash: hash.digest(), root: tree.root() }
}

const sha256 = (prefix: readonly number[], ...parts: readonly (Buffer | string)[]): Buffer =>
  parts
    .reduce((hash, part) => hash.update(part), createHash('sha256').update(Buffer.from(prefix)))
    .digest()

/** The tree over the lines of records, as RFC 6962 defines it: level by level, with at most one node waiting on each. */
class RecordTree {
  readonly #levels: (Buffer | null)[] = []

  add(line: string): void {
    this.#climb(sha256([0], line), 0)
  }

  #climb(hash: Buffer, level: number): void {
    const left = this.#levels[level] ?? null
    this.#levels[level] = left === null ? hash : null
    if (left !== null) this.#climb(sha256([1], left, hash), level + 1)
  }

  /** A node without a neighbour moves up unchanged. */
  root(): Buffer {
    let right: Buffer | null = null
    for (const left of this.#levels) {
      if (left === null) continue
      right = right === null ? left : sha256([1], left, right)
    }
    return right ?? sha256([])
  }
}

const MOST_NAMED = 1_000

async function recompute(tx: Tx, core: Core, closing: Closing): Promise<void> {
  const { month, late } = await computeClosing(core, tx, closing)
  const tell = async (lines: AsyncIterable<string>, period: string) => {
    let place = 0
    for await (const line of lines) {
      place += 1
      // Read to the end, because the cursor would stay open otherwise.
      if (place > MOST_NAMED) continue
      const difference = `${period}: ${line.trimEnd()}`
      await sql`insert into v_recomputed values (${closing.id}, ${place}, ${difference})`.execute(
        tx,
      )
    }
  }
  const stored = (period: string) => storedRecords(tx, closing, period)
  const own = { computed: month.records(), stored: stored(closing.period) }
  await tell(differencesOf(month, own), closing.period)
  for (const slice of recordSlices(month)) await explain(tx, closing, creditsOf(month, slice))
  for (const again of late) {
    const { period } = again.basis
    const computed = recordsOf(tx, closing, again)
    await tell(differencesOf(again, { computed, stored: stored(period) }), period)
  }
  await deriveAgain(tx, closing, [month, ...late])
}

/** The records of corrections; on the way, compares what the stored ones say of their derivation. */
async function* recordsOf(...[tx, closing, again]: Parameters<typeof correctionSlices>) {
  for await (const { credits } of correctionSlices(tx, closing, again)) {
    await explain(tx as Tx, closing, credits)
    for (const { record } of credits) yield record
  }
}

const explanation = comparison({
  'the plan': ['b.plan_version', 'd.plan_version'],
  'the rank': ['b.rank_id', 'null'],
  'the percent': ['b.percent', 'd.percent'],
  'the base in cents': ['b.base_cents', 'd.base_cents'],
  'the quote': ['b.rate_id', 'd.rate_id'],
  'the rate': ['b.rate', 'd.rate'],
  'the amount before the cut': ['b.before_cut', 'd.before_cut'],
  'the derivation': ['b.derivation', 'd.derivation'],
  'the pool': ['b.pool', 'd.pool'],
  'the window': ['b.turbo_window', 'd.turbo_window'],
  'credited before': ['b.credited_before', 'd.credited_before'],
})

/** Compares the columns of stored records that explain their amounts with those of the computed credits. */
async function explain(tx: Tx, closing: Closing, credits: readonly PeriodCredit[]): Promise<void> {
  if (credits.length === 0) return
  const due = bonusCredits(closing, credits).map(({ transfer, record }) => ({
    key: transfer.key,
    ...record,
  }))
  await sql`
    insert into v_recomputed
    select ${closing.id}, b.id, format('bonus record %s of partner %s: %s', b.id, b.partner_id,
      ${sql.raw(explanation.words)})
    from jsonb_to_recordset(${JSON.stringify(due, bigintAsText)}::jsonb) as d(key text, plan_version integer,
        percent numeric, base_cents bigint, rate_id bigint, rate numeric, before_cut numeric, derivation integer,
        pool smallint, turbo_window integer, credited_before numeric)
      join transfers t on t.idempotency_key = d.key join bonus_records b on b.transfer_id = t.id
    where ${sql.raw(explanation.differ)} limit ${MOST_NAMED}`.execute(tx)
}

const bigintAsText = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

/** Compares the stored derivations of a closing with those of its months computed again. */
async function deriveAgain(
  tx: Tx,
  { id }: Closing,
  months: readonly ComputedClosing['month'][],
): Promise<void> {
  const due = months.flatMap(({ basis: { period }, derivations }) =>
    derivations.map((derivation, number) => ({
      period,
      number,
      document: JSON.parse(derivationDocument(derivation)) as object,
    })),
  )
  await sql`
    insert into v_recomputed
    select ${id}, number, format('derivation %s of closing %s for %s: %s', number, ${id}::bigint, period, case
        when d.document is null then 'the facts come to none'
        when s.document is null then 'it is missing' else 'it is not what the facts come to' end)
    from (select period, number, document from bonus_derivations where closing_id = ${id}) s
      full join jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as d(period text, number integer, document jsonb)
        using (period, number)
    where s.document is distinct from d.document`.execute(tx)
}
