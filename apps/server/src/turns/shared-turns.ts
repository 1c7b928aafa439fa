import { DatabaseBusy } from '../db/bounded-pool.ts'

/**
 * Does the work of the calls that share a turn. `take` returns these calls, the same ones each time. The work answers the
 * first calls, in their order; the turn puts the others back into the queue. An error among the answers fails its call.
 */
export type SharedWork<Call, Answer> = (
  take: () => readonly Call[],
) => Promise<readonly (Answer | Error)[]>

export type TurnOptions<Call> = {
  /** Bounds how long the first call of a turn waits for the last. */
  readonly mostTogether: number
  /** The longest wait for a turn. Units: milliseconds. */
  readonly longestWaitMs: number
  /** Why a call may wait too long. */
  readonly busy: string
  /** Turns that run at the same time. */
  readonly lanes?: number
  /** Above this number of calls a turn leaves the other lanes their share. If it is not set, a turn takes all calls that wait. */
  readonly shareAbove?: number
  /** Calls with the same key never share a turn. */
  readonly keyOf?: (call: Call) => unknown
}

type Waiting<Call, Answer> = {
  readonly call: Call
  readonly resolve: (answer: Answer) => void
  readonly reject: (reason: unknown) => void
  readonly giveUp: NodeJS.Timeout
}

/**
 * Lets calls that wait at the same time share a turn, that is a transaction: a commit costs as much for a hundred calls as
 * for one.
 *
 *     arriving:  a    b c d       e
 *     turns:     [a      ][b c d    ][e ]
 *
 * A turn takes the calls that wait when its work asks for them, in the order of their arrival. Where the work fails, all of
 * its calls fail, and all that wait if it has taken none. A call that waits too long is refused and not done: `DatabaseBusy`.
 */
export class SharedTurns<Call, Answer> {
  readonly #work: SharedWork<Call, Answer>
  readonly #options: Required<TurnOptions<Call>>
  #waiting: Waiting<Call, Answer>[] = []
  #taken = 0
  #running = 0

  constructor(work: SharedWork<Call, Answer>, options: TurnOptions<Call>) {
    this.#work = work
    const shareAbove = options.mostTogether
    this.#options = { lanes: 1, shareAbove, keyOf: (call) => call, ...options }
  }

  run(call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => this.#giveUp(waiting), this.#options.longestWaitMs)
      const waiting = { call, resolve, reject, giveUp }
      this.#waiting.push(waiting)
      if (this.#running < this.#options.lanes) void this.#runLane()
    })
  }

  async #runLane(): Promise<void> {
    this.#running += 1
    while (this.#waiting.length > 0) await this.#runTurn()
    this.#running -= 1
  }

  async #runTurn(): Promise<void> {
    const turn: Waiting<Call, Answer>[] = []
    let isTaken = false
    const take = () => {
      if (!isTaken) turn.push(...this.#take())
      isTaken = true
      return turn
    }
    try {
      const answers = await this.#work(() => take().map(({ call }) => call))
      for (const [at, answer] of answers.entries()) settle(take()[at]!, answer)
      this.#waiting.unshift(...take().slice(answers.length))
    } catch (error) {
      // Without a connection no call has been taken.
      for (const each of isTaken ? turn : this.#waiting.splice(0)) settle(each, error as Error)
    } finally {
      this.#taken -= turn.length
    }
  }

  #take(): Waiting<Call, Answer>[] {
    const { mostTogether, lanes, shareAbove, keyOf } = this.#options
    const share = Math.ceil((this.#waiting.length + this.#taken) / lanes)
    const most = Math.min(mostTogether, Math.max(shareAbove, share))
    const keys = new Set<unknown>()
    const taken = new Set<Waiting<Call, Answer>>()
    for (const waiting of this.#waiting) {
      const key = keyOf(waiting.call)
      if (taken.size === most) break
      if (!keys.has(key)) taken.add(waiting)
      keys.add(key)
    }
    this.#waiting = this.#waiting.filter((waiting) => !taken.has(waiting))
    this.#taken += taken.size
    return [...taken]
  }

  #giveUp(waiting: Waiting<Call, Answer>): void {
    const at = this.#waiting.indexOf(waiting)
    if (at < 0) return
    this.#waiting.splice(at, 1)
    settle(waiting, new DatabaseBusy(this.#options.busy))
  }
}

function settle<Answer>(
  { resolve, reject, giveUp }: Waiting<unknown, Answer>,
  answer: Answer | Error,
): void {
  clearTimeout(giveUp)
  if (answer instanceof Error) reject(answer)
  else resolve(answer)
}
