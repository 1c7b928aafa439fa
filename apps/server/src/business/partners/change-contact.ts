import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'

/** Contact fields to change; a missing field stays as it is. */
export type Contact = { readonly phone?: string; readonly language?: string }

/**
 * Change how to reach a partner, and in which language.
 *
 * Refuses: `not_found`.
 */
export async function changeContact(
  { database }: Core,
  partnerId: number,
  { phone, language }: Contact,
): Promise<void> {
  const changed = await database.transaction((tx) =>
    tx
      .updateTable('partners')
      .set((eb) => ({
        phone: phone ?? eb.ref('phone'),
        uiLanguage: language ?? eb.ref('uiLanguage'),
      }))
      .where('id', '=', partnerId)
      .where('erasedAt', 'is', null)
      .executeTakeFirst(),
  )
  if (changed.numUpdatedRows === 0n) throw new Refusal('not_found')
}
