import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Language } from '@partner-office/locales'

import type en from '../packages/locales/src/en/office.json'
import type enShared from '../packages/locales/src/en/shared.json'
import { TEST_LANGUAGE } from './other-language.ts'

const LOCALES = join(import.meta.dirname, '../packages/locales/src')

type Key = keyof typeof en | keyof typeof enShared

/** The languages in which states are tested: English and Arabic, or the language of a run in another one. */
export const LANGUAGES: readonly Language[] =
  TEST_LANGUAGE === 'en' ? ['en', 'ar'] : [TEST_LANGUAGE]

/** The translated texts of the back office. */
export function officeText(language: Language, key: Key): string {
  const texts = ['office', 'shared'].map((area): Partial<Record<Key, string>> =>
    JSON.parse(readFileSync(join(LOCALES, language, `${area}.json`), 'utf8')),
  )
  return texts.find((each) => key in each)![key]!
}
