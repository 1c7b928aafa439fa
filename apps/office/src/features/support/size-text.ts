import { numberLanguage } from '@partner-office/locales'

const KILOBYTE = 1_000
const MEGABYTE = 1_000_000

/** The size of a file in KB or MB. Units: bytes, decimal as in the stated limit of 15,000,000. */
export function sizeText(bytes: number, locale: string): string {
  const isLarge = bytes >= MEGABYTE
  return new Intl.NumberFormat(numberLanguage(locale), {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
    numberingSystem: 'latn',
  }).format(Math.max(bytes, 1) / (isLarge ? MEGABYTE : KILOBYTE))
}
