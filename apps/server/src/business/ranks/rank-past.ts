import { setImmediate as nextTurn } from 'node:timers/promises'

import {
  monthsLater,
  monthStart,
  type PastMoment,
  type Plan,
  type PlanVersion,
  rankStanding,
  type RankStanding,
  rankTurnover,
  TeamPast,
  type TeamTurnover,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { Semaphore } from '../../turns/semaphore.ts'
import { type CallerContext, openCallerContext } from '../bonuses/bonus-context.ts'
import { readTeamFacts } from '../bonuses/team-month.ts'
import type { PartnerBook } from '../partners/partner-book.ts'

/** Months of the chart, the current one included. Source: RKH-002. */
const CHART_MONTHS = 24
const MOST_KEPT = 50
/** Reading a large team takes memory. */
const READ_AT_ONCE = 2

/** A rank that a partner reached, as it is stored, and its bonus. */
export type StoredReach = {
  readonly rankId: number
  readonly reachedAt: number
  readonly planVersion: number
  readonly orderId: number
  readonly fact: number
  readonly buyerId: number
  readonly orderCents: string
  readonly isCancelled: boolean
  readonly recordId: number | null
  readonly amount: string | null
  readonly currency: string | null
}

/** The turnover of a team at the end of a month; of the current month, now. Units: the first instant of the month. */
export type MonthEnd = {
  readonly month: number
  readonly turnover: TeamTurnover
  readonly heldRankId: number | null
}

/** A partner's way along the ordinary ladder: what was reached, and the team at those moments and at the ends of months. */
export type RankPast = ReadPast & { readonly context: CallerContext }

type ReadPast = {
  readonly plan: Plan
  readonly registeredAt: number
  /** The last one first. */
  readonly reached: readonly { readonly reach: StoredReach; readonly turnover: TeamTurnover }[]
  /** The oldest one first. */
  readonly months: readonly MonthEnd[]
}

type Kept = { readonly state: string; readonly past: Promise<ReadPast> }

/**
 * Reads the pasts of partners' ranks. Keeps the last ones: a page asks three times for the same.
 *
 * Costs all orders of the team.
 */
export class RankPasts {
  readonly #core: Core
  readonly #kept = new Map<number, Kept>()
  readonly #reading = new Semaphore(READ_AT_ONCE)
  readonly people: PartnerBook

  constructor(core: Core, people: PartnerBook) {
    this.#core = core
    this.people = people
  }

  /** Refuses: `data_not_ready`, `too_many_requests`. */
  async of(partnerId: number): Promise<RankPast> {
    const at = this.#core.clock()
    const context = await openCallerContext(this.#core, partnerId, { start: at, end: at + 1 })
    const plans = `${context.versions.at(-1)!.version} ${context.version.version}`
    const state = `${context.upToFact} ${plans} ${monthStart(at)}`
    const kept = this.#kept.get(partnerId)
    const past = kept?.state === state ? kept.past : this.#reading.run(() => readPast(context))
    if (kept?.past !== past) this.#keep(partnerId, { state, past })
    return { ...(await past), context }
  }

  /** The plan version that a rank was reached by. */
  async versionOf({ planVersion }: StoredReach): Promise<PlanVersion> {
    return this.#core.plans.numbered(this.#core.database.read, planVersion)
  }

  #keep(partnerId: number, kept: Kept): void {
    this.#kept.delete(partnerId)
    this.#kept.set(partnerId, kept)
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break
      this.#kept.delete(id)
    }
    // A failed read is not kept.
    kept.past.catch(() => {
      if (this.#kept.get(partnerId) === kept) this.#kept.delete(partnerId)
    })
  }
}

async function readPast(context: CallerContext): Promise<ReadPast> {
  const { engine, row, now, version } = context
  const reaches = await readReaches(context)
  const team = { top: row, lines: Infinity }
  const { facts, rowOf } = await readTeamFacts(context, team, {
    start: 0,
    end: Number.MAX_SAFE_INTEGER,
  })
  const past = new TeamPast(facts, rowOf(row))
  // Each moment looks at all orders of the team, so other calls get their turn in between.
  const at = async (moment: PastMoment): Promise<TeamTurnover> => {
    await nextTurn()
    return past.at(moment)
  }
  const reached: ReadPast['reached'][number][] = []
  for (const reach of reaches) {
    const turnover = await at({ paidBefore: Infinity, upToFact: reach.fact })
    reached.push({ reach, turnover })
  }
  const registeredAt = engine.registeredAt[row]!
  const months: MonthEnd[] = []
  for (const month of chartMonths(now, registeredAt)) {
    const end = month === monthStart(now) ? Infinity : monthsLater(month, 1)
    const turnover = await at({ paidBefore: end, upToFact: Infinity })
    const held = reaches.filter(({ reachedAt }) => reachedAt < end).map(({ rankId }) => rankId)
    months.push({ month, turnover, heldRankId: held.length === 0 ? null : Math.max(...held) })
  }
  return { plan: version.plan, registeredAt, reached: reached.toReversed(), months }
}

/** The months of the chart from the month of registration on. */
function chartMonths(now: number, registeredAt: number): number[] {
  const current = monthStart(now)
  return Array.from({ length: CHART_MONTHS }, (_, at) =>
    monthsLater(current, at - CHART_MONTHS + 1),
  ).filter((month) => month >= monthStart(registeredAt))
}

/** A rank of the ordinary ladder has no bonus of its own; the bonus ladder pays the rank with the same id. */
async function readReaches({ db, partnerId, upToFact }: CallerContext): Promise<StoredReach[]> {
  const { rows } = await sql<StoredReach>`
    select r.rank_id, r.reached_at, r.plan_version, o.id as order_id, o.fact, o.partner_id as buyer_id,
      o.amount_cents::text as order_cents, exists (select from cancellations c where c.order_id = o.id) as is_cancelled,
      b.id as record_id, b.amount::text as amount, b.currency
    from rank_reaches r
    join orders o on o.id = r.order_id
    left join rank_reaches p on p.partner_id = r.partner_id and p.ladder = 'bonus' and p.rank_id = r.rank_id
    left join bonus_records b on b.id = p.bonus_record_id
    where r.partner_id = ${partnerId} and r.ladder = 'ordinary' and o.fact <= ${upToFact}
    order by r.rank_id`.execute(db)
  return rows
}

/** Where a partner stood on the ladder of a plan with a turnover. */
export function standingAt(plan: Plan, { turnover, heldRankId }: MonthEnd): RankStanding {
  const { own: ownTurnover, team: teamTurnover, legs } = turnover
  const total = rankTurnover(plan, { ownTurnover, teamTurnover })
  const topLegs = legs.map((leg) => leg.turnover)
  return rankStanding({ plan, heldRankId, total, topLegs })
}
