import type { FastifyInstance } from 'fastify'

import type { Core } from '../../core/core.ts'

/**
 * Adds the age of the figures to each answer while the database is silent.
 *
 * Units: whole seconds, rounded up.
 * Source: docs/operations.md, "Figures".
 */
export function addFiguresAge(app: FastifyInstance, { network }: Core): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const seconds = Math.ceil(network.ageMs() / 1000)
    if (seconds > 0) void reply.header('figures-age', seconds)
    done()
  })
}
