import { once } from 'node:events'
import { createServer } from 'node:net'

import type { FastifyInstance } from 'fastify'

import { StartRefused } from '../core/start-refused.ts'

/** Where a service listens, and the variable that says so. */
export type Place = { readonly variable: string; readonly port: number; readonly host: string }

/**
 * Serve at a place.
 *
 * Refuses: `StartRefused`, one line about what is wrong with the place.
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
 * Ask before long work begins; the answer that counts comes from `listenAt`.
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
  const tell = PROBLEMS[(error as NodeJS.ErrnoException).code ?? '']
  throw tell === undefined ? error : new StartRefused(tell(place))
}

const PROBLEMS: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ variable, port, host }) =>
    `Port ${port} of ${host} is in use by another program: end it, or set ${variable} to another port`,
  EACCES: ({ variable, port }) =>
    `This account may not use port ${port}: set ${variable} to another port`,
  EADDRNOTAVAIL: ({ host }) => `HOST must be an address of this machine, and ${host} is none`,
  ENOTFOUND: ({ host }) => `HOST must be an address of this machine, and ${host} is not known`,
  EAI_AGAIN: ({ host }) => `HOST must be an address of this machine, and ${host} is not known`,
}
