import type { FastifyInstance } from 'fastify'

/** Let the pages of one other origin, and of no other, call a service from a browser. No cookie is ever taken. */
export function allowOrigin(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('vary', 'origin')
    if (request.headers.origin !== origin) return
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'retry-after, x-request-id',
    })
    if (request.method !== 'OPTIONS') return
    const asked = {
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '600',
    }
    return reply.headers(asked).code(204).send()
  })
}
