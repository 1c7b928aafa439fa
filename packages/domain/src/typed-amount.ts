import { latinDigits } from './latin-digits.ts'

/** Marks of numbers in the language of a page; `group` is a space where the language groups by spaces. */
export type NumberMarks = { readonly decimal: '.' | ','; readonly group: '.' | ',' | ' ' }

/** A typed amount: read, readable in two ways, or no amount. Units: plain decimals, such as `1000.50`. */
export type TypedAmount =
  | { readonly state: 'read'; readonly amount: string }
  | { readonly state: 'unclear'; readonly readings: readonly [string, string] }
  | { readonly state: 'invalid' }

const INVALID: TypedAmount = { state: 'invalid' }

/** Marks that give a text its direction. */
const DIRECTION_MARKS = /[\u200e\u200f\u061c\u2066-\u2069]/g

/** Spaces and apostrophes only ever stand between thousands. */
const NEUTRAL_GROUPS = /[\s'’]/g

/**
 * Reads an amount as a partner types it, by the marks of the page's language: `1.000,50` on a German page.
 *
 * A mark of another language is taken where only one reading is possible: `0.5` on a German page. A mark before three
 * digits that this language does not write there could separate thousands or decimals: `0.500` on a German page is
 * unclear, `1.500` is 1500. Digits and marks of Arabic and Persian, digits of the other languages, and spaces and
 * apostrophes between thousands are read on every page.
 */
export function readTypedAmount(text: string, marks: NumberMarks): TypedAmount {
  const isArabic = /[\u066b\u066c]/.test(text)
  return readMarks(plainMarks(text), isArabic ? { decimal: '.', group: ',' } : marks)
}

/** Reads a typed count, in which no mark can be a decimal mark; null for anything else. */
export function readTypedCount(text: string): string | null {
  const written = plainMarks(text)
  return [' ', '.', ','].map((mark) => ungrouped(written, mark)).find(Boolean) ?? null
}

/** The text with Latin digits and marks, and a plain space for what can only separate thousands. */
const plainMarks = (text: string): string =>
  latinDigits(text)
    .replaceAll(DIRECTION_MARKS, '')
    .trim()
    .replaceAll(NEUTRAL_GROUPS, ' ')
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')

function readMarks(written: string, marks: NumberMarks): TypedAmount {
  const last = Math.max(written.lastIndexOf('.'), written.lastIndexOf(','))
  if (last === -1) return read(ungrouped(written, ' '))
  const mark = written[last] as '.' | ','
  if (written.indexOf(mark) < last) return read(ungrouped(written, mark))
  const whole = written.slice(0, last)
  const fraction = written.slice(last + 1)
  if (!/^\d*$/.test(fraction)) return INVALID
  const isPlain = /^\d+$/.test(whole)
  if (isPlain && fraction.length === 3 && mark !== marks.decimal) {
    const thousands = mark === marks.group ? ungrouped(written, mark) : null
    return thousands === null ? unclear(whole, fraction) : read(thousands)
  }
  const digits = ungrouped(whole, ' ') ?? ungrouped(whole, mark === '.' ? ',' : '.')
  return read(digits && (fraction === '' ? digits : `${digits}.${fraction}`))
}

const read = (amount: string | null): TypedAmount =>
  amount === null ? INVALID : { state: 'read', amount }

const unclear = (whole: string, fraction: string): TypedAmount => ({
  state: 'unclear',
  readings: [`${whole}.${fraction}`, `${whole}${fraction}`.replace(/^0+(?=\d)/, '')],
})

/** The digits of a whole number, in groups of three, of two before the last three, or without groups; null otherwise. */
function ungrouped(number: string, group: string): string | null {
  if (/^\d+$/.test(number)) return number
  const mark = group === '.' ? '\\.' : group
  const groups = new RegExp(`^[1-9](\\d{0,2}(${mark}\\d{3})+|\\d?(${mark}\\d{2})*${mark}\\d{3})$`)
  return groups.test(number) ? number.replaceAll(group, '') : null
}
