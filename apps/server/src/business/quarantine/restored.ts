import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { settleLeft } from '../payouts/end/hand-over.ts'
import { type ListedPayout, listPayouts } from '../payouts/read/list-payouts.ts'
import { type Quarantine, readQuarantine } from './quarantine.ts'

/** What a restored database would send out again, and what it lacks. Units: instants. */
export type Restored = {
  readonly quarantine: Quarantine
  /** The newest order that it holds: what the shop has sent since is missing. */
  readonly lastOrder: { readonly id: number; readonly recordedAt: number } | null
  /** Payouts that were open at the restored instant, and may have left since. */
  readonly payouts: readonly ListedPayout[]
  /** What waits to leave, by kind. */
  readonly waiting: Readonly<Record<Waiting, number>>
}

type Waiting =
  | 'mails'
  | 'notices'
  | 'eventMails'
  | 'payoutMails'
  | 'pushes'
  | 'webhooks'
  | 'tickets'

/** Refuses: `not_found`, without a quarantine. Source: cluster.md, BKP-005. */
export async function showRestored(core: Core): Promise<Restored> {
  const { read } = core.database
  const quarantine = await readQuarantine(read)
  if (quarantine === null) throw NOTHING_RESTORED
  const { rows } = await sql<Restored['waiting']>`
    select (select count(*) from passport.mails) as mails, (select count(*) from passport.notices) as notices,
      (select count(*) from mail_notes) as event_mails, (select count(*) from payout_mails) as payout_mails,
      (select count(*) from push_notes) + (select count(*) from push_messages) as pushes,
      (select count(*) from console.deliveries where state = 'PENDING') as webhooks,
      (select count(*) from tickets where state = 'waiting') as tickets`.execute(read)
  const payouts: ListedPayout[] = []
  for await (const payout of listPayouts(core, 'PENDING')) payouts.push(payout)
  const lastOrder = await read
    .selectFrom('orders')
    .select(['id', 'recordedAt'])
    .orderBy('fact', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { quarantine, lastOrder: lastOrder ?? null, payouts, waiting: rows[0]! }
}

const NOTHING_RESTORED = new Refusal('not_found', {
  reason: 'the database is not in quarantine: nothing waits',
})

/** Why a quarantine ends, and a file `id,txId` of the payouts that had left meanwhile. */
type Acceptance = { readonly reason: string; readonly left: AsyncIterable<Uint8Array> | null }

/**
 * Ends the quarantine. Payouts that had left meanwhile are marked as sent in the same transaction, so none leaves twice.
 *
 * Refuses: `not_found`, without a quarantine; `ImportRefused`, naming every bad line of the file, and nothing is changed.
 * Source: cluster.md, BKP-005, D-196.
 */
export function acceptRestored(
  core: Core,
  { reason, left }: Acceptance,
): Promise<{ readonly settled: number }> {
  const end = (tx: Tx) => endQuarantine(tx, core.clock(), reason)
  if (left !== null) return settleLeft(core, left, end)
  return core.database.transaction(async (tx) => {
    await end(tx)
    return { settled: 0 }
  })
}

async function endQuarantine(tx: Tx, endedAt: number, endReason: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('quarantines')
    .set({ endedAt, endReason })
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw NOTHING_RESTORED
}
