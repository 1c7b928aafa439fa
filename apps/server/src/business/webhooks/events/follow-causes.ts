import { WEBHOOK_EVENTS, type WebhookType } from '@partner-office/contracts'
import { sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import type { Tx } from '../../../db/database.ts'
import { lastFact } from '../../../network/read-facts.ts'
import { isSettled, sealCandidate, type SealCandidate } from '../../ledger/seal-transfers.ts'
import { oweDeliveries } from '../deliveries.ts'
import { type Cursor, moveCursor } from '../../move-cursor.ts'
import { nextSealed } from '../../notifications/month-events.ts'
import { closingEvents } from './closing-events.ts'
import { entryEvents } from './entry-events.ts'
import { factEvents } from './fact-events.ts'
import type { NewEvent } from './new-event.ts'

type Next = Cursor & { readonly events: readonly NewEvent[] }

/** The types that some endpoint takes. */
type Wanted = ReadonlySet<WebhookType>

const ROWS_A_STEP = 500

/** What causes events. `begin` answers where everything ends that happened before the product was first started with webhooks. */
type Source = {
  readonly name: string
  begin(tx: Tx): Promise<number>
  /** The next events and the cursor behind them; null without any. */
  step(core: Core, tx: Tx, cursor: Cursor, wanted: Wanted): Promise<Next | null>
}

const facts: Source = {
  name: 'facts',
  begin: lastFact,
  async step({ plans }, tx, { position: after }, wanted) {
    const upTo = Math.min(after + ROWS_A_STEP, await lastFact(tx))
    if (upTo === after) return null
    const asked = { wanted, plans: await plans.versions(tx) }
    return { position: upTo, partnerId: 0, events: await factEvents(tx, { after, upTo }, asked) }
  },
}

const closings: Source = {
  name: 'closings',
  async begin(tx) {
    const { rows } = await sql<{ last: number }>`
      select coalesce(max(closing_id), 0) as last from period_seals`.execute(tx)
    return Number(rows[0]!.last)
  },
  async step(_core, tx, { position, partnerId }, wanted) {
    const sealed = await nextSealed(tx, position)
    if (sealed === undefined) return null
    const done = { position: sealed.closingId, partnerId: 0 }
    if (!wanted.has('bonus.credited')) return { ...done, events: [] }
    const { events, last } = await closingEvents(tx, sealed, partnerId)
    return last === null ? { ...done, events } : { position, partnerId: last, events }
  },
}

/**
 * Follows facts, closings and the journal, and notes their events for the endpoints that take them (D-177). The intake of orders and
 * payouts does no work for it and waits for no lock of it.
 *
 * Numbers of the journal are drawn before they are committed: its entries are read up to where it was at the call before, once every
 * transaction of that time has ended.
 */
export class Causes {
  readonly #core: Core
  #candidate: SealCandidate | null = null

  constructor(core: Core) {
    this.#core = core
  }

  /** Notes the next events; returns whether there may be more at once. */
  async follow(): Promise<boolean> {
    let isMore = false
    for (const source of [facts, closings, this.#journal()]) {
      isMore = (await this.#step(source)) || isMore
    }
    return isMore
  }

  #journal(): Source {
    return {
      name: 'journal',
      begin: async (tx) => (await sealCandidate(tx)).lastEntry,
      step: async (_core, tx, { position: after }, wanted) => {
        const candidate = this.#candidate
        if (candidate === null || !(await isSettled(tx, candidate.openBefore))) {
          this.#candidate ??= await sealCandidate(tx)
          return null
        }
        const upTo = Math.min(after + ROWS_A_STEP, candidate.lastEntry)
        if (upTo === candidate.lastEntry) this.#candidate = await sealCandidate(tx)
        if (upTo <= after) return null
        return {
          position: upTo,
          partnerId: 0,
          events: await entryEvents(tx, { after, upTo }, wanted),
        }
      },
    }
  }

  /** Events and what endpoints are owed move with the cursor. */
  #step({ name, begin, step }: Source): Promise<boolean> {
    const core = this.#core
    return moveCursor(core.database, 'console.eventCursors', {
      name,
      begin,
      step: async (tx, cursor) => {
        const next = await step(core, tx, cursor, await wantedTypes(tx))
        if (next === null) return null
        const { events, ...moved } = next
        await noteEvents(tx, events, core.clock())
        return moved
      },
    })
  }
}

/** Also of endpoints that are off: they go on where they stopped. */
async function wantedTypes(tx: Tx): Promise<Wanted> {
  const endpoints = await tx.selectFrom('console.endpoints').select('types').execute()
  return new Set(endpoints.flatMap(({ types }) => types as WebhookType[]))
}

async function noteEvents(tx: Tx, events: readonly NewEvent[], now: number): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ type, key, cause, partnerId, at, data }) => {
    const id = `${type}.${key}`
    const body = { id, type, timestamp: new Date(at).toISOString(), cause, partnerId, data }
    const text = JSON.stringify(WEBHOOK_EVENTS[type].parse(body))
    return { id, type, partnerId, at, body: text, notedAt: now }
  })
  const noted = await tx
    .insertInto('console.webhookEvents')
    .values(rows)
    .onConflict((same) => same.column('id').doNothing())
    .returning('number')
    .execute()
  await oweDeliveries(
    tx,
    noted.map(({ number }) => number),
    now,
  )
}
