import type { CallInput, putProfile } from '@partner-office/contracts'
import {
  FormRefusal,
  PROFILE_TEXTS,
  profileProblems,
  type ProfileText,
  Refusal,
  telegramName,
} from '@partner-office/domain'
import type { Updateable } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { PartnersTable } from '../../db/schema.ts'

type ProfileForm = CallInput<typeof putProfile>['body']

/**
 * Stores what a partner says of themselves; a field that is left out stays as it is.
 *
 * Refuses: `profile_not_found`; for fields: `required`, `max_length`, `invalid_format`, `validation_error`.
 * Source: api.md section 2; decisions D-073, D-079, D-115, D-121.
 */
export async function changeProfile(
  { database }: Core,
  partnerId: number,
  form: ProfileForm,
): Promise<void> {
  const texts = textsOf(form)
  FormRefusal.refuseAny(profileProblems(texts))
  const { hideContacts } = form
  // The checks have left only stored values of `sex`.
  const changes = { ...texts, ...(hideContacts != null && { hideContacts }) }
  if (Object.keys(changes).length === 0) return
  const { numUpdatedRows } = await database.transaction((tx) =>
    tx
      .updateTable('partners')
      .set(changes as Updateable<PartnersTable>)
      .where('id', '=', partnerId)
      .where('erasedAt', 'is', null)
      .executeTakeFirst(),
  )
  if (numUpdatedRows === 0n) throw new Refusal('profile_not_found')
}

function textsOf(form: ProfileForm): Partial<Record<ProfileText, string>> {
  const given = PROFILE_TEXTS.flatMap((name) => {
    const text = form[name]
    if (text === undefined) return []
    return [[name, name === 'telegram' ? telegramName(text) : text] as const]
  })
  return Object.fromEntries(given)
}
