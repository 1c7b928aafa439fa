import { callsOf, CONFIG, type Contract, getPage, HEALTH } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'

import { recentSettings } from '../business/settings/read-settings.ts'
import type { Core } from '../core/core.ts'
import type { CallWindow } from '../http/call-window.ts'
import { networkOf } from '../input/network-of.ts'
import { CALLS_ALLOWED, VISITS_PER_CALL } from '../input/limits.ts'

/** Calls outside the gates of the services. */
const VISITS: ReadonlySet<Contract> = new Set([getPage, ...callsOf(CONFIG, HEALTH)])

/**
 * Returns a function that lets services count, together, what no gate counts: pages, files, the configuration, health and
 * unknown paths. It never waits for the database.
 *
 * Refuses: `too_many_requests`.
 * Source: decisions D-106.
 */
export function visitCounter(core: Core, calls: CallWindow): (app: FastifyInstance) => void {
  const limit = lastKnownLimit(core)
  return (app) =>
    void app.addHook('onRequest', async ({ ip, routeOptions }) => {
      const { contract } = routeOptions.config
      if (contract !== undefined && !VISITS.has(contract)) return
      calls.count(`visits from ${networkOf(ip)}`, limit() * VISITS_PER_CALL)
    })
}

/** The limit of a network as it was read last; each use reads it again in the background. */
function lastKnownLimit({ database }: Core): () => number {
  let limit = Number(CALLS_ALLOWED['rateLimit.address'])
  return () => {
    recentSettings(database).then(
      (settings) => (limit = Number(settings['rateLimit.address'])),
      () => {},
    )
    return limit
  }
}
