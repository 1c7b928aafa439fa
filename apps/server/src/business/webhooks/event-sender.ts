import type { Selectable } from 'kysely'

import type { Core } from '../../core/core.ts'
import { type Db, TermOver, type Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { Semaphore } from '../../turns/semaphore.ts'
import { type Delivery, dueDeliveries, noteDelivered, noteFailed } from './deliveries.ts'
import { type Answer, type EndpointReach, reachOf } from './post-event.ts'
import { reachIn, sendEvent } from './send-event.ts'
import { noteFailure } from './switch-endpoints.ts'

export type StoredEndpoint = Selectable<Schema['console.endpoints']>

/** Requests that an endpoint gets at once. */
const AT_ONCE = 8

/**
 * The work for one endpoint: the numbers of the events that are being sent, and the turn of the search for others. Only one search runs
 * at a time, so that no search finds an event that another one is about to send.
 */
type Lane = { readonly sending: Set<number>; readonly filling: Semaphore }

/** Delivers events: at most 8 at once to each endpoint, those of one partner one after the other (WHK-006). */
export class EventSender {
  readonly #core: Core
  readonly #reachOf: typeof reachOf
  readonly #lanes = new Map<number, Lane>()
  readonly #work = new Set<Promise<void>>()
  #failure: unknown = null

  constructor(core: Core, options: { readonly reachOf?: typeof reachOf } = {}) {
    this.#core = core
    this.#reachOf = options.reachOf ?? reachOf
  }

  /**
   * Begins to send events that are due, at most 8 at once to each endpoint. It does not wait for answers, so an endpoint that is down
   * delays no other. When a request ends, the next event of its endpoint is sent.
   *
   * Refuses: with the first error since the previous call, after all endpoints have been served.
   */
  async sendDue(): Promise<void> {
    const query = this.#core.database.read.selectFrom('console.endpoints').select('id')
    const endpoints = await query.where('isOn', '=', true).orderBy('id').execute()
    await Promise.all(endpoints.map(({ id }) => this.#fill(id)))
    const failure = this.#failure
    this.#failure = null
    if (failure !== null) throw failure
  }

  /** Waits until nothing is due or on its way any more. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work)
  }

  #laneOf(endpointId: number): Lane {
    const lane = this.#lanes.get(endpointId) ?? { sending: new Set(), filling: new Semaphore(1) }
    this.#lanes.set(endpointId, lane)
    return lane
  }

  #fill(endpointId: number): Promise<void> {
    const lane = this.#laneOf(endpointId)
    return lane.filling.run(() => this.#fillLane(endpointId, lane))
  }

  async #fillLane(endpointId: number, { sending }: Lane): Promise<void> {
    const { database, clock } = this.#core
    const most = AT_ONCE - sending.size
    const endpoint = await readOn(database.read, endpointId)
    if (endpoint === undefined || most === 0) return
    const besides = [...sending]
    const reach = await reachIn(database.read, this.#reachOf)
    const due = await dueDeliveries(database.read, endpointId, { now: clock(), most, besides })
    for (const delivery of due) {
      sending.add(delivery.number)
      const work = this.#sendAndGoOn(endpoint, delivery, reach)
      this.#work.add(work)
      void work.finally(() => this.#work.delete(work))
    }
  }

  async #sendAndGoOn(
    endpoint: StoredEndpoint,
    delivery: Delivery,
    reach: EndpointReach,
  ): Promise<void> {
    const { sending } = this.#laneOf(endpoint.id)
    try {
      await this.#send(endpoint, delivery, reach).finally(() => sending.delete(delivery.number))
      await this.#fill(endpoint.id)
    } catch (error) {
      // The event stays owed: it is sent again, by the next leader if the term is over.
      if (!(error instanceof TermOver)) this.#failure = error
    }
  }

  async #send(endpoint: StoredEndpoint, delivery: Delivery, reach: EndpointReach): Promise<void> {
    const core = this.#core
    const at = core.clock()
    const answer = await sendEvent(core, endpoint, delivery, { at, reach })
    await core.database.transaction((tx) => endAttempt(core, tx, { delivery, at, answer }))
  }
}

const readOn = (db: Db, id: number): Promise<StoredEndpoint | undefined> =>
  db
    .selectFrom('console.endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('isOn', '=', true)
    .executeTakeFirst()

type Attempt = { readonly delivery: Delivery; readonly at: number; readonly answer: Answer }

/** Notes an attempt in the log, and what follows for the event and its endpoint. */
async function endAttempt(core: Core, tx: Tx, { delivery, at, answer }: Attempt): Promise<void> {
  const endpoint = await tx
    .selectFrom('console.endpoints')
    .select('id')
    .where('id', '=', delivery.endpointId)
    .forUpdate()
    .executeTakeFirst()
  // It was removed meanwhile.
  if (endpoint === undefined) return
  const { id: eventId, type, partnerId, endpointId } = delivery
  await noteAttempt(tx, { endpointId, eventId, type, partnerId, at, ...answer })
  const now = core.clock()
  if (answer.isDelivered) return noteDelivered(tx, delivery, now)
  await noteFailed(tx, delivery, { now, random: Math.random() })
  await noteFailure(tx, endpointId, now)
}

/** Adds an attempt to the log; answers its number. */
export async function noteAttempt(
  tx: Tx,
  attempt: Answer & {
    readonly endpointId: number
    readonly eventId: string
    readonly type: string
    readonly partnerId: number | null
    readonly at: number
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('console.deliveryAttempts')
    .values(attempt)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
