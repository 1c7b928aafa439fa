import { DOCS, DOCUMENTED_SERVICES, WEBHOOK_TYPES } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'

import { buildApp } from '../http/build-app.ts'
import { serveArea } from '../http/serve-area.ts'
import { callName, describedCalls } from './described-calls.ts'
import { docsCalls } from './docs-calls.ts'

type Operation = {
  operationId: string
  security: readonly object[]
  parameters: readonly { name: string; in: string; required: boolean }[]
  responses: Record<string, { description: string; content: object }>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: object }
}

describe('the documents of the calls', () => {
  let app: FastifyInstance
  beforeAll(() => {
    app = buildApp({ logger: pino({ level: 'silent' }) })
    serveArea(app, DOCS, docsCalls, (_request, reply) => reply)
  })

  const documentOf = async (service: string): Promise<Document> => {
    const response = await app.inject({ url: `/docs/openapi.json?service=${service}` })
    expect(response.statusCode).toBe(200)
    return response.json()
  }

  test('WHK-001 the document of the operators’ calls has a schema for each type of event', async () => {
    const { webhooks } = (await documentOf('operators')) as unknown as { webhooks: object }
    expect(Object.keys(webhooks).toSorted()).toEqual([...WEBHOOK_TYPES].toSorted())
    expect(webhooks).toMatchObject({
      'payout.sent': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  properties: {
                    type: { const: 'payout.sent' },
                    data: { required: expect.arrayContaining(['txId']) },
                  },
                },
              },
            },
          },
        },
      },
    })
    expect(await documentOf('office')).not.toHaveProperty('webhooks')
  })

  describe.each(DOCUMENTED_SERVICES)('%s', (service) => {
    test('has an operation for each call of the service, with a unique name and its answers', async () => {
      const { openapi, info, paths, components } = await documentOf(service)
      expect(openapi).toMatch(/^3\.1\.\d$/)
      expect(info).toEqual({ title: expect.any(String), version: expect.any(String) })

      const operations = Object.values(paths).flatMap((path) => Object.values(path))
      const names = operations.map(({ operationId }) => operationId)
      expect(names.toSorted()).toEqual(describedCalls(service).map(callName).toSorted())
      expect(new Set(names).size).toBe(names.length)
      const empty = new Set(
        describedCalls(service)
          .filter(({ isEmpty }) => isEmpty)
          .map(callName),
      )
      for (const { operationId, responses, security } of operations) {
        expect(operationId).toMatch(/^[a-z]\w+$/)
        const answers = empty.has(operationId) ? ['204'] : ['200', 'default']
        expect(Object.keys(responses)).toEqual(answers)
        for (const scheme of security.flatMap(Object.keys)) {
          expect(components.securitySchemes).toHaveProperty(scheme)
        }
      }
    })

    test('declares exactly the parameters of the path', async () => {
      const { paths } = await documentOf(service)
      for (const [path, operations] of Object.entries(paths)) {
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        expect(path).not.toContain(':')
        for (const { parameters } of Object.values(operations)) {
          const declared = parameters.filter((parameter) => parameter.in === 'path')
          expect(declared.map(({ name }) => name)).toEqual(inPath)
          expect(declared.every(({ required }) => required)).toBe(true)
        }
      }
    })

    test('has no broken references', async () => {
      const document = await documentOf(service)
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)]
      expect(references.length).toBeGreaterThan(0)
      for (const [, reference] of references) {
        const steps = reference!.replace('#/', '').split('/')
        const found = steps.reduce<unknown>((at, step) => (at as never)[step], document)
        expect(found, reference).toBeTypeOf('object')
      }
    })
  })

  test('the team call lists its parameters', async () => {
    const { paths } = await documentOf('office')
    const parameters = paths['/v1/team']!['get']!.parameters
    expect(parameters.find(({ name }) => name === 'sponsorId')).toMatchObject({ required: true })
    expect(parameters.find(({ name }) => name === 'scope')).toMatchObject({
      required: false,
      schema: { enum: ['firstLine', 'downline'], default: 'firstLine' },
    })
  })

  test('the page lists every call', async () => {
    const response = await app.inject({ url: '/docs' })
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const { method, path } of DOCUMENTED_SERVICES.flatMap(describedCalls)) {
      expect(response.payload).toContain(`<code>${method} ${path}</code>`)
    }
  })
})
