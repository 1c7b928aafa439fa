import type { NumberStyle } from '../../lib/formats/formats.ts'

/** Writes a percentage with its sign as the reader's language does, and keeps its decimals: `94.1%`, `94,1 %`. */
export function percentText(percent: string, { locale, isPlain }: NumberStyle): string {
  const decimals = percent.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(isPlain ? 'en' : locale, {
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    numberingSystem: 'latn',
  }).format(`${percent}e-2` as Intl.StringNumericLiteral)
}

/** More decimals than any share has: digits behind them are floating-point noise. */
const SHARE_DECIMALS = 8

/** Writes a share of one as an exact percentage: 0.035 as 3.5. Source: requirements INF-022, INF-023; decisions D-054. */
export const shareText = (share: number, style: NumberStyle): string =>
  percentText(String(Number((share * 100).toFixed(SHARE_DECIMALS))), style)
