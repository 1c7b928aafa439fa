import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { type DisputeNotice, oweNotice } from '../notices/notices.ts'

/** What has happened to a dispute; the mail has its number and never a text of it. */
type Changed = { readonly userId: number; readonly kind: DisputeNotice; readonly dispute: number }

/** Notes that a mail about a dispute is due, in the transaction that changes it. Source: requirements DSP-009. */
export const oweDisputeNotice = (
  core: Pick<Core, 'clock'>,
  tx: Tx,
  { userId, kind, dispute }: Changed,
): Promise<void> => oweNotice(core, tx, { userId, kind, facts: { dispute } })
