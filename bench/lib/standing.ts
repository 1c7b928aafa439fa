import { accountNameOf } from '@partner-office/domain'
import { Client } from 'pg'

import { RankWatch } from '../../apps/server/src/business/orders/decide/rank-watch.ts'
import { bonusLadderStart } from '../../apps/server/src/plans/figures-rules.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import type { Ladder } from '../../apps/server/src/network/facts.ts'
import { FiguresDraft } from '../../apps/server/src/network/figures-draft.ts'
import { openTestCore } from '../../apps/server/src/testing/core.ts'

/**
 * Gives a filled network what its orders would have left: the ranks that their turnovers reach, and an account of each partner
 * who sponsors. Without it, each order would credit ranks that were reached long ago and open accounts.
 */
export async function keepStanding(url: string): Promise<void> {
  const database = await openDatabase({ url })
  const { network } = await openTestCore(database)
  const { plan } = network.plans.at(-1)!
  const { engine } = network
  const draft = new FiguresDraft(engine)
  const watch = new RankWatch(plan)
  const starts: Record<Ladder, number> = {
    ordinary: Number.NEGATIVE_INFINITY,
    bonus: bonusLadderStart(plan.turnoverBonusStart),
  }
  const partners: number[] = []
  const ladders: Ladder[] = []
  const ranks: number[] = []
  for (const [ladder, start] of Object.entries(starts) as [Ladder, number][]) {
    const measure = draft.measureFrom(start)
    for (let row = 0; row < engine.size; row += 1) {
      for (const { id } of watch.newlyReached(draft, ladder, measure, row)) {
        partners.push(engine.ids[row]!)
        ladders.push(ladder)
        ranks.push(id)
      }
    }
  }
  await database.close()

  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into rank_reaches
     select r.partner_id, r.ladder, r.rank_id, o.id, o.paid_at, $4, null
     from unnest($1::bigint[], $2::text[], $3::integer[]) as r(partner_id, ladder, rank_id),
       (select id, paid_at from orders order by fact desc limit 1) o`,
    [partners, ladders, ranks, network.plans.at(-1)!.version],
  )
  await client.query(
    `insert into accounts (partner_id, name, currency, balance)
     select distinct sponsor_id, $1, $2, 0 from partners where sponsor_id is not null order by 1`,
    [accountNameOf(plan.unilevelCurrency), plan.unilevelCurrency],
  )
  await client.query(`vacuum analyze rank_reaches, accounts`)
  await client.end()
}
