import { latinDigits } from '@partner-office/domain'

import type { NumberStyle } from './formats.ts'

/** Marks that give a text its direction, spaces, and apostrophes between thousands. */
const LEFT_OUT = /[\s\u200e\u200f\u061c\u2066-\u2069'’]/g

const ARABIC_DECIMAL = /\u066b/g
const ARABIC_GROUP = /\u066c/g

/**
 * Reads an amount as the app writes it, or as people of any language do: `187,995.08`, `1.000,50`, `١٬٠٠٠٫٥٠`.
 *
 * A mark before three digits separates thousands where the reader's language says so; otherwise the last mark is the
 * decimal mark. Null for anything that is no number.
 *
 * Units: a plain decimal, such as `1000.50`.
 */
export function readAmount(text: string, style: NumberStyle): string | null {
  const isArabic = /[\u066b\u066c]/.test(text)
  const written = latinDigits(text)
    .replaceAll(ARABIC_DECIMAL, '.')
    .replaceAll(ARABIC_GROUP, ',')
    .replaceAll(LEFT_OUT, '')
  const decimal = decimalMarkOf(written, isArabic ? '.' : decimalMark(style))
  const [whole = '', fraction, ...more] = decimal === null ? [written] : written.split(decimal)
  const group = decimal === ',' ? '.' : ','
  const digits = isGrouped(whole, group) ? whole.replaceAll(group, '') : whole
  if (more.length > 0 || !/^\d+$/.test(digits) || !/^\d*$/.test(fraction ?? '')) return null
  return fraction ? `${digits}.${fraction}` : digits
}

/** The mark before the decimals of a number; null for a number without decimals. */
function decimalMarkOf(written: string, own: '.' | ','): '.' | ',' | null {
  const last = Math.max(written.lastIndexOf('.'), written.lastIndexOf(','))
  if (last === -1) return null
  const mark = written[last] as '.' | ','
  const other = mark === '.' ? ',' : '.'
  if (mark === own || written.includes(other)) return written.indexOf(mark) === last ? mark : other
  return isGrouped(written, mark) ? own : mark
}

/** Some languages have groups of two digits before the last three. */
const isGrouped = (digits: string, mark: '.' | ','): boolean =>
  new RegExp(`^\\d{1,3}(\\${mark}\\d{2,3})*\\${mark}\\d{3}$`).test(digits)

function decimalMark({ locale, isPlain }: NumberStyle): '.' | ',' {
  const parts = new Intl.NumberFormat(isPlain ? 'en' : `${locale}-u-nu-latn`).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
}
