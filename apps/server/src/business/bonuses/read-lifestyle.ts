import type {
  CallInput,
  CallReply,
  getLifestyleHistory,
  Lifestyle,
} from '@partner-office/contracts'
import {
  type AccountCurrency,
  formatUnits,
  lifestyleStanding,
  type LifestyleStanding,
  monthStart,
  parseMonth,
  type Plan,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { readDerivation } from '../months/derivation-document.ts'
import { askedMonth, type Period } from './asked-period.ts'
import { openCallerContext } from './bonus-context.ts'
import type { BonusSources } from './bonus-sources.ts'
import { coinText, numberOf } from './bonus-texts.ts'
import { readStanding, recordBase, shownLegs } from './period-standing.ts'

/**
 * Reads how lifestyle stands in a month.
 *
 * Costs as `readStanding`, for the whole team.
 *
 * Refuses: `validation_error`, `data_not_ready`.
 * Source: api.md, "Ranks and bonuses"; decisions C7, C11.17; ENT-007.
 */
export async function readLifestyle(
  { core, people }: BonusSources,
  partnerId: number,
  asked: number | undefined,
): Promise<Lifestyle> {
  const month = askedMonth(asked, core.clock())
  const { context, period, standing } = await lifestyleIn(core, partnerId, month)
  const { current, next } = standing
  const legs = await shownLegs(people, period, standing.progress)
  const base = recordBase(context, period, standing.progress)
  return {
    requirements: shownRows(context.version.plan, standing),
    current: current?.minimumRank?.code ?? null,
    next: next?.minimumRank?.code ?? '',
    currentAmount: formatUnits(current?.amount ?? 0n, 2),
    nextAmount: formatUnits(next?.amount ?? 0n, 2),
    isReached: current !== null,
    state: base.state,
    progress: {
      totalTurnover: base.totalTurnover,
      countingTurnover: base.countingTurnover,
      targetTurnover: base.targetTurnover,
      topPartners: legs.map(({ shown }) => shown),
      percents: base.percents,
    },
  }
}

async function lifestyleIn(core: Core, partnerId: number, month: Period) {
  const context = await openCallerContext(core, partnerId, month)
  const period = await readStanding(context, context.version.plan.programmes.lifestyle)
  const standing = lifestyleStanding(period.terms, period.rank.id, period.turnover)
  return { context, period, standing }
}

function shownRows(plan: Plan, { rows }: LifestyleStanding): Lifestyle['requirements'] {
  const topLegPercents = plan.programmes.lifestyle.legPercents.map(numberOf)
  return rows.map(({ row, status, isReachable }) => ({
    rang: row.minimumRank?.code ?? '',
    amount: formatUnits(row.amount, 2),
    currency: 'EUR',
    targetTurnover: formatUnits(row.target, 2),
    topLegPercents,
    status,
    isReachable,
  }))
}

/**
 * The rows of lifestyle in the month of an instant with the caller's state; none before the programme begins.
 *
 * Refuses: `validation_error`, for an instant in the future; `data_not_ready`.
 * Source: api.md, "Ranks and bonuses"; API-059.
 */
export async function readLifestyleRequirements(
  core: Core,
  partnerId: number,
  timestamp: number | undefined,
): Promise<Lifestyle['requirements']> {
  const now = core.clock()
  const at = timestamp ?? now
  const { plan } = await core.plans.at(core.database.read, at)
  if (at < plan.programmes.lifestyle.from) return []
  const month = askedMonth(monthStart(at), now, 'timestamp')
  const { standing } = await lifestyleIn(core, partnerId, month)
  return shownRows(plan, standing)
}

type PaidMonth = {
  readonly period: string
  readonly currency: AccountCurrency
  readonly units: string
  readonly paidAt: number
  readonly document: object
}

/**
 * The months that lifestyle has paid, newest first. A month that was corrected for late orders is one entry with the sum
 * of its payments, the row of the last one and the instant of the first.
 *
 * Source: api.md, "Ranks and bonuses".
 */
export async function readLifestyleHistory(
  { database: { read: db } }: Core,
  partnerId: number,
  { page, size }: CallInput<typeof getLifestyleHistory>['query'],
): Promise<CallReply<typeof getLifestyleHistory>> {
  const { rows } = await sql<PaidMonth>`
    select paid.*, d.document from (
      select period, currency, sum(amount)::text as units, min(paid_at) as paid_at, max(id) as last_id
      from bonus_records where partner_id = ${partnerId} and type = 'LIFESTYLE' group by period, currency) paid
    join bonus_records b on b.id = paid.last_id
    join bonus_derivations d on (d.closing_id, d.period, d.number) = (b.closing_id, b.period, b.derivation)
    order by paid.period desc, paid.currency`.execute(db)
  const content = rows.slice(page * size, (page + 1) * size)
  return {
    content: content.map(({ period, currency, units, paidAt, document }) => ({
      bonusPeriod: parseMonth(period)!,
      rang: rowRank(document),
      amount: coinText(BigInt(units), currency),
      currency,
      paidAt,
    })),
    number: page,
    totalPages: Math.ceil(rows.length / size),
  }
}

/** The rank of the row that was paid. */
function rowRank(document: object): string {
  const { value } = readDerivation(document)
  return value.kind === 'amounts' ? (value.rows.at(-1)?.minimumRank?.code ?? '') : ''
}
