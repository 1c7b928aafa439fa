import type { Database } from '../db/database.ts'
import type { Term } from '../db/leader-lock.ts'

/** Does the leader's work until the term ends; `database` refuses every statement after that. */
export type Lead = (database: Database, signal: AbortSignal) => Promise<void>

/**
 * Whether this process leads: closes months and runs the jobs that must run once. The only place that says so.
 *
 * The owner of an embedded database leads. On PostgreSQL one of all processes does; see `LeaderLock`.
 *
 * Source: cluster.md, D-192; docs/decisions/0021-several-processes.md.
 */
export class Leadership {
  readonly #database: Database
  #term: Term | null = null
  #processes = 1
  #isBesideOlder = false
  #resign: () => Promise<void> = async () => {}

  constructor(database: Database) {
    this.#database = database
  }

  isLeader(): boolean {
    return this.#term?.signal.aborted === false
  }

  /** The number of the term; null while another process leads. */
  get epoch(): number | null {
    return this.isLeader() ? this.#term!.epoch : null
  }

  /** The processes that live on the database, this one included. */
  get processes(): number {
    return this.#processes
  }

  /** Whether a process of an older version lives on the database, as during an upgrade. */
  get isBesideOlder(): boolean {
    return this.#isBesideOlder
  }

  /** Does `lead` in each term of this process, until `resign`. */
  compete(lead: Lead): void {
    this.#resign = this.#database.compete({
      lead: async (term) => {
        this.#term = term
        await lead(this.#database.inTerm(term), term.signal)
      },
      counted: ({ processes, isOneOlder }) => {
        this.#processes = Math.max(1, processes)
        this.#isBesideOlder = isOneOlder
      },
    })
  }

  /** Ends the term when its running work has ended, and leaves the lead to others. */
  resign(): Promise<void> {
    return this.#resign()
  }
}
