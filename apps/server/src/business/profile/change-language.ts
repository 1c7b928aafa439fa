import { Refusal } from '@partner-office/domain'
import { offeredLanguages } from '@partner-office/locales'

import type { Core } from '../../core/core.ts'
import { changeContact } from '../partners/change-contact.ts'
import { readSetting } from '../settings/read-settings.ts'

/**
 * Keep the language a partner has chosen.
 *
 * Refuses: `validation_error`, for a language that is not offered.
 * Source: api.md section 2; decisions D-001.
 */
export async function changeLanguage(
  core: Core,
  partnerId: number,
  uiLanguage: string,
): Promise<{ uiLanguage: string }> {
  const offered: readonly string[] = offeredLanguages(
    await readSetting(core.database.read, 'languages'),
  )
  if (!offered.includes(uiLanguage)) {
    throw new Refusal('validation_error', { field: 'uiLanguage', reason: 'invalid_format' })
  }
  await changeContact(core, partnerId, { language: uiLanguage })
  return { uiLanguage }
}
