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

/** More than any share has; what is beyond comes from counting in binary. */
const SHARE_DECIMALS = 8

/** A share of one in percent, exactly: 0.035 in 3.5. Source: requirements INF-022, INF-023; decisions D-054. */
export const shareText = (share: number, style: NumberStyle): string =>
  percentText(String(Number((share * 100).toFixed(SHARE_DECIMALS))), style)
