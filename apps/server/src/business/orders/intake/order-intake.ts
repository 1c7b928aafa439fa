import type { Core } from '../../../core/core.ts'
import { currentRequestId } from '../../../input/request-id.ts'
import { SharedTurns } from '../../../turns/shared-turns.ts'
import { isLockTimeout } from '../../../db/bounded-pool.ts'
import { isRefusedByDatabase } from '../../../db/refused-by-database.ts'
import type { AuditedOrder, OrderAnswer, PaidOrder } from '../decide/decide-turn.ts'
import { OrdersAhead } from './orders-ahead.ts'
import { recordTogether } from './record-together.ts'

const MOST_TOGETHER = 200
/** One turn is written while the next is decided. */
const LANES = 2

/** An import, for example, keeps the fact log for minutes. */
const LONGEST_WAIT_MS = 4_000

/**
 * Records orders that arrive one by one. Orders that wait at the same time share a turn: one transaction. The leader decides a
 * turn while the database writes the turn before; see `OrdersAhead`. Each order is answered for itself after the commit; see
 * `recordTogether`. An order that waits too long is refused and not recorded: `DatabaseBusy`.
 */
export class OrderIntake {
  readonly #core: Core
  readonly #actor: string
  readonly #turns: SharedTurns<AuditedOrder, null>
  readonly #ahead: OrdersAhead
  /** True after a turn has waited too long for the fact log: calls then stay in the queue until the lock is free. */
  #isHeldUp = false

  constructor(core: Core, actor: string, longestWaitMs = LONGEST_WAIT_MS) {
    this.#core = core
    this.#actor = actor
    this.#ahead = new OrdersAhead(core, longestWaitMs)
    this.#turns = new SharedTurns<AuditedOrder, null>((take) => this.#record(take), {
      mostTogether: MOST_TOGETHER,
      longestWaitMs,
      busy: 'an import or a close holds the fact log',
      lanes: LANES,
    })
  }

  /** Records a paid order; the audit log says who sent it. Refuses: see `recordTogether`; `DatabaseBusy`. */
  async record(order: PaidOrder): Promise<void> {
    const requestId = currentRequestId()
    const entry = { actor: this.#actor, command: 'order', details: () => order, requestId }
    await this.#turns.run({ order, entry })
  }

  async #record(take: () => readonly AuditedOrder[]): Promise<readonly (OrderAnswer | Error)[]> {
    // Processes that each decide ahead overtake each other's turns: only the leader does.
    if (this.#isHeldUp || !this.#core.leadership.isLeader()) {
      const answers = await this.#recordUnderLock(take)
      this.#isHeldUp = false
      return answers
    }
    const recorded = await this.#recordAhead(take)
    const others = take().filter((call) => !recorded.has(call))
    const answers = new Map<AuditedOrder, OrderAnswer | Error>()
    while (answers.size < others.length) {
      const left = others.slice(answers.size)
      // What is recorded already is answered, whatever becomes of the others.
      const answered = await this.#recordUnderLock(() => left).catch((error: Error) =>
        left.map(() => error),
      )
      for (const [at, answer] of answered.entries()) answers.set(left[at]!, answer)
    }
    return take().map((call) => answers.get(call) ?? null)
  }

  async #recordAhead(take: () => readonly AuditedOrder[]): Promise<ReadonlySet<AuditedOrder>> {
    try {
      return await this.#ahead.record(take)
    } catch (error) {
      if (isRefusedByDatabase(error)) return new Set()
      this.#isHeldUp = isLockTimeout(error)
      throw error
    }
  }

  async #recordUnderLock(
    take: () => readonly AuditedOrder[],
  ): Promise<readonly (OrderAnswer | Error)[]> {
    try {
      return await this.#ahead.underLock(() => recordTogether(this.#core, take))
    } catch (error) {
      if (!isRefusedByDatabase(error)) throw error
      return this.#recordEach(take())
    }
  }

  /** Only the order that the database refuses fails. */
  async #recordEach(orders: readonly AuditedOrder[]): Promise<(OrderAnswer | Error)[]> {
    const answers: (OrderAnswer | Error)[] = []
    for (const order of orders) {
      const [answer] = await this.#ahead
        .underLock(() => recordTogether(this.#core, () => [order]))
        .catch((error: Error) => [error])
      answers.push(answer!)
    }
    return answers
  }
}
