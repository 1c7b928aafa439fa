import { Refusal } from '@partner-office/domain'

import type { Core } from '../../../core/core.ts'
import { owingMails } from './payout-mails.ts'

/**
 * Owes the mail about the present state of a payout once more; one that is still owed stays as it is.
 *
 * Refuses: `not_found`, also for a payout of somebody else, and for a partner whose data are erased.
 * Source: requirements PTR-008.
 */
export async function resendPayoutMail(
  { database, clock }: Core,
  partnerId: number,
  payoutId: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    const payout = await tx
      .selectFrom('payouts as o')
      .innerJoin('partners as p', 'p.id', 'o.partnerId')
      .select(['o.id as payoutId', 'o.status'])
      .where('o.id', '=', payoutId)
      .where('o.partnerId', '=', partnerId)
      .where('p.erasedAt', 'is', null)
      .executeTakeFirst()
    if (payout === undefined) throw new Refusal('not_found', { field: 'payoutId' })
    await owingMails([{ ...payout, dueAt: clock() }]).execute(tx)
  })
}
