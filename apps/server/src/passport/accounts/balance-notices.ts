import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { type BalanceNotice, type NoticeFacts, oweNotice } from '../notices/notices.ts'

type Notice = {
  readonly userId: number
  readonly kind: BalanceNotice
  readonly facts: NoticeFacts
}

/** Notes that a mail about a balance is due: of the notices, those that the business may owe. Source: D-172. */
export const oweBalanceNotice = (core: Pick<Core, 'clock'>, tx: Tx, notice: Notice) =>
  oweNotice(core, tx, notice)
