import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { unavailable } from './call-refused.ts'
import { networkOf } from '../input/network-of.ts'
import { CUT_OFF_FACTOR, MOST_IN_FLIGHT } from '../input/limits.ts'

/** The most requests that wait for their answers at once. */
export type MostInFlight = {
  readonly all: number
  readonly ofNetwork: number
  /** Pipelined requests; browsers send one request at a time on a connection. */
  readonly ofConnection: number
}

type Slot = { readonly network: string }
type Connection = { readonly slots: Set<Slot>; refused: number }

/** Counts the requests of a service that wait for their answers: in all, by network and by connection. */
export class InFlight {
  readonly #most: MostInFlight
  readonly #ofNetwork = new Map<string, number>()
  readonly #connections = new WeakMap<Socket, Connection>()
  #all = 0

  constructor(most: MostInFlight = MOST_IN_FLIGHT) {
    this.#most = most
  }

  /**
   * Wraps a request handler: it never sees what a connection sends after its refusal. Thousands of requests fit into one
   * packet, and each would cost more than the whole answer.
   */
  behind(handler: RequestListener): RequestListener {
    return (request, response) => {
      const connection = this.#connections.get(request.socket)
      if (connection === undefined || connection.refused === 0) return handler(request, response)
      connection.refused += 1
      if (connection.refused > this.#most.ofConnection * CUT_OFF_FACTOR) request.socket.destroy()
    }
  }

  connectionOf(socket: Socket): Connection {
    const known = this.#connections.get(socket)
    if (known !== undefined) return known
    const connection = { slots: new Set<Slot>(), refused: 0 }
    this.#connections.set(socket, connection)
    // A closed connection tells nothing to the responses that still waited for their turn on it.
    socket.once('close', () => {
      for (const slot of connection.slots) this.#release(connection, slot)
    })
    return connection
  }

  isFull({ slots }: Connection): boolean {
    return slots.size >= this.#most.ofConnection
  }

  isFullFor(network: string): boolean {
    const { all, ofNetwork } = this.#most
    return this.#all >= all || (this.#ofNetwork.get(network) ?? 0) >= ofNetwork
  }

  /** Counts a request until its response ends or its connection closes. */
  hold(connection: Connection, network: string, { raw }: FastifyReply): void {
    const slot = { network }
    connection.slots.add(slot)
    this.#all += 1
    this.#ofNetwork.set(network, (this.#ofNetwork.get(network) ?? 0) + 1)
    const release = () => this.#release(connection, slot)
    raw.once('finish', release).once('close', release)
  }

  #release({ slots }: Connection, slot: Slot): void {
    if (!slots.delete(slot)) return
    this.#all -= 1
    const left = this.#ofNetwork.get(slot.network)! - 1
    if (left === 0) this.#ofNetwork.delete(slot.network)
    else this.#ofNetwork.set(slot.network, left)
  }
}

/**
 * Refuses requests beyond the caps with 503 before anything else is done for them. A connection that pipelines too many
 * requests gets one such answer, in its turn, and ends with it.
 */
export function limitInFlight(app: FastifyInstance, inFlight: InFlight): void {
  app.addHook('onRequest', (request, reply, done) => {
    const connection = inFlight.connectionOf(request.raw.socket)
    if (inFlight.isFull(connection)) {
      connection.refused = 1
      void reply.header('connection', 'close')
      return done(unavailable('busy'))
    }
    const network = networkOf(request.ip)
    if (inFlight.isFullFor(network)) return done(unavailable('busy'))
    inFlight.hold(connection, network, reply)
    done()
  })
}
