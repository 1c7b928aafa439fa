import { eurCents, planAt, rankStanding, rankTurnover } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { column } from '../../db/column.ts'
import type { Db } from '../../db/database.ts'
import type { PastTeam } from '../../network/past-team.ts'

/** The end of a past day, and the last fact that counts. */
type Moment = { readonly before: number; readonly asOf: number }

/**
 * Computes the ranks that places of a past team had, by the plan of that day and the rank held by then.
 *
 * Units: codes of ranks, by place.
 * Source: requirements PAS-001; decisions D-046, D-169.
 */
export async function ranksBefore(
  core: Core,
  team: PastTeam,
  places: readonly number[],
  { before, asOf }: Moment,
): Promise<ReadonlyMap<number, string>> {
  const db = core.database.read
  const { plan } = planAt(await core.plans.versions(db), before - 1)
  const ids = places.map((place) => team.places.ids[place]!)
  const held = await heldRanks(db, ids, { before, asOf })
  const legs = team.legsOf(places)
  return new Map(
    places.map((place) => {
      const { ownTurnover, teamTurnover } = team.figuresAt(place)
      const cents = (amount: number) => eurCents(BigInt(amount))
      const total = rankTurnover(plan, {
        ownTurnover: cents(ownTurnover),
        teamTurnover: cents(teamTurnover),
      })
      const topLegs = legs.get(place)!.map(BigInt)
      const heldRankId = held.get(team.places.ids[place]!) ?? null
      return [place, rankStanding({ plan, heldRankId, total, topLegs }).currentRank.code]
    }),
  )
}

async function heldRanks(
  db: Db,
  ids: readonly number[],
  { before, asOf }: Moment,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ partnerId: number; rankId: number }>`
    select r.partner_id, max(r.rank_id) as rank_id from rank_reaches r join orders o on o.id = r.order_id
    where r.partner_id = any(${column(ids)}::bigint[]) and r.ladder = 'ordinary' and r.reached_at < ${before} and o.fact <= ${asOf}
    group by r.partner_id`.execute(db)
  return new Map(rows.map(({ partnerId, rankId }) => [partnerId, rankId]))
}
