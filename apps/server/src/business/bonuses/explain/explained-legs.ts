import type { BonusExplanation } from '@partner-office/contracts'
import {
  type BonusType,
  type BonusValue,
  countedLegs,
  eurCents,
  fiftyPercentRule,
  formatUnits,
  NetworkTurnovers,
  type Plan,
  poolRows,
  type Programmes,
  type Rank,
  Refusal,
  type TargetRow,
  turboWindow,
} from '@partner-office/domain'

import { bonusLadderStart } from '../../../plans/figures-rules.ts'
import { readDerivation } from '../../months/derivation-document.ts'
import type { PartnerBook } from '../../partners/partner-book.ts'
import { centsText } from '../../ranks/rank-view.ts'
import type { Period } from '../asked-period.ts'
import type { CallerContext } from '../bonus-context.ts'
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

/**
 * What reached a rank: the legs as they were after the order that reached it.
 *
 * Costs all orders of the team.
 * Source: decisions C2, D-047.
 */
export async function explainRank(
  people: PartnerBook,
  context: CallerContext,
  record: StoredRecord,
  plan: Plan,
): Promise<ExplainedTarget> {
  const reach = await context.db
    .selectFrom('rankReaches as r')
    .innerJoin('orders as o', 'o.id', 'r.orderId')
    .select(['o.fact', 'r.rankId'])
    .where('r.bonusRecordId', '=', record.id)
    .where('r.partnerId', '=', context.partnerId)
    .executeTakeFirstOrThrow()
  const start = Math.max(0, bonusLadderStart(plan.turnoverBonusStart))
  const ladder = { start, end: Number.MAX_SAFE_INTEGER }
  const bought = await readBought({ ...context, upToFact: reach.fact }, Infinity, ladder)
  const rank = plan.ranks.find(({ id }) => id === reach.rankId)!
  return explainTarget(people, {
    legs: countedLegs(bought.legs, 'team'),
    target: rank.turnover,
    percents: rank.legPercents,
    rule: plan.legRule,
    ownTurnover: eurCents(plan.countOwnTurnover ? bought.own : 0),
    rank,
    window: null,
  })
}

/**
 * What achieved the row of a programme that a record pays: the legs of the month or window as the closing knew them.
 *
 * Costs the period's orders of the lines that the programme counts.
 * Source: decisions C5 to C7.
 */
export async function explainProgramme(
  people: PartnerBook,
  context: CallerContext,
  record: StoredRecord,
  plan: Plan,
): Promise<ExplainedTarget> {
  const window = windowOf(context, record, plan)
  const { start, end } = window ?? context
  const { base, from, legPercents: percents } = plan.programmes[PROGRAMMES[record.type]!]
  const known = { ...context, upToFact: record.upToFact! }
  const bought = await readBought(known, linesOf(base), { start: Math.max(from, start), end })
  const { target, minimumRank: rank } = rowOf(plan, readDerivation(record.document!).value)
  const legs = countedLegs(bought.legs, base)
  return explainTarget(people, { legs, target, percents, rule: plan.legRule, rank, window })
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

/** What the caller and the caller's legs bought in a period. Units: EUR cents. */
async function readBought(context: CallerContext, lines: number, { start, end }: Period) {
  const team = await readTeamFacts(context, { top: context.row, lines }, { start, end })
  const turnovers = new NetworkTurnovers(team.facts).between(start, end)
  const row = team.rowOf(context.row)
  return { legs: turnovers.legsOf(row), own: turnovers.own(row) }
}

/** The programme of each bonus of a whole period. The pools look at what the diamond programme does. */
const PROGRAMMES: Partial<Record<BonusType, keyof Programmes>> = {
  DIAMOND: 'diamond',
  DIAMOND_POOL: 'diamond',
  WINNER: 'winner',
  LIFESTYLE: 'lifestyle',
  BSP: 'bsp',
  CYCLED_TURBO: 'cycledTurbo',
}

/** The row that was achieved, the highest of several. */
function rowOf(plan: Plan, value: BonusValue): TargetRow {
  switch (value.kind) {
    case 'target':
      return value.row
    case 'amounts':
      return value.rows.at(-1)!
    case 'coins':
      return { target: value.target, minimumRank: null }
    case 'pool':
      return poolRows(plan).find(({ pool }) => pool === value.pool)!
    case 'order':
      throw new Refusal('not_found')
  }
}

type Question = Parameters<typeof fiftyPercentRule>[0] & {
  readonly rank: Rank | null
  readonly window: Period | null
}

/** What the 50 % rule makes of legs, with the names of those who lead them. */
export async function explainTarget(
  people: PartnerBook,
  { rank, window, ...question }: Question,
): Promise<ExplainedTarget> {
  const answer = fiftyPercentRule(question)
  const shown = answer.legs.slice(0, MOST_LEGS_SHOWN)
  const cards = await people.cards(shown.map(({ userId }) => userId))
  return {
    rang: rank?.code ?? null,
    target: formatUnits(question.target, 2),
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
