import type { PayoutStop } from '@partner-office/contracts'
import { isPayoutLocked } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'

/** The stored lock of a partner's payouts. */
type StoredStop = {
  readonly lockedAt: number | null
  readonly stopReason: string | null
  readonly stopUntil: number | null
}

/** The stop that holds now; null: none. A lock after wrong codes that followed a stop has neither its end nor its reason. */
export function stopOf(stored: StoredStop, now: number): Omit<PayoutStop, 'by'> | null {
  if (!isPayoutLocked(stored, now)) return null
  const { lockedAt, stopReason, stopUntil } = stored
  const isStop = stopUntil === null || stopUntil > lockedAt!
  return {
    since: lockedAt!,
    until: isStop ? stopUntil : null,
    reason: isStop ? stopReason : null,
  }
}

/** The stop of a partner's payouts that holds now; null: none. Source: requirements PQU-012. */
export async function readStop(db: Db, partnerId: number, now: number): Promise<PayoutStop | null> {
  const { rows } = await sql<StoredStop & { stoppedBy: number | null; email: string | null }>`
    select g.locked_at, g.stop_reason, g.stop_until, g.stopped_by, o.email
    from payout_guards g left join console.operators o on o.id = g.stopped_by where g.partner_id = ${partnerId}`.execute(
    db,
  )
  const [found] = rows
  const stop = found === undefined ? null : stopOf(found, now)
  if (stop === null) return null
  const { stoppedBy, email } = found!
  return {
    ...stop,
    by: stop.reason === null || stoppedBy === null ? null : { id: stoppedBy, email: email! },
  }
}
