/** Digits are Latin in every language. Source: decisions D-103. */
const DIGITS = { numberingSystem: 'latn' } as const

/** Writes exact decimals with a fixed number of decimals. */
export const amountFormat = (language: string, decimals: number): Intl.NumberFormat =>
  new Intl.NumberFormat(language, {
    ...DIGITS,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })

/** Mongolian numbers its months ("11-р сар"): the ordinals in words are three times as long. */
export const monthWidth = (language: string): 'short' | 'long' =>
  language === 'mn' ? 'short' : 'long'

/** Writes a month as a language names it, UTC: "October 2026". */
export const monthFormat = (language: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, {
    ...DIGITS,
    year: 'numeric',
    month: monthWidth(language),
    timeZone: 'UTC',
    calendar: 'gregory',
  })

/** A day, UTC: DD.MM.YYYY. Source: decisions D-102. */
export function dayText(at: number): string {
  const [year, month, day] = new Date(at).toISOString().slice(0, 10).split('-')
  return `${day}.${month}.${year}`
}
