import { DateField, dateShown } from '@partner-office/ui'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../lib/locale.ts'

type DateInputProps = Omit<
  ComponentProps<typeof DateField>,
  'language' | 'wrongText' | 'calendarLabel'
>

/** A date field in the order of the page's language, or of the reader's region of it. */
export function DateInput(props: DateInputProps) {
  const { t } = useTranslation()
  const language = regionOf(useLocale(), navigator.languages)
  const today = new Date().toISOString().slice(0, 10)
  return (
    <DateField
      {...props}
      language={language}
      wrongText={t('dateField.wrong', { date: dateShown(today, language) })}
      calendarLabel={t('dateField.calendar')}
    />
  )
}

/** The language as the reader's browser writes it: `en` is `en-GB` for a reader in Britain. */
export const regionOf = (language: string, wanted: readonly string[]): string =>
  wanted.find((one) => one.split('-')[0] === language) ?? language
