import type { Core } from '../../core/core.ts'
import {
  type AuditedOrder,
  type OrderAnswer,
  type PaidOrder,
  recordTogether,
} from './record-together.ts'

/** Bounds how long the last order of a turn waits for the others. */
const MOST_TOGETHER = 200

type Waiting = AuditedOrder & {
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Takes orders in one by one, and lets those that arrive together share a transaction: a commit costs as much for a
 * hundred orders as for one.
 *
 *     arriving:      a    b c d       e
 *     transactions:  [a      ][b c d    ][e ]
 *
 * While one transaction runs, orders wait; all that wait form the next one. Each is answered after its commit, for
 * itself; see `recordTogether`.
 */
export class OrderIntake {
  readonly #core: Core
  readonly #actor: string
  #waiting: Waiting[] = []
  #isRunning = false

  constructor(core: Core, actor: string) {
    this.#core = core
    this.#actor = actor
  }

  /** Records a paid order; the audit log says who sent it. Refuses: see `recordTogether`. */
  record(order: PaidOrder): Promise<void> {
    const entry = { actor: this.#actor, command: 'order', details: () => order }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ order, entry, resolve, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) await this.#takeTurn(this.#waiting.splice(0, MOST_TOGETHER))
    this.#isRunning = false
  }

  async #takeTurn(turn: readonly Waiting[]): Promise<void> {
    try {
      const answers = await recordTogether(this.#core, turn)
      for (const [at, answer] of answers.entries()) settle(turn[at]!, answer)
      this.#waiting.unshift(...turn.slice(answers.length))
    } catch (error) {
      if (turn.length === 1 || !isOfOneOrder(error)) {
        for (const { reject } of turn) reject(error)
        return
      }
      // Only the order that the database refuses fails.
      for (const each of turn) await this.#takeTurn([each])
    }
  }
}

function settle({ resolve, reject }: Waiting, answer: OrderAnswer): void {
  if (answer === null) resolve()
  else reject(answer)
}

/** Whether the database refused what was to be written, and did not just fail. SQLSTATE classes 22, 23 and our own. */
const isOfOneOrder = (error: unknown): boolean =>
  /^(?:22|23|PO)/.test(String((error as { code?: unknown }).code))
