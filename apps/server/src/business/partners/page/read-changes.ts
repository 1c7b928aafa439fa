import type { PartnerChanges } from '@partner-office/contracts'
import {
  add,
  eurCents,
  fiftyPercentRule,
  formatUnits,
  type Fraction,
  fraction,
  planAt,
  type RankStanding,
  rankStanding,
  rankTurnover,
  ZERO,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import { column } from '../../../db/column.ts'
import type { Db } from '../../../db/database.ts'
import { Semaphore } from '../../../turns/semaphore.ts'
import { openCallerContext } from '../../bonuses/bonus-context.ts'
import { readTeamFacts, type TeamFacts } from '../../bonuses/team-month.ts'
import { centsText } from '../../ranks/rank-view.ts'
import { eur } from '../../team/team-members.ts'
import { type PartnerNames, readNames } from '../named-partners.ts'
import { requirePartner } from '../require-partner.ts'
import {
  type Days,
  type LegBetween,
  type OrderSum,
  type SizeBetween,
  sizesBetween,
  type TurnoverBetween,
  turnoversBetween,
  type TurnoversBetween,
} from './between-days.ts'

/** Far more than any plan caps; a first line may have a hundred thousand. */
const MOST_LEGS_SHOWN = 100

/** Explains why figures of partners differ between two days. */
export class PartnerChangesReader {
  readonly #core: Core
  /** Reading a large team takes memory. */
  readonly #reading = new Semaphore(1)

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Explains the differences of a partner's figures between the ends of two days.
   *
   * Units: the first instants of the days after them.
   * Refuses: `not_found`, `data_not_ready`, `too_many_requests`.
   * Source: requirements PTR-020.
   */
  async read(partnerId: number, days: Days): Promise<PartnerChanges> {
    await requirePartner(this.#core.database.read, partnerId)
    return this.#reading.run(() => readChanges(this.#core, partnerId, days))
  }
}

async function readChanges(core: Core, partnerId: number, days: Days): Promise<PartnerChanges> {
  const now = core.clock()
  const context = await openCallerContext(core, partnerId, { start: now, end: now + 1 })
  const { engine, row, upToFact, db } = context
  const sizes = sizesBetween(engine, row, days)
  const team = { top: row, lines: Infinity }
  const read = await readTeamFacts(context, team, { start: 0, end: days.to })
  const cancelledAt = await readCancellations(db, read)
  const turnovers = turnoversBetween(read.facts, read.rowOf(row), days, cancelledAt)
  const standings = {
    before: await standingAt(core, { partnerId, turnovers, end: days.from, at: 'before' }),
    after: await standingAt(core, { partnerId, turnovers, end: days.to, at: 'after' }),
  }
  const { flSize, teamSize } = sizes
  const names = await readNames(db, namedIn(turnovers, [flSize, teamSize]))
  return {
    asOf: upToFact,
    ownTurnover: turnoverChange(turnovers.own, names),
    teamTurnover: turnoverChange(turnovers.team, names),
    flSize: sizeChange(flSize, names),
    teamSize: sizeChange(teamSize, names),
    counting: countingChange(turnovers.legs, standings, names),
  }
}

/** The instants of the cancellations of orders, by their facts. */
async function readCancellations(
  db: Db,
  { facts: { orders } }: TeamFacts,
): Promise<ReadonlyMap<number, number>> {
  const facts = [...new Set(orders.cancelledBy)].filter((fact) => fact !== 0)
  const { rows } = await sql<{ fact: number; cancelledAt: number }>`
    select fact, cancelled_at from cancellations where fact = any(${column(facts)}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ fact, cancelledAt }) => [fact, cancelledAt]))
}

type Moment = {
  readonly partnerId: number
  readonly turnovers: TurnoversBetween
  /** The end of the day, and which of both days it is. */
  readonly end: number
  readonly at: 'before' | 'after'
}

type Standing = {
  readonly shown: PartnerChanges['counting']['before']
  /** What counts of a leg; of one without turnover nothing. Units: cents. */
  readonly counts: (leg: LegBetween) => Fraction
}

/** Where a partner stood at the end of a day, by the plan of that day and the rank held by then. */
async function standingAt(
  core: Core,
  { partnerId, turnovers, end, at }: Moment,
): Promise<Standing> {
  const db = core.database.read
  const { plan } = planAt(await core.plans.versions(db), end - 1)
  const [ownTurnover, teamTurnover] = [turnovers.own, turnovers.team].map((each) =>
    eurCents(each[at]),
  )
  const total = rankTurnover(plan, { ownTurnover: ownTurnover!, teamTurnover: teamTurnover! })
  const legs = turnovers.legs
    .filter((leg) => leg[at] > 0)
    .map((leg) => ({ userId: leg.id, turnover: eurCents(leg[at]) }))
  const topLegs = legs.map(({ turnover }) => turnover).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0))
  const heldRankId = await heldRank(db, partnerId, end)
  const standing = rankStanding({ plan, heldRankId, total, topLegs })
  const { legPercents: percents } = standing.targetRank
  const target = standing.targetTurnover
  const ruled = fiftyPercentRule({ legs, target, percents, rule: plan.legRule }).legs
  const counted = new Map(ruled.map((leg) => [leg.userId, leg.turnoverQualified]))
  const own = plan.countOwnTurnover ? turnovers.own[at] : 0
  return { shown: shownStanding(standing, own), counts: ({ id }) => counted.get(id) ?? ZERO }
}

const shownStanding = (standing: RankStanding, own: number): Standing['shown'] => ({
  rang: standing.currentRank.code,
  targetRang: standing.targetRank.code,
  target: formatUnits(standing.targetTurnover, 2),
  own: eur(own),
  counting: centsText(standing.countingTurnover),
})

async function heldRank(db: Db, partnerId: number, end: number): Promise<number | null> {
  const { rows } = await sql<{ rankId: number | null }>`
    select max(rank_id) as rank_id from rank_reaches
    where partner_id = ${partnerId} and ladder = 'ordinary' and reached_at < ${end}`.execute(db)
  return rows[0]!.rankId
}

function namedIn({ own, team, legs }: TurnoversBetween, sizes: readonly SizeBetween[]): number[] {
  const orders = [own, team].flatMap((each) => [each.orders, each.cancellations])
  return [
    ...orders.flatMap(({ largest }) => largest.items.map(({ buyer }) => buyer)),
    ...sizes.flatMap((size) => size.largest().map(({ id }) => id)),
    ...shownLegs(legs).map(({ id }) => id),
  ]
}

const largestOf = ({ before, after }: LegBetween): number => Math.max(before, after)

const shownLegs = (legs: readonly LegBetween[]): LegBetween[] =>
  legs.toSorted((a, b) => largestOf(b) - largestOf(a) || a.id - b.id).slice(0, MOST_LEGS_SHOWN)

const turnoverChange = (
  { before, after, orders, cancellations }: TurnoverBetween,
  names: PartnerNames,
): PartnerChanges['ownTurnover'] => ({
  before: eur(before),
  after: eur(after),
  difference: eur(after - before),
  orders: cause(orders, 1, names),
  cancellations: cause(cancellations, -1, names),
})

const cause = ({ count, cents, largest }: OrderSum, sign: 1 | -1, names: PartnerNames) => ({
  count,
  amount: eur(sign * cents),
  largest: largest.items.map(({ id, at, buyer, size }) => ({
    orderId: id,
    at,
    buyer: names(buyer),
    amount: eur(sign * size),
  })),
})

const sizeChange = (size: SizeBetween, names: PartnerNames): PartnerChanges['flSize'] => ({
  before: size.before,
  after: size.after,
  difference: size.after - size.before,
  registrations: {
    count: size.after - size.before,
    largest: size.largest().map(({ id, size: count }) => ({ leg: names(id), count })),
  },
})

function countingChange(
  legs: readonly LegBetween[],
  { before, after }: { readonly before: Standing; readonly after: Standing },
  names: PartnerNames,
): PartnerChanges['counting'] {
  const shown = new Set(shownLegs(legs))
  const others = legs.filter((leg) => !shown.has(leg))
  const counted = (some: readonly LegBetween[]) => ({
    before: countedOf(some, 'before', before),
    after: countedOf(some, 'after', after),
  })
  return {
    before: before.shown,
    after: after.shown,
    legs: [...shown].map((leg) => ({ leg: names(leg.id), ...counted([leg]) })),
    otherLegs: { count: others.length, ...counted(others) },
  }
}

const countedOf = (legs: readonly LegBetween[], at: 'before' | 'after', { counts }: Standing) => ({
  turnover: eur(legs.reduce((sum, leg) => sum + leg[at], 0)),
  counts: centsText(legs.reduce((sum, leg) => add(sum, counts(leg)), fraction(0n))),
})
