import { DAY_MS } from '@partner-office/domain'

import type { PayoutBasis, PayoutSource } from './payout-basis.ts'
import { sessionKey } from './payout-guard.ts'

/** The oldest are forgotten first. A basis takes about 2 KB. */
const MOST_KEPT = 5_000

/**
 * Keeps what requests were decided on, with the sessions that they opened, so that a confirmation that follows need not read
 * it again. A basis holds the versions of all rows that a payout depends on, and the confirmation is written only if they
 * are still the same: so a basis may be outdated, or the request of another process may have replaced its session.
 */
export class BasisCache {
  readonly #bases = new Map<string, PayoutBasis>()
  readonly #most: number

  constructor(most = MOST_KEPT) {
    this.#most = most
  }

  keep(source: PayoutSource, basis: PayoutBasis): void {
    const key = keyOf(source)
    this.#bases.delete(key)
    this.#bases.set(key, basis)
    if (this.#bases.size > this.#most) this.#bases.delete(this.#bases.keys().next().value!)
  }

  /** The basis of a confirmation, once; null if it has to be read. Limits count by day, so a basis is good for its day. */
  take(source: PayoutSource, now: number): PayoutBasis | null {
    const key = keyOf(source)
    const basis = this.#bases.get(key)
    this.#bases.delete(key)
    return basis !== undefined && dayOf(basis.now) === dayOf(now) ? { ...basis, now } : null
  }
}

const keyOf = (source: PayoutSource): string => `${source.partnerId} ${sessionKey(source)}`
const dayOf = (at: number): number => Math.floor(at / DAY_MS)
