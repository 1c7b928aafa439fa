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
import { FORM_COLUMNS, profileVersion } from './profile-version.ts'

type ProfileForm = CallInput<typeof putProfile>['body']

/**
 * Stores what a partner says of themselves; a field that is left out stays as it is.
 *
 * Refuses: `profile_not_found`; `changed_meanwhile` for the version of an older profile; for fields: `required`, `max_length`, `invalid_format`, `validation_error`.
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
  await database.transaction(async (tx) => {
    const stored = await tx
      .selectFrom('partners')
      .select(FORM_COLUMNS)
      .where('id', '=', partnerId)
      .where('erasedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (stored === undefined) throw new Refusal('profile_not_found')
    if (form.version != null && form.version !== profileVersion(stored)) {
      throw new Refusal('changed_meanwhile')
    }
    await tx
      .updateTable('partners')
      .set(changes as Updateable<PartnersTable>)
      .where('id', '=', partnerId)
      .execute()
  })
}

function textsOf(form: ProfileForm): Partial<Record<ProfileText, string>> {
  const given = PROFILE_TEXTS.flatMap((name) => {
    const text = form[name]
    if (text === undefined) return []
    return [[name, name === 'telegram' ? telegramName(text) : text] as const]
  })
  return Object.fromEntries(given)
}
