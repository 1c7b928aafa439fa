import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { contactVersion } from './contact-version.ts'

/** Contact fields to change; a missing field stays as it is. `version` is that of the contact which was changed. */
export type ContactChange = {
  readonly phone?: string
  readonly language?: string
  readonly version?: string
}

/**
 * Change how to reach a partner, and in which language.
 *
 * Refuses: `not_found`; `changed_meanwhile` for the version of an older contact.
 */
export async function changeContact(
  { database }: Core,
  partnerId: number,
  { phone, language, version }: ContactChange,
): Promise<void> {
  await database.transaction(async (tx) => {
    const stored = await tx
      .selectFrom('partners')
      .select(['phone', 'uiLanguage as language'])
      .where('id', '=', partnerId)
      .where('erasedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (stored === undefined) throw new Refusal('not_found')
    if (version !== undefined && version !== contactVersion(stored)) {
      throw new Refusal('changed_meanwhile')
    }
    await tx
      .updateTable('partners')
      .set({ phone: phone ?? stored.phone, uiLanguage: language ?? stored.language })
      .where('id', '=', partnerId)
      .execute()
  })
}
