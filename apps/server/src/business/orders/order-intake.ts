import type { Core } from '../../core/core.ts'
import { DatabaseBusy } from '../../db/bounded-pool.ts'
import {
  type AuditedOrder,
  type OrderAnswer,
  type PaidOrder,
  recordTogether,
} from './record-together.ts'

/** Bounds how long the first order of a transaction waits for the last. */
const MOST_TOGETHER = 200

/** An import, for example, keeps the fact log for minutes. */
const LONGEST_WAIT_MS = 4_000

type Waiting = AuditedOrder & {
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
  readonly giveUp: NodeJS.Timeout
}

/**
 * Records orders that arrive one by one. Orders that wait at the same time share a transaction: a commit costs as much for
 * a hundred orders as for one.
 *
 *     arriving:      a    b c d       e
 *     transactions:  [a      ][b c d    ][e ]
 *
 * All that wait when a transaction gets the fact log are in it. Each is answered after the commit, for itself; see
 * `recordTogether`. What waits too long is refused and not recorded: `DatabaseBusy`.
 */
export class OrderIntake {
  readonly #core: Core
  readonly #actor: string
  readonly #longestWaitMs: number
  readonly #waiting: Waiting[] = []
  #isRunning = false

  constructor(core: Core, actor: string, longestWaitMs = LONGEST_WAIT_MS) {
    this.#core = core
    this.#actor = actor
    this.#longestWaitMs = longestWaitMs
  }

  /** Records a paid order; the audit log says who sent it. Refuses: see `recordTogether`; `DatabaseBusy`. */
  record(order: PaidOrder): Promise<void> {
    const entry = { actor: this.#actor, command: 'order', details: () => order }
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => this.#giveUp(waiting), this.#longestWaitMs)
      const waiting = { order, entry, resolve, reject, giveUp }
      this.#waiting.push(waiting)
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) await this.#recordNext()
    this.#isRunning = false
  }

  async #recordNext(): Promise<void> {
    let turn: readonly Waiting[] | null = null
    const take = () => (turn ??= this.#waiting.splice(0, MOST_TOGETHER))
    try {
      const answers = await recordTogether(this.#core, take)
      const taken = take()
      for (const [at, answer] of answers.entries()) settle(taken[at]!, answer)
      this.#waiting.unshift(...taken.slice(answers.length))
    } catch (error) {
      // Without a connection no order has been taken: all that wait fail.
      const failed = turn ?? this.#waiting.splice(0)
      if (isOfOneOrder(error)) await this.#recordEach(failed)
      else for (const each of failed) fail(each, error)
    }
  }

  /** Only the order that the database refuses fails. */
  async #recordEach(turn: readonly Waiting[]): Promise<void> {
    for (const each of turn) {
      await recordTogether(this.#core, () => [each]).then(
        ([answer]) => settle(each, answer!),
        (error) => fail(each, error),
      )
    }
  }

  #giveUp(waiting: Waiting): void {
    const at = this.#waiting.indexOf(waiting)
    if (at < 0) return
    this.#waiting.splice(at, 1)
    fail(waiting, new DatabaseBusy('an import or a close holds the fact log'))
  }
}

function settle(waiting: Waiting, answer: OrderAnswer): void {
  if (answer !== null) return fail(waiting, answer)
  clearTimeout(waiting.giveUp)
  waiting.resolve()
}

function fail({ giveUp, reject }: Waiting, reason: unknown): void {
  clearTimeout(giveUp)
  reject(reason)
}

/** Whether the database refused what was to be written, and did not just fail: SQLSTATE classes 22, 23 and our own. */
const isOfOneOrder = (error: unknown): boolean =>
  /^(?:22|23|PO)/.test(String((error as { code?: unknown }).code))
