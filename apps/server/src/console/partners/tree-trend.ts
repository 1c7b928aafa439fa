import type { CallInput, getTreeTrend, TreeTrend } from '@partner-office/contracts'
import { monthsLater, monthStart, type Plan, planAt } from '@partner-office/domain'
import { sql } from 'kysely'

import { freshNetwork } from '../../business/figures/fresh-network.ts'
import { endOfPastDay } from '../../business/team/past-team.ts'
import { eur } from '../../business/team/team-members.ts'
import type { Core } from '../../core/core.ts'
import { column } from '../../db/column.ts'
import type { Db } from '../../db/database.ts'
import { placesSince } from '../../network/past-team.ts'
import { firstRegistration, topRow } from './past-tree.ts'

const LEAST_MONTHS = 12
const MOST_MONTHS = 120

/**
 * The team of a partner at the end of each month, and the ranks that its partners have reached since a past day. Called in turn, as
 * `teamBefore`.
 *
 * Refuses: as `readTree`.
 * Source: requirements PAS-001; decisions D-169.
 */
export async function readTreeTrend(
  core: Core,
  { partner, day }: CallInput<typeof getTreeTrend>['query'],
): Promise<TreeTrend> {
  const { engine } = await freshNetwork(core)
  const top = topRow(engine, partner)
  const now = core.clock()
  const before = endOfPastDay(day, { now, since: firstRegistration(engine) })
  const { asOf } = engine
  const months = shownMonths({ registeredAt: engine.registeredAt[top]!, before, now })
  const { ids, since } = placesSince(engine, top)
  const team = { ids: ids.subarray(1), since: since.subarray(1), asOf }
  const db = core.database.read
  const turnovers = await turnoversByMonth(db, team, months)
  const sizes = sizesByMonth(team, months)
  const { plan } = planAt(await core.plans.versions(db), now)
  return {
    asOf,
    months: months.map((at, month) => ({
      at,
      teamSize: sizes[month]!,
      teamTurnover: eur(turnovers[month]!),
    })),
    ranksReached: await ranksReached(db, team, { before, plan }),
  }
}

/** Partners of a team, each with the instant since which it has been in the team, and the last fact that counts. */
type Team = {
  readonly ids: Float64Array
  readonly since: Float64Array
  readonly asOf: number
}

type Span = { readonly registeredAt: number; readonly before: number; readonly now: number }

/** From the month of the day on, or more; none before the registration. */
function shownMonths({ registeredAt, before, now }: Span): number[] {
  const current = monthStart(now)
  const first = Math.max(
    monthStart(registeredAt),
    Math.min(monthStart(before - 1), monthsLater(current, 1 - LEAST_MONTHS)),
  )
  const months: number[] = []
  for (let month = current; month >= first && months.length < MOST_MONTHS;) {
    months.push(month)
    month = monthsLater(month, -1)
  }
  return months.toReversed()
}

/** The ends of all months but the current one, which has not ended. */
const endsOf = (months: readonly number[]): number[] => months.slice(1)

/**
 * Turnovers of the team at the end of each month. An order counts from its payment to its cancellation, but not while a partner
 * between the buyer and the top was not registered yet. Each order comes and goes in a month: the sums of what came less what went
 * add up to the turnovers. Units: cents.
 */
async function turnoversByMonth(
  db: Db,
  { ids, since, asOf }: Team,
  months: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ month: number; cents: number }>`
    select width_bucket(e.at, ${column(endsOf(months))}::bigint[]) as month, sum(e.cents)::bigint as cents
    from unnest(${column([...ids])}::bigint[], ${column([...since])}::bigint[]) as u(id, since)
    join orders o on o.partner_id = u.id and o.fact <= ${asOf}
    left join cancellations c on c.order_id = o.id and c.fact <= ${asOf}
    cross join lateral (values
      (greatest(o.paid_at, u.since), o.amount_cents),
      (case when c.order_id is not null then greatest(o.paid_at, u.since, c.cancelled_at) end, -o.amount_cents)
    ) as e(at, cents)
    where e.at is not null group by 1`.execute(db)
  const changes = new Map(rows.map(({ month, cents }) => [month, cents]))
  return runningSums(months, (month) => changes.get(month) ?? 0)
}

function sizesByMonth({ since }: Team, months: readonly number[]): number[] {
  const ends = endsOf(months)
  const joined = months.map(() => 0)
  for (const at of since) {
    const month = ends.findIndex((end) => at < end)
    joined[month === -1 ? ends.length : month]! += 1
  }
  return runningSums(months, (month) => joined[month]!)
}

function runningSums(months: readonly number[], changeOf: (month: number) => number): number[] {
  let sum = 0
  return months.map((_at, month) => {
    sum += changeOf(month)
    return sum
  })
}

/** The highest rank that each partner has reached since the end of the day, the highest first. */
async function ranksReached(
  db: Db,
  { ids, asOf }: Team,
  { before, plan }: { readonly before: number; readonly plan: Plan },
): Promise<TreeTrend['ranksReached']> {
  const { rows } = await sql<{ rankId: number; count: number }>`
    select rank_id, count(*)::integer as count from (
      select r.partner_id, max(r.rank_id) as rank_id from rank_reaches r join orders o on o.id = r.order_id
      where r.partner_id = any(${column([...ids])}::bigint[]) and r.ladder = 'ordinary' and r.reached_at >= ${before}
        and o.fact <= ${asOf}
      group by r.partner_id) reached
    group by rank_id order by rank_id desc`.execute(db)
  const counts = new Map<string, number>()
  for (const { rankId, count } of rows) {
    const { code } = plan.ranks.findLast(({ id }) => id <= rankId) ?? plan.ranks[0]!
    counts.set(code, (counts.get(code) ?? 0) + count)
  }
  return [...counts].map(([rang, count]) => ({ rang, count }))
}
