import type { Core } from '../../core/core.ts'
import { SharedTurns } from '../../core/shared-turns.ts'
import { isRefusedByDatabase } from '../../db/refused-by-database.ts'
import {
  type AuditedOrder,
  type OrderAnswer,
  type PaidOrder,
  recordTogether,
} from './record-together.ts'

const MOST_TOGETHER = 200

/** An import, for example, keeps the fact log for minutes. */
const LONGEST_WAIT_MS = 4_000

/**
 * Records orders that arrive one by one. All that wait when a transaction gets the fact log share it. Each is answered after
 * the commit, for itself; see `recordTogether`. What waits too long is refused and not recorded: `DatabaseBusy`.
 */
export class OrderIntake {
  readonly #core: Core
  readonly #actor: string
  readonly #turns: SharedTurns<AuditedOrder, null>

  constructor(core: Core, actor: string, longestWaitMs = LONGEST_WAIT_MS) {
    this.#core = core
    this.#actor = actor
    this.#turns = new SharedTurns<AuditedOrder, null>((take) => this.#record(take), {
      mostTogether: MOST_TOGETHER,
      longestWaitMs,
      busy: 'an import or a close holds the fact log',
    })
  }

  /** Records a paid order; the audit log says who sent it. Refuses: see `recordTogether`; `DatabaseBusy`. */
  async record(order: PaidOrder): Promise<void> {
    const entry = { actor: this.#actor, command: 'order', details: () => order }
    await this.#turns.run({ order, entry })
  }

  async #record(take: () => readonly AuditedOrder[]): Promise<readonly (OrderAnswer | Error)[]> {
    try {
      return await recordTogether(this.#core, take)
    } catch (error) {
      if (!isRefusedByDatabase(error)) throw error
      return this.#recordEach(take())
    }
  }

  /** Only the order that the database refuses fails. */
  async #recordEach(orders: readonly AuditedOrder[]): Promise<(OrderAnswer | Error)[]> {
    const answers: (OrderAnswer | Error)[] = []
    for (const order of orders) {
      const [answer] = await recordTogether(this.#core, () => [order]).catch((error: Error) => [
        error,
      ])
      answers.push(answer!)
    }
    return answers
  }
}
