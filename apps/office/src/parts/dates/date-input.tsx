import { browserWord } from '@partner-office/locales'
import { DateField, dateShown, type DateStyle } from '@partner-office/ui'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../lib/formats/locale.ts'

type DateInputProps = Omit<
  ComponentProps<typeof DateField>,
  'language' | 'dateStyle' | 'wrongText' | 'calendarLabel'
>

/** A date field in the order of the page's language, or of the reader's region of it. */
export function DateInput(props: DateInputProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const language = regionOf(locale, navigator.languages)
  const style = dateStyleOf(locale)
  const today = new Date().toISOString().slice(0, 10)
  return (
    <DateField
      {...props}
      language={language}
      dateStyle={style}
      wrongText={t('dateField.wrong', { date: dateShown(today, language, style) })}
      calendarLabel={t('dateField.calendar')}
    />
  )
}

/** How a language writes dates, if the browser does not know it. */
function dateStyleOf(locale: string): DateStyle | undefined {
  const pattern = browserWord(locale, 'date')
  if (pattern === null) return undefined
  const nameOf = (part: keyof DateStyle['names']) => browserWord(locale, `field.${part}`) ?? part
  return { pattern, names: { day: nameOf('day'), month: nameOf('month'), year: nameOf('year') } }
}

/** The language as the reader's browser writes it: `en` is `en-GB` for a reader in Britain. */
export const regionOf = (language: string, wanted: readonly string[]): string =>
  wanted.find((one) => one.split('-')[0] === language) ?? language
