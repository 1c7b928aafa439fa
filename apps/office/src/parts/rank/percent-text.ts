import type { NumberStyle } from '../../lib/formats.ts'

/** A percent as the language writes it, with the decimals it came with. */
export function percentText(percent: string, { locale, isPlain }: NumberStyle): string {
  const decimals = percent.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(isPlain ? 'en' : locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    numberingSystem: 'latn',
  }).format(percent as Intl.StringNumericLiteral)
}

/** A share of one in percent, such as 0.5 in 50. */
export const shareText = (share: number, style: NumberStyle): string =>
  percentText(String(Number((share * 100).toFixed(2))), style)
