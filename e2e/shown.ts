import { agesIn } from './browser-texts.ts'
import { TEST_LANGUAGE } from './other-language.ts'

/** How screens show an age of less than a day, as the source of an expression. */
export const AGE = agesIn(TEST_LANGUAGE)

/** Formats a UTC day as screens show it, such as 17.11.2026. */
export function dayShown(instant: number): string {
  const [year, month, day] = new Date(instant).toISOString().slice(0, 10).split('-')
  return `${day}.${month}.${year}`
}

/** Formats a UTC instant as screens show it in full, such as 17.11.2026 11:00 UTC. */
export const instantShown = (instant: number): string =>
  `${dayShown(instant)} ${new Date(instant).toISOString().slice(11, 16)} UTC`

/** Formats an amount with a comma between thousands, as English screens show it. */
export const amountShown = (amount: string): string => amount.replaceAll(/\B(?=(\d{3})+\.)/g, ',')
