import type { FastifyInstance } from 'fastify'

/** Parses form bodies; refuses a field that stands there twice. Source: RFC 6749 section 3.2. */
export function readForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => {
    const fields = [...new URLSearchParams(String(body))]
    const form = Object.fromEntries(fields)
    if (Object.keys(form).length === fields.length) return done(null, form)
    done(Object.assign(new Error('A field stands there twice'), { statusCode: 400 }))
  })
}
