import { parseInstant } from '@partner-office/domain'

import type { Config } from './config.ts'
import type { Cookies } from '../session/cookies.ts'

/** The running promotion. */
export type Promotion = {
  readonly code: string
  /** What the code is worth, as the operators wrote it; may be empty. */
  readonly value: string
  /** The address of the bot; null without a web address. */
  readonly bot: string | null
  /** The first instant after the promotion; null without an end. */
  readonly end: number | null
}

/** The cookie that hides the popup. */
const HIDDEN_UNTIL = 'hideBattleBullsUntil'

/**
 * The promotion at an instant; null if it is switched off or not running. A period without a start or an end is open
 * on that side; an unreadable one is no period.
 *
 * Source: requirements LND-010, LND-011, LND-017, CFG-003; decisions D-033, D-034.
 */
export function promotionAt(config: Config, now: number): Promotion | null {
  if (!config.isOn('bullBanner')) return null
  const start = bound(config.property('bullPromoPeriodStart'), Number.NEGATIVE_INFINITY)
  const end = bound(config.property('bullPromoPeriodEnd'), Number.POSITIVE_INFINITY)
  if (start === null || end === null || now < start || now >= end) return null
  return {
    code: config.property('bullPromoCode'),
    value: config.property('bullPromoCodeValue'),
    bot: webAddress(config.property('bullBotAppUrl')),
    end: Number.isFinite(end) ? end : null,
  }
}

const bound = (value: string, open: number): number | null =>
  value === '' ? open : parseInstant(value)

const webAddress = (address: string): string | null =>
  /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '') ? address : null

/** Whether the visitor has hidden the popup for now. Source: requirements LND-012. */
export function isPromoHidden(cookies: Cookies, now: number): boolean {
  const until = parseInstant(cookies.read(HIDDEN_UNTIL))
  return until !== null && now < until
}

/** Hides the popup until the next local midnight, or shows it again. Source: requirements LND-013, LND-014; decisions D-032. */
export function hidePromo(cookies: Cookies, isHidden: boolean, now: number): void {
  if (!isHidden) return cookies.remove(HIDDEN_UNTIL)
  const midnight = new Date(now).setHours(24, 0, 0, 0)
  cookies.write(HIDDEN_UNTIL, String(midnight), Math.ceil((midnight - now) / 1_000))
}
