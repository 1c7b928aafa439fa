import type { AlertName } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { audited } from '../../business/audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import type { Session } from '../console.ts'
import { endAlert } from './keep-alerts.ts'

const HOUR_MS = 3_600_000

type Which = { readonly name: AlertName; readonly object: string }

/** Silences an alert that stands, for some hours; an earlier silence of it ends. Refuses: `not_found`. Source: requirements TOD-004. */
export async function silenceAlert(
  core: Core,
  { name, object, hours, reason }: Which & { readonly hours: number; readonly reason: string },
  { operatorId, email }: Session,
): Promise<void> {
  const until = core.clock() + hours * HOUR_MS
  const details = () => ({ alert: name, object, hours, reason })
  await audited(core, { actor: email, command: 'alert silence', details }, (on) =>
    on.database.transaction(async (tx) => {
      const standing = await tx
        .selectFrom('console.alerts')
        .select('name')
        .where('name', '=', name)
        .where('object', '=', object)
        .executeTakeFirst()
      if (standing === undefined) throw new Refusal('not_found')
      const silence = { until, reason, operatorId }
      await tx
        .insertInto('console.alertSilences')
        .values({ name, object, ...silence })
        .onConflict((conflict) => conflict.columns(['name', 'object']).doUpdateSet(silence))
        .execute()
    }),
  )
}

/** Ends a silence. Refuses: `not_found`. */
export async function speakAgain(
  core: Core,
  { name, object }: Which,
  { email }: Session,
): Promise<void> {
  const details = () => ({ alert: name, object })
  await audited(core, { actor: email, command: 'alert speak', details }, (on) =>
    on.database.transaction(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('console.alertSilences')
        .where('name', '=', name)
        .where('object', '=', object)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new Refusal('not_found')
    }),
  )
}

/**
 * Confirms to have seen an act outside four eyes: its alert ends at once. Confirming it again changes nothing.
 *
 * Refuses: `not_found`, for an entry that is none of such an act.
 * Source: D-156.
 */
export async function acknowledge(
  core: Core,
  entry: number,
  { operatorId, email }: Session,
): Promise<void> {
  const details = () => ({ entry })
  await audited(core, { actor: email, command: 'alert acknowledge', details }, (on) =>
    on.database.transaction(async (tx) => {
      const { rows } = await sql`
        select from audit_log where id = ${entry} and arguments ? 'outsideFourEyes'`.execute(tx)
      if (rows.length === 0) throw new Refusal('not_found')
      await tx
        .insertInto('console.acknowledgements')
        .values({ entry, operatorId, at: core.clock() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await endAlert(tx, { name: 'outsideFourEyes', object: String(entry) })
    }),
  )
}
