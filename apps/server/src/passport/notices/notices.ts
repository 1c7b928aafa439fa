import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'

/** Events of a partner's balance that operators have brought about. Source: D-172. */
export type BalanceNotice = 'balanceAdjusted' | 'balanceHeld' | 'holdReleased'

/** What operators have done about a dispute. Source: D-172; requirements DSP-009. */
export type DisputeNotice = 'disputeAnswered' | 'disputeAsked' | 'disputeCorrected'

/** Events that a partner is told of by mail. */
export type NoticeKind =
  | 'newDevice'
  | 'passwordChanged'
  | 'authenticatorAdded'
  | 'authenticatorRemoved'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeyCopied'
  | 'emailTakenBack'
  | 'verificationApproved'
  | 'verificationRejected'
  | 'supportLooked'
  | BalanceNotice
  | DisputeNotice

/** What a notice says besides its text: values of its placeholders. */
export type NoticeFacts = Readonly<Record<string, string | number>>

/** An event of an account. */
type Notice = {
  readonly userId: number
  readonly kind: NoticeKind
  readonly facts?: NoticeFacts
}

/** Notes that a mail about an event is due: it is sent after the commit, and never without it. */
export async function oweNotice(
  { clock }: Pick<Core, 'clock'>,
  tx: Tx,
  { userId, kind, facts = {} }: Notice,
): Promise<void> {
  const now = clock()
  await sql`
    insert into passport.notices (user_id, address, kind, facts, created_at, next_at)
    select user_id, email, ${kind}, ${JSON.stringify(facts)}::jsonb, ${now}, ${now}
    from passport.accounts where user_id = ${userId} and closed_at is null`.execute(tx)
}
