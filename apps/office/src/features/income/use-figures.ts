import { directionOf, numberLanguage } from '@partner-office/locales'

import { amountText, countText, shownAmount } from '../../lib/formats/formats.ts'
import { percentText } from '../../parts/figures/percent-text.ts'
import { usePublicPage } from '../../parts/public/public-page.ts'

/** Writes the figures of the page in its language. */
export type Figures = {
  /** Units: EUR with 2 decimals; without the currency. */
  readonly eur: (amount: string) => string
  /** The same with the currency, for sentences. */
  readonly withEur: (amount: string) => string
  /** Units: percent. */
  readonly share: (percent: string) => string
  readonly count: (count: number) => string
}

/** The figures of a public page. Source: decisions D-103. */
export function useFigures(): Figures {
  const { locale, config } = usePublicPage()
  const style = {
    locale: numberLanguage(locale),
    isPlain: config.property('numberFormat') === 'plain',
  }
  const isTurned = directionOf(locale) === 'rtl'
  return {
    eur: (amount) => {
      const isNegative = amount.startsWith('-')
      const { whole, fraction } = shownAmount(isNegative ? amount.slice(1) : amount, 'EUR', style)
      return `${isNegative ? '\u2212' : ''}${whole}${fraction}`
    },
    withEur: (amount) => {
      const text = amountText(amount, 'EUR', style).replaceAll(' ', '\u00a0')
      return isTurned ? `\u2066${text}\u2069` : text
    },
    share: (percent) => percentText(percent, style),
    count: (count) => countText(count, style),
  }
}
