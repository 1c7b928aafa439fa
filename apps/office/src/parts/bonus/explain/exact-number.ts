import type { NumberStyle } from '../../../lib/formats/formats.ts'

/** A number in parts that columns align; the decimals include their separator. */
export type ExactNumber = {
  readonly whole: string
  readonly kept: string
  /** Decimals that are cut off. */
  readonly cut: string
}

/** Writes a number in the reader's language with all its decimals. Rounding: none. */
export function exactNumber(text: string, style: NumberStyle, decimals: number): ExactNumber {
  const [numerator = '', denominator] = text.split('/')
  if (denominator !== undefined) {
    return {
      whole: `${written(numerator, style)}/${written(denominator, style)}`,
      kept: '',
      cut: '',
    }
  }
  const [whole = '', fraction = ''] = text.split('.')
  return {
    whole: written(whole, style),
    kept: fraction === '' ? '' : separatorOf(style) + fraction.slice(0, decimals),
    cut: fraction.slice(decimals),
  }
}

/** The same as one text. */
export function exactText(text: string, style: NumberStyle): string {
  const { whole, kept, cut } = exactNumber(text, style, text.length)
  return whole + kept + cut
}

function written(whole: string, style: NumberStyle): string {
  const isNegative = whole.startsWith('-')
  const digits = formatOf(style).format(BigInt(isNegative ? whole.slice(1) : whole))
  return isNegative ? `\u2212${digits}` : digits
}

const separatorOf = (style: NumberStyle): string =>
  formatOf(style)
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

const formatOf = ({ locale, isPlain }: NumberStyle): Intl.NumberFormat =>
  new Intl.NumberFormat(isPlain ? 'en' : locale, { numberingSystem: 'latn', useGrouping: 'always' })
