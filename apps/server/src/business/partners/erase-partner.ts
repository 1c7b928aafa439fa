import { Refusal } from '@partner-office/domain'

import { closeAccount } from '../../passport/accounts/accounts.ts'
import type { Core } from '../../core/core.ts'
import { removeFolder } from '../support/ticket-folder.ts'
import { CONTACTS, PERSONAL_TEXTS } from './partner-fields.ts'

/**
 * Replace what says who a partner is by neutral values and close the account; orders and ledger stay.
 *
 * Why it was asked for is in the audit log. Erasing again changes nothing. Of a registration that was never confirmed
 * only the closed account stays.
 *
 * Refuses: `not_found`.
 * Source: decisions D-148.
 */
export async function erasePartner(core: Core, partnerId: number): Promise<void> {
  const now = core.clock()
  // The domain `invalid` is reserved, so no mail is ever delivered to it.
  const email = `erased-${partnerId}@invalid`
  const change = core.database.transaction(async (tx) => {
    // Before the partner is looked for: a confirmation at the same time has made it one, or finds nothing to confirm.
    const registrations = await tx
      .deleteFrom('registrations')
      .where('userId', '=', partnerId)
      .executeTakeFirst()
    if (registrations.numDeletedRows > 0n) {
      await closeAccount(tx, partnerId, { email, now })
      return []
    }
    const partner = await tx
      .selectFrom('partners')
      .select('erasedAt')
      .where('id', '=', partnerId)
      .forUpdate()
      .executeTakeFirst()
    if (partner === undefined) throw new Refusal('not_found', { field: 'userId', partnerId })
    if (partner.erasedAt !== null) return []

    const texts = Object.fromEntries([...CONTACTS, ...PERSONAL_TEXTS].map((text) => [text, '']))
    await tx
      .updateTable('partners')
      .set({ ...texts, email, firstName: 'Erased', lastName: 'Partner', erasedAt: now })
      .where('id', '=', partnerId)
      .execute()
    const tickets = await tx
      .deleteFrom('tickets')
      .where('partnerId', '=', partnerId)
      .returning('folder')
      .execute()
    for (const table of TABLES_OF_A_PARTNER) {
      await tx.deleteFrom(table).where('partnerId', '=', partnerId).execute()
    }
    await closeAccount(tx, partnerId, { email, now })
    return tickets.map(({ folder }) => folder)
  })
  const folders = await core.database.recent.revokeAfter(change)
  for (const folder of folders) await removeFolder(core, folder)
}

const TABLES_OF_A_PARTNER = [
  'avatars',
  'mailNotes',
  'mailPace',
  'notificationSettings',
  'statements',
] as const
