import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { column } from '../../db/column.ts'
import type { Db } from '../../db/database.ts'
import type { FiguresEngine } from '../../network/figures-engine.ts'
import {
  type PastFigures,
  type PastPlaces,
  PastTeam,
  placesBefore,
} from '../../network/past-team.ts'
import { numbersOf } from '../../network/read-bulk.ts'
import type { Core } from '../../core/core.ts'
import { AT_ONCE } from '../../input/limits.ts'
import { Semaphore } from '../../turns/semaphore.ts'
import { eur } from './team-members.ts'

const DAY_MS = 86_400_000

const turns = new Semaphore(AT_ONCE.pastTeams)

/** Runs what reads a past team when it has its turn: few are in memory at the same time. Refuses: `too_many_requests`. */
export const inTurn = <T>(read: () => Promise<T>): Promise<T> => turns.run(read)

/**
 * Returns the first instant after a day that has passed, in UTC.
 *
 * Refuses: `validation_error`, for today, a later day, and one before `since`.
 * Source: decisions D-169.
 */
export function endOfPastDay(day: string, { now, since }: { now: number; since: number }): number {
  const start = Date.parse(day)
  if (start + DAY_MS <= now && start + DAY_MS > since) return start + DAY_MS
  const [first, last] = [since, now - DAY_MS].map((at) => new Date(at).toISOString().slice(0, 10))
  throw new Refusal('validation_error', { field: 'day', accepted: `${first} to ${last}` })
}

/**
 * The team of a row as it was before an instant: partners registered before, and orders paid before and not cancelled before. Takes
 * its facts up to the number that the figures are of. Called in turn: see `inTurn`.
 *
 * Source: decisions D-169; requirements PAS-001, PAS-002.
 */
export async function teamBefore(
  { database }: Pick<Core, 'database'>,
  engine: FiguresEngine,
  { top, before }: { readonly top: number; readonly before: number },
): Promise<PastTeam> {
  const { asOf } = engine
  const places = placesBefore(engine, top, before)
  return new PastTeam(places, await ownTurnovers(database.read, places, { before, asOf }))
}

/**
 * Own turnovers by place. Looks the orders of each partner up in the index by partner and payment; the sums come as two texts, as
 * one row for each partner would take several times as long.
 */
async function ownTurnovers(
  db: Db,
  { ids }: PastPlaces,
  { before, asOf }: { readonly before: number; readonly asOf: number },
): Promise<Float64Array> {
  const { rows } = await sql<{ rows: number; places: string | null; cents: string | null }>`
    select count(*) as rows, array_agg(place)::text as places, array_agg(cents)::text as cents from (
      select u.place, sum(o.amount_cents)::bigint as cents
      from unnest(${column([...ids])}::bigint[]) with ordinality as u(id, place)
      join orders o on o.partner_id = u.id and o.paid_at < ${before} and o.fact <= ${asOf}
      left join cancellations c on c.order_id = o.id and c.cancelled_at < ${before} and c.fact <= ${asOf}
      where c.order_id is null group by u.place) s`.execute(db)
  const { rows: count, places, cents } = rows[0]!
  const own = new Float64Array(ids.length)
  if (count === 0) return own
  const amounts = numbersOf(cents!, count)
  for (const [at, place] of numbersOf(places!, count).entries()) own[place - 1] = amounts[at]!
  return own
}

/** Figures as answers have them. Units: EUR. */
export const shownFigures = (figures: PastFigures) => ({
  ownTurnover: eur(figures.ownTurnover),
  flSize: figures.flSize,
  flTurnover: eur(figures.flTurnover),
  teamSize: figures.teamSize,
  teamTurnover: eur(figures.teamTurnover),
})
