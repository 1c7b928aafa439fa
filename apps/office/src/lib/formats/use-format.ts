import { directionOf, numberLanguage } from '@partner-office/locales'

import {
  amountText,
  dateText,
  type NumberStyle,
  shownAmount,
  type ShownAmount,
  timeText,
} from './formats.ts'
import { useLocale } from './locale.ts'
import { useOffice } from '../session/office.ts'

/** Formats amounts and instants in the language of the page. Source: decisions D-103. */
export function useFormat(): {
  readonly style: NumberStyle
  readonly amount: (amount: string, currency: string) => ShownAmount
  readonly amountText: (amount: string, currency: string) => string
  /** An instant with its day, for sentences. */
  readonly instantText: (at: number) => string
  /** The figure without its unit, as fields hold it. */
  readonly figure: (amount: string, currency: string) => string
} {
  const locale = useLocale()
  const { config } = useOffice()
  const style = {
    locale: numberLanguage(locale),
    isPlain: config.property('numberFormat') === 'plain',
  }
  return {
    style,
    amount: (amount, currency) => shownAmount(amount, currency, style),
    figure: (amount, currency) => {
      const { whole, fraction } = shownAmount(amount, currency, style)
      return `${whole}${fraction}`
    },
    amountText: (amount, currency) => inSentence(amountText(amount, currency, style), locale),
    instantText: (at) => inSentence(`${dateText(at)} ${timeText(at)} UTC`, locale),
  }
}

/** Keeps an amount or an instant on one line and from left to right in every language. */
function inSentence(figure: string, locale: string): string {
  const unbroken = figure.replaceAll(' ', '\u00a0')
  return directionOf(locale) === 'rtl' ? `\u2066${unbroken}\u2069` : unbroken
}
