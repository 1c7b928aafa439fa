import { setImmediate as immediately } from 'node:timers/promises'

import type { CallReply, postPayoutConfirm, postPayoutInit } from '@partner-office/contracts'

import type { Core } from '../../../core/core.ts'
import { SharedTurns } from '../../../turns/shared-turns.ts'
import { isLockTimeout } from '../../../db/bounded-pool.ts'
import { isRefusedByDatabase } from '../../../db/refused-by-database.ts'
import type { PayoutRequest } from './check-payout.ts'
import { ConfirmAgain } from './confirm-again.ts'
import { confirmCall, type PayoutConfirmation } from './confirm-payout.ts'
import { initCall } from './init-payout.ts'
import { BasisCache } from './basis-cache.ts'
import { NOT_FREE, payAlone, payTogether } from './pay-together.ts'
import type { PayoutCall } from './payout-decision.ts'
import type { Payer } from './payout-guard.ts'

const MOST_TOGETHER = 50
/** While the database works for one turn, this process decides another. */
const LANES = 2
/** Four calls cost less in one turn than in two. More calls are shared, so that both lanes work at the same time. */
const SHARE_ABOVE = 4
/** As long as a call waits for a connection. */
const LONGEST_WAIT_MS = 4_000

/**
 * Takes requests and confirmations of payouts. Calls of different partners that wait at the same time share a transaction (see
 * `payTogether`). A call whose rows are locked, or that the database refuses, gets a transaction of its own, and waits.
 */
export class PayoutIntake {
  readonly #core: Core
  readonly #kept = new BasisCache()
  readonly #again: ConfirmAgain
  readonly #turns: SharedTurns<PayoutCall, unknown>

  constructor(core: Core) {
    this.#core = core
    this.#again = new ConfirmAgain(core)
    this.#turns = new SharedTurns((take) => this.#payTogether(take), {
      mostTogether: MOST_TOGETHER,
      longestWaitMs: LONGEST_WAIT_MS,
      busy: 'too many payouts wait',
      lanes: LANES,
      shareAbove: SHARE_ABOVE,
      keyOf: ({ partnerId }) => partnerId,
    })
  }

  /** Checks a payout and opens its session. Refuses: see `initCall`. */
  init(payer: Payer, request: PayoutRequest): Promise<CallReply<typeof postPayoutInit>> {
    return this.#run(initCall(this.#core, payer, request))
  }

  /** Confirms the open payout of a source, or tells what it has paid; see `ConfirmAgain`. Refuses: see `confirmCall`. */
  confirm(
    payer: Payer,
    confirmation: PayoutConfirmation,
  ): Promise<CallReply<typeof postPayoutConfirm>> {
    const call = confirmCall(this.#core, payer, confirmation)
    return this.#again.run(payer, confirmation, () => this.#run(call))
  }

  async #run<Reply>(call: PayoutCall<Reply>): Promise<Reply> {
    const answer = await this.#turns.run(call)
    return answer === NOT_FREE ? payAlone(this.#core, call) : (answer as Reply)
  }

  async #payTogether(take: () => readonly PayoutCall[]): Promise<readonly unknown[]> {
    // Calls that arrive in the same moment share the turn.
    await immediately()
    try {
      return await payTogether(this.#core, take(), this.#kept)
    } catch (error) {
      if (isRefusedByDatabase(error) || isLockTimeout(error)) return take().map(() => NOT_FREE)
      throw error
    }
  }
}
