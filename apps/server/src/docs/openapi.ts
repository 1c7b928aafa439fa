import {
  type Contract,
  type DocumentedService,
  ErrorEnvelope,
  ErrorMapEnvelope,
  OauthError,
  WEBHOOK_EVENTS,
} from '@partner-office/contracts'
import { z } from 'zod'

import { answerOf } from '../http/serve-call.ts'
import { callName, describedCalls } from './described-calls.ts'

type Json = Readonly<Record<string, unknown>>

const TITLES: Readonly<Record<DocumentedService, string>> = {
  office: 'Business service and exchange',
  passport: 'Identity provider and OAuth',
  operators: "Operators' interface",
}

const SECURITY = {
  none: [],
  bearer: [{ bearer: [] }],
  basic: [{ basic: [] }],
  key: [{ key: [] }],
  operator: [{ operator: [] }],
  'half session': [{ operator: [] }],
} as const

const FAILURES = { list: 'ErrorList', map: 'ErrorMap', oauth: 'OauthError' } as const

/**
 * The calls of a service as an OpenAPI 3.1 document, made from the contracts that the service itself enforces.
 *
 * Source: https://spec.openapis.org/oas/v3.1.1
 */
export function openApiDocument(service: DocumentedService): Json {
  return {
    openapi: '3.1.1',
    info: { title: TITLES[service], version: '1' },
    paths: pathsOf(describedCalls(service)),
    ...(service === 'operators' && { webhooks: webhooks() }),
    components: {
      schemas: {
        ErrorList: schemaOf(ErrorEnvelope, 'output'),
        ErrorMap: schemaOf(ErrorMapEnvelope, 'output'),
        OauthError: schemaOf(OauthError, 'output'),
        ...namedSchemas(describedCalls(service)),
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token of a partner' },
        basic: { type: 'http', scheme: 'basic', description: 'The credentials of an OAuth client' },
        key: { type: 'http', scheme: 'bearer', description: "The operators' service key" },
        operator: {
          type: 'apiKey',
          in: 'cookie',
          name: 'operator',
          description: 'The session of an operator of the console',
        },
      },
    },
  }
}

function pathsOf(calls: readonly Contract[]): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const contract of calls) {
    const path = contract.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operationOf(contract) }
  }
  return paths
}

/** What is posted to endpoints, by type. Source: requirements WHK-001. */
function webhooks(): Json {
  const posted = Object.entries(WEBHOOK_EVENTS).map(([type, schema]) => {
    const requestBody = { content: contentOf(schemaOf(schema, 'output')) }
    const responses = { '2XX': { description: 'The event was received' } }
    return [type, { post: { operationId: type, requestBody, responses } }]
  })
  return Object.fromEntries(posted) as Json
}

function operationOf(contract: Contract): Json {
  const { params, query } = contract
  return {
    operationId: callName(contract),
    security: securityOf(contract),
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...requestBodyOf(contract),
    responses: responsesOf(contract),
  }
}

function requestBodyOf({ body, multipart }: Contract): Json {
  if (body !== undefined) return { requestBody: { content: contentOf(schemaOf(body, 'input')) } }
  if (multipart === undefined) return {}
  const schema = schemaOf(multipart.fields, 'input')
  return { requestBody: { content: { 'multipart/form-data': { schema } } } }
}

/** An empty requirement makes the token optional. */
const securityOf = (contract: Contract): readonly object[] =>
  contract.auth === 'none' && contract.mayBeSignedIn === true
    ? [{}, ...SECURITY.bearer]
    : SECURITY[contract.auth]

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: inner,
  }))
}

function responsesOf(contract: Contract): Json {
  const { reply, file = 'text/plain', refusedAs = 'list' } = contract
  const answered =
    reply === undefined
      ? { description: 'Text', content: { [file]: { schema: { type: 'string' } } } }
      : {
          description: 'What was asked for, or a reason why not',
          content: contentOf(schemaOf(answerOf(reply, contract), 'output')),
        }
  const failed = contentOf({ $ref: `#/components/schemas/${FAILURES[refusedAs]}` })
  if (contract.isEmpty === true) return { 204: { description: 'Nothing' } }
  return { 200: answered, default: { description: 'The call itself is wrong', content: failed } }
}

const contentOf = (schema: Json): Json => ({ 'application/json': { schema } })

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, $defs: _named, ...described } = describe(schema, io)
  return described
}

/** Recursive schemas, which the document describes once and refers to. */
function namedSchemas(calls: readonly Contract[]): Json {
  const named = calls.map(({ reply }) =>
    reply === undefined ? {} : describe(reply, 'output').$defs,
  )
  return Object.assign({}, ...named)
}

/** JSON schema of a Zod schema; its references point to the document's named schemas. */
function describe(schema: z.ZodType, io: 'input' | 'output') {
  const described = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const text = JSON.stringify(described).replaceAll('"#/$defs/', '"#/components/schemas/')
  return JSON.parse(text) as typeof described
}
