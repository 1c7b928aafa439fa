import type { Core } from '../../core/core.ts'
import { coinText } from '../../business/bonuses/bonus-texts.ts'
import { compareClearing } from '../payouts/totals.ts'
import type { Condition } from './condition.ts'

/** The comparison reads all payouts, so it is made once in this time. */
const EVERY_MS = 60_000

const looked = new WeakMap<Core, { readonly at: number; readonly found: readonly Condition[] }>()

/** Whether `payout_clearing` without what was sent is what the pending payouts will send, in each currency. Source: requirements PQU-015. */
export async function findPayoutClearing(core: Core): Promise<readonly Condition[]> {
  const now = core.clock()
  const last = looked.get(core)
  if (last !== undefined && now >= last.at && now - last.at < EVERY_MS) return last.found
  const found = (await compareClearing(core.database.read)).flatMap(
    ({ currency, balance, sent, pending, difference }) => {
      if (difference === 0n) return []
      const coins = (units: bigint) => `${coinText(units, currency)} ${currency}`
      const parameters = {
        balance: coins(balance - sent),
        pending: coins(pending),
        difference: coins(difference),
      }
      const sentence = `The account payout_clearing holds ${parameters.balance} for payouts that are on their way, and the pending payouts are ${parameters.pending}: the difference is ${parameters.difference}.`
      return [{ object: currency, sentence, parameters, since: null }]
    },
  )
  looked.set(core, { at: now, found })
  return found
}
