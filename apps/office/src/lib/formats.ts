const THREE_DAYS_MS = 259_200_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** How accounts and currencies are called on screens. Source: requirements FMT-010 to FMT-012; decisions D-087. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  UCHAIN_UCN_BONUS: 'UCN',
  UCN_XRC10_WHITE: 'UCN',
  UCHAIN_UPT_BONUS: 'UPT',
  UPT_XRC10_WHITE: 'UPT',
}

/** The currency that an account or a wallet code stands for. */
export const currencyShown = (code: string): string => SHOWN_AS[code] ?? code

/** Decimals shown: those a currency has, always all of them. Source: requirements FMT-003, FMT-004; decisions D-100. */
const DECIMALS: Readonly<Record<string, number>> = { EUR: 2, USDT: 2, ULTIMA: 6, WIN: 6 }
const COIN_DECIMALS = 8

/** How many decimals an amount of a currency has on screens. */
export const decimalsShown = (unit: string): number => DECIMALS[unit] ?? COIN_DECIMALS

/** An amount as it stands on a screen, in three parts of different weight. */
export type ShownAmount = {
  readonly whole: string
  readonly fraction: string
  readonly unit: string
}

/** How numbers are written: as the language writes them, or plainly everywhere. Source: decisions D-103. */
export type NumberStyle = { readonly locale: string; readonly isPlain: boolean }

/**
 * An exact amount for a screen.
 *
 * Units: `amount` is a plain decimal of any length; `currency` may be an account; `fewest` decimals are shown, all that
 * the currency has unless told otherwise.
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

/** An amount in one run of text, for sentences and labels. */
export function amountText(amount: string, currency: string, style: NumberStyle): string {
  const { whole, fraction, unit } = shownAmount(amount, currency, style)
  return `${whole}${fraction} ${unit}`
}

const FEWEST_RATE_DECIMALS = 4

/** A rate with all of its decimals, at least four. Rounding: none. */
export function rateText(rate: string, style: NumberStyle): string {
  const decimals = Math.max(FEWEST_RATE_DECIMALS, rate.split('.')[1]?.length ?? 0)
  return numberFormat(style, FEWEST_RATE_DECIMALS, decimals).format(
    rate as Intl.StringNumericLiteral,
  )
}

/** A count with the separators of the language. Source: requirements FMT-007. */
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

/** DD.MM.YYYY in UTC, in every language. Source: requirements FMT-001. */
export function dateText(instant: number): string {
  const [year, month, day] = new Date(instant).toISOString().slice(0, 10).split('-')
  return `${day}.${month}.${year}`
}

/** A UTC month with its year, as the language names it. */
export const monthShown = (month: number, locale: string): string =>
  new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(month)

/** HH:MM in UTC. */
export const timeText = (instant: number): string => new Date(instant).toISOString().slice(11, 16)

/**
 * A date as readers think of it: relative while it is young, else the day.
 *
 * Source: requirements FMT-001, FMT-002; decisions D-102.
 */
export function dateShown(instant: number, now: number, locale: string): string {
  const age = now - instant
  if (age < 0 || age > THREE_DAYS_MS) return dateText(instant)
  const relative = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { numeric: 'auto' })
  if (age < HOUR_MS) return relative.format(-Math.floor(age / MINUTE_MS), 'minute')
  if (age < DAY_MS) return relative.format(-Math.floor(age / HOUR_MS), 'hour')
  return relative.format(-Math.floor(age / DAY_MS), 'day')
}

/** What is left until an instant. */
export type TimeLeft = {
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** Null from the instant on: a partner is active exactly while it is later than now. Source: requirements DSH-020. */
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
