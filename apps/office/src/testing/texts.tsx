import officeTexts from '@partner-office/locales/en/office.json'
import sharedTexts from '@partner-office/locales/en/shared.json'
import { Texts } from '@partner-office/web'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'

/** For tests: a part of a page in English. */
export function withTexts(children: ReactNode) {
  const { i18n } = new Texts('http://office.test/translations', { ...sharedTexts, ...officeTexts })
  return <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
}
