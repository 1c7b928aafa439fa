import { LANGUAGE } from '../../lib/instants.ts'

const PERCENT = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 6 })

/** A share of one as a percent: `1.5%`; a dash where there is none. */
export const percentText = (share: number | null): string =>
  share === null ? '–' : PERCENT.format(share)
