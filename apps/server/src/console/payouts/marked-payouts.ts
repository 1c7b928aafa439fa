import type { RiskMark } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import { readMarks } from './marks.ts'

/** What is younger than this is used again. Units: milliseconds. */
const YOUNG_MS = 2_000
/** Of the time of a process, looking for marks takes a twentieth at most. */
const SHARE = 20
/** A look that takes longer is not waited for, as long as what was kept is no older than it has to be. */
const QUICK_MS = 100
const LATE_MS = 30_000
const ROWS_AT_A_TIME = 2_000

/** What was found, from when on it is looked for again, and from when on a caller waits for that. */
type Kept = {
  readonly found: ReadonlyMap<RiskMark, readonly number[]>
  readonly until: number
  readonly waitFrom: number
}

/**
 * Which pending payouts have a mark, for the filter of the queue. Most marks join many tables, so that no index finds them; they are looked
 * for in all pending payouts and kept: two seconds, or on a long queue twenty times as long as it took. On a long queue a caller in
 * the half minute after that gets what was kept while it is looked for again; a later caller waits.
 */
export class MarkedPayouts {
  readonly #core: Core
  #kept: Kept | null = null
  #looking: Promise<Kept> | null = null

  constructor(core: Core) {
    this.#core = core
  }

  async with(mark: RiskMark): Promise<readonly number[]> {
    const now = performance.now()
    const kept = this.#kept
    if (this.#looking === null && (kept === null || now >= kept.until)) {
      this.#looking = this.#look().finally(() => {
        this.#looking = null
      })
      // A caller that gets what was kept does not wait for a failure; the next one looks again.
      this.#looking.catch(() => {})
    }
    const isWaiting = this.#looking !== null && (kept === null || now >= kept.waitFrom)
    const { found } = isWaiting ? await this.#looking! : kept!
    return found.get(mark) ?? []
  }

  async #look(): Promise<Kept> {
    const startedAt = performance.now()
    const { read } = this.#core.database
    const found = new Map<RiskMark, number[]>()
    for (let after = 0; ;) {
      const rows = await read
        .selectFrom('payouts')
        .select('id')
        .where('status', '=', 'PENDING')
        .where('id', '>', after)
        .orderBy('id')
        .limit(ROWS_AT_A_TIME)
        .execute()
      const ids = rows.map(({ id }) => id)
      for (const [id, marks] of await readMarks(read, ids, this.#core.clock())) {
        for (const { name } of marks) note(found, name, id)
      }
      if (rows.length < ROWS_AT_A_TIME) break
      after = ids.at(-1)!
    }
    const cost = performance.now() - startedAt
    const until = performance.now() + Math.max(YOUNG_MS, SHARE * cost)
    this.#kept = { found, until, waitFrom: until + (cost <= QUICK_MS ? 0 : LATE_MS) }
    return this.#kept
  }
}

function note(found: Map<RiskMark, number[]>, mark: RiskMark, id: number): void {
  const ids = found.get(mark)
  if (ids === undefined) found.set(mark, [id])
  else ids.push(id)
}
