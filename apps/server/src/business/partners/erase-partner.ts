import { CONTACTS, Refusal } from '@partner-office/domain'

import { closeAccount } from '../../passport/accounts/accounts.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { type Erased, eraseFromAuditLog } from '../audit/erase-from-audit-log.ts'
import { eraseFromDisputes } from '../disputes/erase-disputes.ts'
import { removeFolder } from '../support/ticket-folder.ts'
import { PERSONAL_TEXTS } from './partner-fields.ts'

/**
 * Replace what says who a partner is by neutral values and close the account; orders and ledger stay.
 *
 * Why it was asked for is in the audit log, whose other entries lose what says who the partner is. Erasing again changes
 * nothing. Of a registration that was never confirmed only the closed account stays.
 *
 * Refuses: `not_found`.
 * Source: decisions D-148.
 */
export async function erasePartner(core: Core, partnerId: number): Promise<void> {
  const { transaction, recent } = core.database
  const change = transaction(async (tx) => {
    const known = await readTexts(tx, partnerId)
    const folders = await eraseRows(core, tx, partnerId)
    return { folders, known }
  })
  const { folders, known } = await recent.revokeAfter(change)
  // The entry of the erasure itself was written at the end of that transaction.
  if (folders !== null) await transaction((tx) => eraseFromAuditLog(tx, known))
  for (const folder of folders ?? []) await removeFolder(core, folder)
}

/** Erases in a transaction; returns the folders of files to remove, null when the partner was erased before. */
async function eraseRows(core: Core, tx: Tx, partnerId: number): Promise<string[] | null> {
  const now = core.clock()
  // The domain `invalid` is reserved, so no mail is ever delivered to it.
  const email = `erased-${partnerId}@invalid`
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
    .select(['erasedAt', 'firstName', 'lastName'])
    .where('id', '=', partnerId)
    .forUpdate()
    .executeTakeFirst()
  if (partner === undefined) throw new Refusal('not_found', { field: 'userId', partnerId })
  if (partner.erasedAt !== null) return null

  // Documents tell which entries of the audit log are about the partner; closing the account deletes them.
  await eraseFromAuditLog(tx, await readTexts(tx, partnerId))
  await eraseFromDisputes(tx, partnerId, partner)
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
  await tx.deleteFrom('console.exports').where('ofPartners', '=', true).execute()
  await tx.deleteFrom('console.imports').where('state', 'in', ['NEW', 'CHECKED']).execute()
  await closeAccount(tx, partnerId, { email, now })
  return tickets.map(({ folder }) => folder)
}

/** The texts that say who a partner, or a registration, is. */
async function readTexts(tx: Tx, partnerId: number): Promise<Erased> {
  const partner = await tx
    .selectFrom('partners')
    .select(['email', 'firstName', 'lastName', ...CONTACTS, 'mobile', 'address1', 'address2'])
    .where('id', '=', partnerId)
    .executeTakeFirst()
  const registration = await tx
    .selectFrom('registrations')
    .innerJoin('passport.accounts as a', 'a.userId', 'registrations.userId')
    .select(['firstName', 'lastName', 'a.email'])
    .where('registrations.userId', '=', partnerId)
    .executeTakeFirst()
  const change = await tx
    .selectFrom('passport.emailChanges')
    .select(['oldEmail', 'newEmail'])
    .where('userId', '=', partnerId)
    .executeTakeFirst()
  const known = partner ?? registration
  if (known === undefined) return { partnerId, texts: [] }
  // A first name alone is the name of many: it counts together with the last name.
  const { firstName, lastName, ...others } = known
  const names = [`${firstName} ${lastName}`, `${lastName} ${firstName}`, lastName]
  return { partnerId, texts: [...names, ...Object.values({ ...others, ...change })] }
}

/**
 * Erases a partner as part of a transaction whose audit entries name nobody. The files of tickets go with the next sweep of folders, and
 * the caller ends what processes know of sessions.
 *
 * Refuses: `not_found`.
 */
export async function erasePartnerIn(core: Core, tx: Tx, partnerId: number): Promise<void> {
  await eraseRows(core, tx, partnerId)
}

const TABLES_OF_A_PARTNER = [
  'avatars',
  'console.partnerNotes',
  'mailNotes',
  'mailPace',
  'notificationSettings',
  'pushNotes',
  'pushPace',
  'pushSubscriptions',
  'statements',
] as const
