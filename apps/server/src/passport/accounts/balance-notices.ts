import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { type BalanceNotice, oweNotice } from '../notices/notices.ts'

/** An event of a partner's balance. `amount` is a decimal with its currency. */
type Changed = {
  readonly userId: number
  readonly kind: BalanceNotice
  readonly amount: string
}

/** Notes that a mail about a balance is due, in the transaction that changes it. Source: D-172. */
export const oweBalanceNotice = (
  core: Pick<Core, 'clock'>,
  tx: Tx,
  { userId, kind, amount }: Changed,
): Promise<void> => oweNotice(core, tx, { userId, kind, facts: { amount } })
