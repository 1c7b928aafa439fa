import { once } from 'node:events'
import { createServer } from 'node:net'

import type { FastifyInstance } from 'fastify'

import { StartRefused } from '../core/start-refused.ts'

/** Address of a service, and the variables that set its port and its host. */
export type Place = {
  readonly variable: string
  readonly port: number
  readonly host: string
  readonly hostVariable?: string
}

/**
 * Starts to listen at an address.
 *
 * Refuses: `StartRefused`, one line that says what is wrong with the address.
 */
export async function listenAt(
  { port, host, ...place }: Place,
  service: FastifyInstance,
): Promise<void> {
  await service
    .listen({ port, host })
    .catch((error: unknown) => refuse(error, { port, host, ...place }))
}

/**
 * Checks early, before long work, that an address is free; `listenAt` decides.
 *
 * Refuses: as `listenAt` would.
 */
export async function requireFree(place: Place): Promise<void> {
  const probe = createServer()
  try {
    probe.listen({ port: place.port, host: place.host })
    await once(probe, 'listening')
  } catch (error) {
    refuse(error, place)
  } finally {
    probe.close()
  }
}

function refuse(error: unknown, place: Place): never {
  const message = PROBLEMS[(error as NodeJS.ErrnoException).code ?? '']
  throw message === undefined ? error : new StartRefused(message(place))
}

const noAddress = ({ host, hostVariable = 'HOST' }: Place, why: string): string =>
  `${hostVariable} must be an address of this machine, and ${host} ${why}`

const PROBLEMS: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ variable, port, host }) =>
    `Port ${port} of ${host} is in use by another program: end it, or set ${variable} to another port`,
  EACCES: ({ variable, port }) =>
    `This account may not use port ${port}: set ${variable} to another port`,
  EADDRNOTAVAIL: (place) => noAddress(place, 'is none'),
  ENOTFOUND: (place) => noAddress(place, 'is not known'),
  EAI_AGAIN: (place) => noAddress(place, 'is not known'),
}
