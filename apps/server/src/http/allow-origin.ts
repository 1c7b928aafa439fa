import type { FastifyInstance } from 'fastify'

/** Lets the pages of one other origin call a service from a browser. Cookies are never accepted. */
export function allowOrigin(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('vary', 'origin')
    if (request.headers.origin !== origin) return done()
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'retry-after, x-lines, request-id',
    })
    if (request.method !== 'OPTIONS') return done()
    const preflight = {
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '600',
    }
    void reply.headers(preflight).code(204).send()
  })
}
