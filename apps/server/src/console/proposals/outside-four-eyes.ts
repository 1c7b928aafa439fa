import type { Role } from '@partner-office/contracts'
import { Refusal, type RateType, type Currency } from '@partner-office/domain'

import { findClosing } from '../../business/months/closing.ts'
import { worthOfCancel } from '../../business/orders/effect/taken-back.ts'
import { readLeaving } from '../../business/payouts/end/hand-over.ts'
import { readSetting } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { hasGuarded } from '../accounts/guarded-roles.ts'
import { readOperators } from '../accounts/operators.ts'
import { amountsOf, needsSecondForAmounts } from '../payouts/limit.ts'
import {
  isFourEyes,
  needsSecondForCancel,
  needsSecondForRate,
  needsSecondForSetting,
} from './four-eyes.ts'

/** An act as a command or a call of the service key asks for it. */
export type DirectAct =
  | { readonly kind: 'settings'; readonly values: Readonly<Record<string, string | null>> }
  | {
      readonly kind: 'rates'
      readonly rates: readonly {
        readonly from: Currency
        readonly to: Currency
        readonly rateType: RateType
        readonly rate: string
      }[]
    }
  | { readonly kind: 'roles'; readonly email: string; readonly roles: readonly Role[] }
  | { readonly kind: 'recovery'; readonly email: string }
  | { readonly kind: 'cancel'; readonly orderId: number }
  | { readonly kind: 'close'; readonly month: string }
  /** Taking up one payout, or handing over all that wait without a number. */
  | { readonly kind: 'payouts'; readonly id: number | null }
  | { readonly kind: 'routes' }
  | { readonly kind: 'plan' }
  | { readonly kind: 'erasure' }

/** What the entry of an act says that needed a second operator and had none. Source: D-156. */
const OUTSIDE = { outsideFourEyes: true } as const

/**
 * What the entry of an act outside the console says besides: nothing for an act that needs no second operator.
 *
 * Refuses: `proposal_required`, with `fourEyesCommandLine`; that setting itself can always be set on the server.
 * Source: D-156, D-157; requirements APR-017.
 */
export async function outsideFourEyes(
  core: Core,
  act: DirectAct,
): Promise<{ readonly outsideFourEyes?: true }> {
  const { read } = core.database
  if (!(await isFourEyes(read)) || !(await needsSecond(core, act))) return {}
  const isClosed = (await readSetting(read, 'fourEyesCommandLine')) === 'TRUE'
  const isWayOut = act.kind === 'settings' && 'fourEyesCommandLine' in act.values
  if (!isClosed || isWayOut) return OUTSIDE
  throw new Refusal('proposal_required', {
    reason: 'this needs a second operator: propose it in the console, at /console/proposals',
  })
}

async function needsSecond(core: Core, act: DirectAct): Promise<boolean> {
  const db = core.database.read
  switch (act.kind) {
    case 'settings':
      return Object.entries(act.values).some(([name, value]) => needsSecondForSetting(name, value))
    case 'rates': {
      const jumps = act.rates.map(({ rate, ...pair }) => needsSecondForRate(db, pair, rate))
      return (await Promise.all(jumps)).includes(true)
    }
    case 'roles': {
      const before = await rolesOf(db, act.email)
      return hasGuarded(act.roles.filter((role) => !before.includes(role)))
    }
    case 'cancel':
      return needsSecondForCancel(db, await worthOfCancel(db, act.orderId))
    case 'close':
      // Closing a closed month again changes nothing.
      return (await findClosing(db, act.month))?.isSealed !== true
    case 'recovery':
      return hasGuarded(await rolesOf(db, act.email))
    case 'payouts':
      return needsSecondForPayouts(core, act.id)
    case 'routes':
    case 'plan':
    case 'erasure':
      return true
  }
}

/** Payouts that cannot be taken up do not count: the act itself refuses them, or leaves them out. */
async function needsSecondForPayouts(
  { database: { read }, clock }: Core,
  id: number | null,
): Promise<boolean> {
  const payouts = await readLeaving(read, clock(), id)
  return payouts.length > 0 && needsSecondForAmounts(read, amountsOf(payouts))
}

async function rolesOf(db: Db, email: string): Promise<readonly Role[]> {
  const called = (each: { email: string }) => each.email.toLowerCase() === email.toLowerCase()
  return (await readOperators(db)).find(called)?.roles ?? []
}
