import type { BonusExplanation } from '@partner-office/contracts'
import {
  countedLegs,
  type EurCents,
  eurCents,
  fiftyPercentRule,
  formatUnits,
  type Fraction,
  type Leg,
  NetworkTurnovers,
  poolCheckpoint,
  type BonusValue,
  type Plan,
  type Programme,
  type Rank,
  Refusal,
  monthEnd,
  parseMonth,
  planAt,
  turboWindow,
} from '@partner-office/domain'

import type { Core } from '../../../core/core.ts'
import type { PartnerBook } from '../../partners/partner-book.ts'
import { bonusLadderStart } from '../../../core/figures-rules.ts'
import { centsText } from '../../ranks/rank-view.ts'
import type { Period } from '../asked-period.ts'
import { type CallerContext, openCallerContext } from '../bonus-context.ts'
import { numberOf } from '../bonus-texts.ts'
import { linesOf, readTeamFacts } from '../team-month.ts'
import type { StoredRecord } from './stored-record.ts'

/** What a rank or a programme looked at. */
export type ExplainedTarget = Pick<
  BonusExplanation,
  'rang' | 'target' | 'counting' | 'legs' | 'windowStart' | 'windowEnd'
>

/** As many as a rank shows. */
const MOST_LEGS_SHOWN = 100

type Question = {
  readonly legs: readonly Leg[]
  readonly target: EurCents
  readonly percents: readonly Fraction[]
  readonly plan: Plan
  readonly rank: Rank | null
  readonly own?: EurCents
  readonly window?: Period
}

async function explainTarget(
  people: PartnerBook,
  { legs, target, percents, plan, rank, own, window }: Question,
): Promise<ExplainedTarget> {
  const answer = fiftyPercentRule({
    legs,
    target,
    percents,
    rule: plan.legRule,
    ...(own !== undefined && { ownTurnover: own }),
  })
  const shown = answer.legs.slice(0, MOST_LEGS_SHOWN)
  const cards = await people.cards(shown.map(({ userId }) => userId))
  return {
    rang: rank?.code ?? null,
    target: formatUnits(target, 2),
    counting: centsText(answer.countingTurnover),
    legs: shown.map((leg) => {
      const { firstName, lastName } = cards.get(leg.userId)!
      return {
        firstName,
        lastName,
        turnover: formatUnits(leg.turnover, 2),
        counted: centsText(leg.turnoverQualified),
        percent: leg.percent === null ? null : numberOf(leg.percent),
      }
    }),
    windowStart: window?.start ?? null,
    windowEnd: window?.end ?? null,
  }
}

/**
 * What reached a rank: the legs as they were after the order that reached it.
 *
 * Costs all orders of the team.
 * Source: decisions C2, D-047.
 */
export async function explainRank(
  { core, people }: { core: Core; people: PartnerBook },
  partnerId: number,
  record: StoredRecord,
): Promise<ExplainedTarget> {
  const db = core.database.read
  const reach = await db
    .selectFrom('rankReaches as r')
    .innerJoin('orders as o', 'o.id', 'r.orderId')
    .select(['o.fact', 'r.rankId'])
    .where('r.bonusRecordId', '=', record.id)
    .where('r.partnerId', '=', partnerId)
    .executeTakeFirstOrThrow()
  const now = core.clock()
  const context = await openCallerContext(core, partnerId, { start: now, end: now + 1 })
  const { plan } = context.versions.find(({ version }) => version === record.planVersion)!
  const rank = plan.ranks.find(({ id }) => id === reach.rankId)!
  const since = Math.max(0, bonusLadderStart(plan.turnoverBonusStart))
  const ladder = { start: since, end: Number.MAX_SAFE_INTEGER }
  const known = { ...context, upToFact: reach.fact }
  const bought = await readBought(known, Infinity, ladder)
  const legs = countedLegs(bought.legs, 'team')
  const own = plan.countOwnTurnover ? { own: eurCents(bought.own) } : {}
  const { turnover: target, legPercents: percents } = rank
  return explainTarget(people, { legs, target, percents, plan, rank, ...own })
}

/** What the caller and the caller's legs bought in a period. Units: EUR cents. */
async function readBought(context: CallerContext, lines: number, { start, end }: Period) {
  const team = await readTeamFacts(context, { top: context.row, lines }, { start, end })
  const turnovers = new NetworkTurnovers(team.facts).between(start, end)
  const row = team.rowOf(context.row)
  return { legs: turnovers.legsOf(row), own: turnovers.own(row) }
}

/**
 * What achieved the row of a programme that a record pays: the legs of the month or window as the closing knew them.
 *
 * Costs the period's orders of the lines that the programme counts.
 * Source: decisions C5 to C7.
 */
export async function explainProgramme(
  { core, people }: { core: Core; people: PartnerBook },
  partnerId: number,
  record: StoredRecord,
  value: BonusValue,
): Promise<ExplainedTarget> {
  const month = parseMonth(record.period!)!
  const whole = { start: month, end: monthEnd(month) }
  const context = await openCallerContext(core, partnerId, whole)
  const { plan } = await planVersionOf(core, record.planVersion)
  const window = windowOf(context, record, plan)
  const period = window ?? whole
  const programme = programmeOf(plan, record.type)
  const { base, from, legPercents: percents } = programme
  const known = { ...context, upToFact: record.upToFact! }
  const since = { start: Math.max(from, period.start), end: period.end }
  const bought = await readBought(known, linesOf(base), since)
  const legs = countedLegs(bought.legs, base)
  const { target, rank } = rowOf(plan, value)
  return explainTarget(people, {
    legs,
    target,
    percents,
    plan,
    rank,
    ...(window !== null && { window }),
  })
}

/** The plan with a number. */
export async function planVersionOf(core: Core, number: number) {
  const versions = await core.plans.versions(core.database.read)
  return versions.find(({ version }) => version === number) ?? planAt(versions, core.clock())
}

/** The window of a record of cycled turbo; null for the other programmes. */
function windowOf(
  { engine, row }: CallerContext,
  { turboWindow: index }: StoredRecord,
  { programmes }: Plan,
): Period | null {
  if (index === null) return null
  return turboWindow(engine.registeredAt[row]!, index, programmes.cycledTurbo.windowDays)
}

/** The pools look at what the diamond programme does. */
function programmeOf({ programmes }: Plan, type: StoredRecord['type']): Programme<unknown> {
  switch (type) {
    case 'DIAMOND':
    case 'DIAMOND_POOL':
      return programmes.diamond
    case 'WINNER':
      return programmes.winner
    case 'LIFESTYLE':
      return programmes.lifestyle
    case 'BSP':
      return programmes.bsp
    case 'CYCLED_TURBO':
      return programmes.cycledTurbo
    default:
      throw new Refusal('not_found')
  }
}

/** The row that was achieved, the highest of several. */
function rowOf(plan: Plan, value: BonusValue): { target: EurCents; rank: Rank | null } {
  switch (value.kind) {
    case 'target':
      return { target: value.row.target, rank: value.row.minimumRank }
    case 'amounts': {
      const { target, minimumRank: rank } = value.rows.at(-1)!
      return { target, rank }
    }
    case 'coins':
      return { target: value.target, rank: null }
    case 'pool': {
      const pool = plan.programmes.diamondPools.rows.find((row) => row.pool === value.pool)!
      return { target: poolCheckpoint(plan, pool)!.target, rank: pool.minimumRank }
    }
    case 'order':
      throw new Refusal('not_found')
  }
}
