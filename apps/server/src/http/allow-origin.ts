import type { FastifyInstance } from 'fastify'

/** Let the pages of one other origin, and of no other, call a service from a browser. No cookie is ever taken. */
export function allowOrigin(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('vary', 'origin')
    if (request.headers.origin !== origin) return done()
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'retry-after, x-request-id',
    })
    if (request.method !== 'OPTIONS') return done()
    const asked = {
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '600',
    }
    void reply.headers(asked).code(204).send()
  })
}
