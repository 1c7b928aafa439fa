import { setImmediate as immediately, setTimeout as wait } from 'node:timers/promises'

import type { Rate } from '@partner-office/domain'
import type { RawBuilder } from 'kysely'

import type { Core } from '../../../core/core.ts'
import { drawTurn } from '../../facts/lock-fact-log.ts'
import { currentRates } from '../../rates/current-rates.ts'
import { type AuditedOrder, type Known, readKnown, Turn } from '../decide/decide-turn.ts'
import { factsOfTurn, type OrderFact } from '../decide/facts-of-decisions.ts'
import { orderBasis } from './order-basis.ts'
import { type DecidedTurn, writingTurn } from '../write/write-orders.ts'

/** A turn that was decided and has not ended. */
type OpenTurn = {
  readonly id: number
  readonly lastFact: number
  readonly orderIds: readonly number[]
  /** Not decisions, which speak of rows: the figures may get new ones meanwhile. */
  readonly facts: readonly OrderFact[]
  /** When the turn before it had ended, so that the database got to this one. */
  readonly begun: Promise<number>
  /** When it was written and applied to the figures, or has failed. */
  readonly ended: Promise<unknown>
}

/** The calls whose orders a turn records, and the wait for its commit. */
type Sent = { readonly calls: ReadonlySet<AuditedOrder>; readonly committed: Promise<void> }

const NOTHING_SENT: Sent = { calls: new Set(), committed: Promise.resolve() }

/** Each turn counts for an eighth of the expected length. */
const SMOOTHING = 1 / 8
/** The share of a turn after which the next one is decided: late enough to take many calls, and in time. */
const DECIDED_AFTER = 1 / 4

/**
 * Records orders that nothing speaks against, decided while the database still writes the turn before.
 *
 *     this process:   decide A   decide B          decide C
 *     database:                 [ write A         ][ write B         ][ write C
 *
 * B is decided on the figures with the orders of A, as if A were committed. The database writes B only if nothing but A has
 * come in between, so B is what it would be if it had been decided after A; see `writingTurn`. Whatever could be refused, was
 * recorded before, or meets a change in between is left to `recordTogether`, which decides under the lock on the fact log.
 */
export class OrdersAhead {
  readonly #core: Core
  readonly #patienceMs: number
  /** In the order in which they were decided. */
  #open: readonly OpenTurn[] = []
  /** The end of what was begun last: turns are decided one after the other. */
  #deciding: Promise<unknown> = Promise.resolve()
  /** How long the database takes for a turn. */
  #turnMs = 0
  /** A turn on older quotes is refused, and they are read again. */
  #rates: readonly Rate[] | null = null

  constructor(core: Core, patienceMs: number) {
    this.#core = core
    this.#patienceMs = patienceMs
  }

  /**
   * Answers the calls whose orders are recorded now, in one transaction.
   *
   * Refuses: what the database refuses of the turn, with SQLSTATE PO003 if it was outdated; then nothing is recorded.
   */
  async record(take: () => readonly AuditedOrder[]): Promise<ReadonlySet<AuditedOrder>> {
    const { calls, committed } = await this.#next(() => this.#decide(take))
    await committed
    return calls
  }

  /** Does work under the lock; a turn that is decided meanwhile would be outdated. */
  underLock<T>(work: () => Promise<T>): Promise<T> {
    return this.#next(work)
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#deciding.then(work)
    this.#deciding = done.catch(() => {})
    return done
  }

  async #decide(take: () => readonly AuditedOrder[]): Promise<Sent> {
    await this.#untilDue()
    const calls = take()
    // All that waited have given up.
    if (calls.length === 0) return NOTHING_SENT
    const { read } = this.#core.database
    const known = await readKnown(read, calls)
    this.#rates ??= await currentRates(read)
    return this.#send(calls, known, this.#rates)
  }

  async #untilDue(): Promise<void> {
    const before = this.#open.at(-1)
    // Calls that arrive in the same moment share the turn.
    if (before === undefined) return immediately()
    await before.begun
    await Promise.race([before.ended, wait(this.#turnMs * DECIDED_AFTER)])
  }

  /** Decides and sends in one step, in which the figures stand still. */
  #send(calls: readonly AuditedOrder[], known: Known, rates: readonly Rate[]): Sent {
    const { engine, plans } = this.#core.network
    const open = this.#open.filter(({ lastFact }) => lastFact > engine.asOf)
    const facts = open.flatMap((each) => each.facts)
    const openCents = facts.reduce(
      (sum, fact) => sum + (fact.kind === 'order' ? fact.cents : 0),
      known.openCents,
    )
    const basis = orderBasis(this.#core, rates, facts)
    const turn = new Turn(this.#core, { ...known, openCents }, basis)
    const seen = new Set([...known.orders.keys(), ...open.flatMap(({ orderIds }) => orderIds)])
    const taken = new Set<AuditedOrder>()
    for (const call of calls) {
      const { order } = call
      if (turn.isSpoiled || seen.has(order.orderId)) continue
      seen.add(order.orderId)
      if (turn.answer(order) === null) taken.add(call)
    }
    const { decisions } = turn
    if (decisions.length === 0) return NOTHING_SENT

    const decidedOn = {
      afterFact: open.at(-1)?.lastFact ?? engine.asOf,
      afterTurn: open.length > 0 ? open.at(-1)!.id : this.#core.network.turn,
      newestRate: Math.max(...rates.map(({ id }) => id)),
      newestPlan: Math.max(...plans.map(({ version }) => version)),
    }
    const entries = [...taken].map(({ entry }) => entry)
    const recordedAt = this.#core.clock()
    const id = drawTurn()
    return {
      calls: taken,
      committed: this.#opened({ id, recordedAt, decisions, entries, decidedOn }),
    }
  }

  /** Sends a turn, and keeps it open until it has ended. */
  #opened(turn: DecidedTurn): Promise<void> {
    const { id, decisions, decidedOn } = turn
    const { engine } = this.#core.network
    const before = this.#open.at(-1)?.ended ?? Promise.resolve()
    const begun = before.then(() => performance.now())
    const facts = factsOfTurn(engine, decisions, decidedOn.afterFact + 1)
    const statement = writingTurn(turn, engine, this.#patienceMs)
    const committed = this.#write(statement, { id, facts, begun })
    this.#open = [
      ...this.#open,
      {
        id,
        lastFact: decidedOn.afterFact + decisions.length,
        orderIds: decisions.map(({ order }) => order.orderId),
        facts,
        begun,
        ended: committed.catch(() => {}),
      },
    ]
    return committed
  }

  async #write(
    statement: RawBuilder<unknown>,
    { id, facts, begun }: Pick<OpenTurn, 'id' | 'facts' | 'begun'>,
  ): Promise<void> {
    const { network, database } = this.#core
    try {
      await database.change(statement, 'facts')
      // The answer of the turn before may still be on its way, and its facts come first.
      await begun
      network.applyOwn(facts, id)
    } catch (error) {
      this.#rates = null
      throw error
    } finally {
      const took = performance.now() - (await begun)
      this.#turnMs += (took - this.#turnMs) * SMOOTHING
      this.#open = this.#open.filter((open) => open.id !== id)
    }
    await database.upkeep.checkpointIfDue()
  }
}
