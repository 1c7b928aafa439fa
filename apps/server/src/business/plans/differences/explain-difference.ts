import {
  type DifferenceFilter,
  EXPLAINED_STEPS,
  type ExplainedDifference,
  type ExplanationPart,
} from '@partner-office/contracts'
import {
  type AccountCurrency,
  type BonusType,
  type PlanVersion,
  Refusal,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import type { Db } from '../../../db/database.ts'
import { findClosing } from '../../months/closing.ts'
import { readDerivation } from '../../months/derivation-document.ts'
import { amountsOf, coinsText } from './difference-amounts.ts'
import {
  type Part,
  type PartRule,
  type RankCodes,
  ruleAtOrder,
  ruleOfMonth,
  ruleText,
  shownPart,
} from './explained-part.ts'
import { realRecords, type RealSide } from './real-amounts.ts'

type Asked = Pick<DifferenceFilter, 'month' | 'currency'> & {
  readonly partnerId: number
  readonly type: BonusType
}

type Amount = {
  readonly month: string
  readonly currency: AccountCurrency
  readonly real: string
  readonly draft: string
  readonly isChanged: boolean
  readonly steps: readonly ExplanationPart[] | null
}

/**
 * Explains a partner's amounts of a programme on both sides, by month and currency. The real side is read from the records, the
 * draft's was stored with the difference where it differs.
 *
 * Refuses: `not_found`, an amount that the difference does not have.
 * Source: requirements PLN-013.
 */
export async function explainDifference(
  { database: { read }, plans }: Core,
  id: number,
  { partnerId, ...filter }: Asked,
): Promise<ExplainedDifference[]> {
  const { rows } = await sql<Amount>`
    select month, currency, "real"::text as "real", draft::text as draft, is_changed, steps
    from console.plan_difference_amounts where ${amountsOf(id, filter)} and partner_id = ${partnerId}
    order by month, currency collate "C"`.execute(read)
  if (rows.length === 0) throw new Refusal('not_found')
  const { upToFact } = await read
    .selectFrom('console.planDifferences')
    .select('upToFact')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const codes = rankCodes(await plans.versions(read))
  const explained: ExplainedDifference[] = []
  for (const amount of rows) {
    const closing = (await findClosing(read, amount.month))!
    const of = { partnerId, type: filter.type, currency: amount.currency }
    const real = await realParts(read, { closing, upToFact }, { of, codes })
    explained.push(beside(amount, real))
  }
  return explained
}

const rankCodes =
  (versions: readonly PlanVersion[]): RankCodes =>
  (planVersion, rankId) => {
    const { ranks } = versions.find(({ version }) => version === planVersion)!.plan
    return ranks.find(({ id }) => id === rankId)!.code
  }

type Wanted = {
  readonly of: {
    readonly partnerId: number
    readonly type: BonusType
    readonly currency: AccountCurrency
  }
  readonly codes: RankCodes
}

type Row = {
  readonly level: number
  readonly percent: string | null
  readonly rate: string | null
  readonly rankId: number | null
  readonly planVersion: number
  readonly pool: number | null
  readonly turboWindow: number | null
  readonly document: object | null
  readonly records: number
  readonly cents: string
  readonly units: string
}

async function realParts(
  db: Db,
  side: RealSide,
  { of: { partnerId, type, currency }, codes }: Wanted,
): Promise<ExplanationPart[]> {
  const { rows } = await sql<Row>`
    select g.*, d.document from (
      select closing_id, period, derivation, pool, turbo_window, rank_id, plan_version, rate,
        case when closing_id is null then level end as level, case when closing_id is null then percent end as percent,
        count(*)::integer as records, sum(base_cents)::text as cents, sum(amount)::text as units
      from ${realRecords(side)}
      where partner_id = ${partnerId} and type = ${type} and currency = ${currency}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) g
    left join bonus_derivations d
      on d.closing_id = g.closing_id and d.period = g.period and d.number = g.derivation`.execute(
    db,
  )
  const parts = new Map<string, Part>()
  for (const row of rows) {
    const rule = ruleOf(row, codes)
    const known = parts.get(ruleText(rule))
    const [cents, units] = [BigInt(row.cents), BigInt(row.units)]
    if (known === undefined) parts.set(ruleText(rule), { rule, records: row.records, cents, units })
    else {
      known.records += row.records
      known.cents += cents
      known.units += units
    }
  }
  return Array.from(parts.values(), (part) => ({
    ...shownPart(part),
    amount: coinsText(part.units, currency),
  }))
}

function ruleOf(row: Row, codes: RankCodes): PartRule {
  const { document, rankId, planVersion, pool, turboWindow, percent, rate } = row
  if (document !== null) {
    return ruleOfMonth(readDerivation(document), { pool, window: turboWindow }, codes)
  }
  const rank = rankId === null ? null : codes(planVersion, rankId)
  return ruleAtOrder(rank ?? String(row.level), { rank, percent, rate, base: null })
}

/** Parts with the same key stand side by side; the first step that differs is named. */
function beside(
  { month, currency, real, draft, isChanged, steps }: Amount,
  realSide: readonly ExplanationPart[],
): ExplainedDifference {
  const draftSide = isChanged ? (steps ?? []) : realSide
  const keys = [...new Set([...realSide, ...draftSide].map(({ key }) => key))].toSorted(byKey)
  const parts = keys.flatMap((key) => {
    const [ofReal, ofDraft] = [realSide, draftSide].map((side) =>
      side.filter((part) => part.key === key).toSorted(byAmount),
    ) as [ExplanationPart[], ExplanationPart[]]
    return Array.from({ length: Math.max(ofReal.length, ofDraft.length) }, (_, at) => ({
      real: ofReal[at] ?? null,
      draft: ofDraft[at] ?? null,
    }))
  })
  return {
    month,
    currency,
    real: coinsText(real, currency),
    draft: coinsText(draft, currency),
    parts,
    first: firstDifference(parts),
  }
}

const byKey = (a: string, b: string): number =>
  Number(a) - Number(b) || (a < b ? -1 : Number(a > b))

const byAmount = (a: ExplanationPart, b: ExplanationPart): number =>
  JSON.stringify(a) < JSON.stringify(b) ? -1 : 1

function firstDifference(parts: ExplainedDifference['parts']): ExplainedDifference['first'] {
  for (const [part, { real, draft }] of parts.entries()) {
    if (real === null || draft === null) return { part, step: 'part' }
    const step = EXPLAINED_STEPS.find((name) => name !== 'part' && real[name] !== draft[name])
    if (step !== undefined) return { part, step }
  }
  return null
}
