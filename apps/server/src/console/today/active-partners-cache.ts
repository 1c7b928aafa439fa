import type { Core } from '../../core/core.ts'
import { type ActivePartners, countActive } from '../../network/active-partners.ts'
import { inSlices } from '../../network/in-slices.ts'

const MONTHS = 24
/** A count that takes longer than this is used again for a while. Units: milliseconds. */
const CHEAP_MS = 10
/** Of the time of a process, counting takes a twentieth at most. */
const SHARE = 20

type Counted = ActivePartners & { readonly asOf: number }
type Kept = { readonly count: Promise<Counted>; readonly until: () => number }

/** Counts active partners from the figures in memory, in slices between the calls; callers at one time share a count. */
export class ActivePartnersCache {
  readonly #core: Core
  #kept: Kept | null = null

  constructor(core: Core) {
    this.#core = core
  }

  read(): Promise<Counted> {
    if (this.#kept !== null && performance.now() < this.#kept.until()) return this.#kept.count
    const startedAt = performance.now()
    let until = Number.POSITIVE_INFINITY
    const count = this.#count().finally(() => {
      const cost = performance.now() - startedAt
      until = cost <= CHEAP_MS ? 0 : performance.now() + SHARE * cost
    })
    this.#kept = { count, until: () => until }
    return count
  }

  async #count(): Promise<Counted> {
    const { network, clock } = this.#core
    const { asOf, engine } = network
    const free = network.hold()
    try {
      return { ...(await inSlices(countActive(engine, { now: clock(), months: MONTHS }))), asOf }
    } finally {
      free()
    }
  }
}
