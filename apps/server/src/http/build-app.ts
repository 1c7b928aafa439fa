import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import {
  type Contract,
  type ErrorCode,
  failure,
  OFFICE_REQUEST_TYPE,
  parseExactJson,
  UnstorableText,
} from '@partner-office/contracts'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { ResponseSerializationError, validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'

import { answerError, notFoundAnswer } from './answer-error.ts'
import { InFlight, limitInFlight, type MostInFlight } from './in-flight.ts'
import { CONNECTION } from '../input/limits.ts'
import { forRequest, nameRequests, REQUEST_ID } from '../input/request-id.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract of the call. */
    contract?: Contract
  }
  interface FastifyInstance {
    /** The contracts of all routes. */
    readonly calls: Contract[]
  }
}

/** Headers of every answer; pages have a policy of their own. */
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
}

type Options = {
  readonly logger: FastifyBaseLogger
  readonly trustedProxies?: readonly string[]
  readonly mostInFlight?: MostInFlight
}

/** An HTTP service with the parts that all services share: envelope, exact JSON, one log line per request. */
export function buildApp({ logger, trustedProxies = [], mostInFlight }: Options): FastifyInstance {
  const inFlight = new InFlight(mostInFlight)
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: nameRequests(trustedProxies),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    bodyLimit: CONNECTION.bodyBytes,
    serverFactory: (handler) => httpServer(inFlight.behind(handler)),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    // While closing, calls on open connections are still answered; each connection then closes.
    return503OnClosing: false,
    // Hooks do not run for an address that cannot be decoded.
    frameworkErrors: (_error, _request, reply) =>
      answerNotFound((reply as FastifyReply).headers(HEADERS)),
    clientErrorHandler: answerBrokenRequest,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(checkedJson)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) => answerNotFound(reply))
  requireContracts(app)
  readExactJson(app)
  addHeaders(app)
  requireOneHost(app)
  limitInFlight(app, inFlight)
  endSlowBodies(app)
  logRequests(app)
  return app
}

/** Whole requests have no time limit of their own: forms with files and commands of operators take long. */
function httpServer(listener: RequestListener): Server {
  return createServer(
    {
      headersTimeout: CONNECTION.headersWithinMs,
      // `requireOneHost` says what is wrong.
      requireHostHeader: false,
      requestTimeout: 0,
      keepAliveTimeout: CONNECTION.keptOpenMs,
      connectionsCheckingInterval: CONNECTION.checkedEveryMs,
    },
    listener,
  )
}

type Answers = { readonly schema: z.ZodType; readonly method: string; readonly url: string }

/** Checks every answer against its contract. Contracts describe answers as they are sent, so nothing is encoded. */
function checkedJson({ schema, method, url }: Answers): (answer: unknown) => string {
  return (answer) => {
    const { data, error } = schema.safeParse(answer)
    if (error !== undefined) throw new ResponseSerializationError(method, url, { cause: error })
    return JSON.stringify(data)
  }
}

/** Refuses to start a route without a contract. */
function requireContracts(app: FastifyInstance): void {
  const calls: Contract[] = []
  app.decorate('calls', calls)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.contract === undefined) throw new Error(`${String(method)} ${url} has no contract`)
    calls.push(config.contract)
  })
}

function answerNotFound(reply: FastifyReply): void {
  const { status, body } = notFoundAnswer(404)
  void reply.code(status).send(body)
}

/** Parses JSON without passing numbers through a double, and refuses text that cannot be stored. */
function readExactJson(app: FastifyInstance): void {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      done(null, parseExactJson(decoder.decode(body as Buffer)))
    } catch (error) {
      done(
        error instanceof UnstorableText
          ? error
          : Object.assign(new Error('The body cannot be read'), { statusCode: 400 }),
      )
    }
  })
}

/** Ends the connection of a body that arrives too slowly. Forms with files have a time of their own. */
function endSlowBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ raw, headers }, _reply, _payload, done) => {
    const type = headers['content-type'] ?? ''
    if (raw.complete || /^multipart\//i.test(type) || type === OFFICE_REQUEST_TYPE) return done()
    const tooSlow = setTimeout(() => raw.destroy(), CONNECTION.bodyWithinMs)
    raw.once('end', () => clearTimeout(tooSlow)).once('close', () => clearTimeout(tooSlow))
    done()
  })
}

function addHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ [REQUEST_ID]: request.id, ...HEADERS })
    done()
  })
  // The body has been read here: what a hook before it begins ends with the chunk that it was called for.
  app.addHook('preValidation', (request, _reply, done) => forRequest(request.id, done))
}

/** Refuses a request without a host or with two: this server and a proxy could take it for different hosts. Source: RFC 9112, 3.2. */
function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const names = raw.rawHeaders.filter((_, index) => index % 2 === 0)
    const hosts = names.filter((name) => name.toLowerCase() === 'host').length
    if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return done()
    const problem = hosts === 0 ? 'missing' : 'more than one'
    const body = failure({ code: 'validation_error', fieldName: 'host', errors: [problem] })
    void reply.code(400).header('connection', 'close').send(body)
  })
}

/** Logs no queries and no headers: they may carry tokens. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { contract } = request.routeOptions.config
    const level = contract?.auth === 'none' ? 'debug' : 'info'
    request.log[level](
      {
        method: request.method,
        path: request.routeOptions.url ?? request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
    done()
  })
}

/** Answers a request that is not HTTP, in the envelope too. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code: ErrorCode = 'validation_error'
  const body = JSON.stringify(failure({ code, fieldName: null, errors: null }))
  const head = [
    `HTTP/1.1 400 ${STATUS_CODES[400]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
