import { browserWord } from '@partner-office/locales'

// Both apps show dates alike.
export { dateShown, dateText, timeText } from '@partner-office/web/dates.ts'

/** The currency that screens show for an account. Source: requirements FMT-010 to FMT-012; decisions D-087. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  UCHAIN_UCN_BONUS: 'UCN',
  UCN_XRC10_WHITE: 'UCN',
  UCHAIN_UPT_BONUS: 'UPT',
  UPT_XRC10_WHITE: 'UPT',
}

/** The currency behind the code of an account or a wallet. */
export const currencyShown = (code: string): string => SHOWN_AS[code] ?? code

/** Decimals of a currency; screens always show all of them. Source: requirements FMT-003, FMT-004; decisions D-100. */
const DECIMALS: Readonly<Record<string, number>> = { EUR: 2, USDT: 2, ULTIMA: 6, WIN: 6 }
const COIN_DECIMALS = 8

/** The number of decimals that screens show for a currency. */
export const decimalsShown = (unit: string): number => DECIMALS[unit] ?? COIN_DECIMALS

/** An amount for a screen, in three parts of different weight. */
export type ShownAmount = {
  readonly whole: string
  readonly fraction: string
  readonly unit: string
}

/** Number format: of a language, or the same plain format in every language. Source: decisions D-103. */
export type NumberStyle = { readonly locale: string; readonly isPlain: boolean }

/**
 * Formats an exact amount.
 *
 * Units: `amount` is a plain decimal of any length; `currency` may be an account; at least `fewest` decimals are shown,
 * by default all decimals of the currency.
 * Rounding: towards zero, never up.
 * Source: requirements FMT-003 to FMT-012; decisions D-103.
 */
export function shownAmount(
  amount: string,
  currency: string,
  style: NumberStyle,
  fewest: number = decimalsShown(currencyShown(currency)),
): ShownAmount {
  const unit = currencyShown(currency)
  const parts = numberFormat(style, fewest, decimalsShown(unit)).formatToParts(
    amount as Intl.StringNumericLiteral,
  )
  const point = parts.findIndex(({ type }) => type === 'decimal')
  const end = point === -1 ? parts.length : point
  const text = (some: typeof parts): string => some.map(({ value }) => value).join('')
  return { whole: text(parts.slice(0, end)), fraction: text(parts.slice(end)), unit }
}

/** Formats an amount as one text, for sentences and labels. */
export function amountText(amount: string, currency: string, style: NumberStyle): string {
  const { whole, fraction, unit } = shownAmount(amount, currency, style)
  return `${whole}${fraction} ${unit}`
}

const FEWEST_RATE_DECIMALS = 4

/** Formats a rate with all of its decimals, at least four. Rounding: none. */
export function rateText(rate: string, style: NumberStyle): string {
  const decimals = Math.max(FEWEST_RATE_DECIMALS, rate.split('.')[1]?.length ?? 0)
  return numberFormat(style, FEWEST_RATE_DECIMALS, decimals).format(
    rate as Intl.StringNumericLiteral,
  )
}

/** Formats a count with the separators of the language. Source: requirements FMT-007. */
export const countText = (count: number, style: NumberStyle): string =>
  numberFormat(style, 0, 0).format(count)

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(
  { locale, isPlain }: NumberStyle,
  fewest: number,
  most: number,
): Intl.NumberFormat {
  const language = isPlain ? 'en' : locale
  const key = `${language} ${fewest} ${most}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat(language, {
    numberingSystem: 'latn',
    useGrouping: 'always',
    minimumFractionDigits: fewest,
    maximumFractionDigits: most,
    roundingMode: 'trunc',
  })
  formats.set(key, format)
  return format
}

/** The name of a month, 1 to 12, in a language. */
export const monthName = (month: number, locale: string): string =>
  browserWord(locale, `month.${month}`) ??
  new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2026, month - 1),
  )

/** The abbreviated word for "year", as in "2026 г.", would stand alone on a line. */
const YEAR_WORD = /(?<=\d) (?=\p{L}+\.)/u

/** Formats a UTC month with its year in a language. */
export function monthShown(month: number, locale: string): string {
  const at = new Date(month)
  const word = browserWord(locale, `year.${at.getUTCMonth() + 1}`)
  const shown =
    word?.replace('{{year}}', String(at.getUTCFullYear())) ??
    new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }).format(month)
  return shown.replace(YEAR_WORD, '\u00a0')
}

/** The time left until an instant. */
export type TimeLeft = {
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** The time left until an instant; null from that instant on. Source: requirements DSH-020. */
export function timeLeft(until: number, now: number): TimeLeft | null {
  if (until <= now) return null
  const seconds = Math.floor((until - now) / 1_000)
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}
