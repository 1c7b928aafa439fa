import {
  asErrorMap,
  asOauthError,
  codesOf,
  type Contract,
  failure,
  GENERAL_CODES,
  STATUS_OF_CODE,
  UnstorableText,
} from '@partner-office/contracts'
import { FormRefusal, Refusal, type RefusalCode } from '@partner-office/domain'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

import { EventLoopTurns } from '../turns/event-loop-turns.ts'
import { InQuarantine } from '../core/in-quarantine.ts'
import { InvalidInput } from '../input/invalid-input.ts'
import { isDatabaseBusy } from '../db/bounded-pool.ts'
import { isDiskFull } from '../db/disk-full.ts'
import { isConnectionLost } from '../db/lost-connection.ts'
import { OtherHistory } from '../db/marks.ts'
import { CallRefused, unavailable } from './call-refused.ts'

/** When a caller may try again what could not be answered. */
const RETRY_UNAVAILABLE_S = 2

type Answer = { readonly status: number; readonly body: ReturnType<typeof failure> }

/**
 * Answers a call whose handler threw an error. The only place that turns errors into answers.
 *
 * Source: api.md, envelope.
 */
export async function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = answerTo(error, request)
  if (answer.status === STATUS_OF_CODE.too_many_requests) await turns.next()
  if (answer.status === 500) request.log.error({ err: error }, 'a request failed')
  else if (answer.status > 500) request.log.warn(causeOf(error, answer), 'turned away')
  const retryAfter = error instanceof Refusal ? waitOf(error) : undefined
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  if (answer.status === 503) void reply.header('retry-after', RETRY_UNAVAILABLE_S)
  const { status, body } = inFormOf(request.routeOptions.config.contract, answer)
  return reply.code(status).send(body)
}

/** `code` is the SQLSTATE of what failed, or what the system calls it: the answer does not say it. */
const causeOf = (error: unknown, { body }: Answer) => ({
  errors: body.errors,
  code: (error as { code?: unknown } | null)?.code,
})

/** Who calls too often is refused in turns: thousands of refusals a second would keep other calls waiting. */
const REFUSALS_IN_ONE_TURN = 1
const turns = new EventLoopTurns(REFUSALS_IN_ONE_TURN)

/** Seconds until a refused caller may try again; undefined where waiting does not help. */
const waitOf = ({ code, params }: Refusal) =>
  params['retryAfter'] ?? (code === 'too_many_requests' ? 1 : undefined)

/** Source: api.md, envelope. */
function inFormOf(contract: Contract | undefined, { status, body }: Answer) {
  if (contract?.refusedAs === 'map') return { status, body: asErrorMap(body) }
  return contract?.refusedAs === 'oauth' ? asOauthError(status, body) : { status, body }
}

function answerTo(error: unknown, request: FastifyRequest): Answer {
  if (isDiskFull(error)) return turnedAway(unavailable('disk_full'))
  if (isDatabaseBusy(error)) return turnedAway(unavailable('busy'))
  if (isConnectionLost(error) || error instanceof OtherHistory) {
    return withoutDatabase(request.routeOptions.config.contract)
  }
  if (error instanceof CallRefused) return turnedAway(error)
  if (error instanceof InQuarantine) return turnedAway(unavailable('quarantine'))
  if (error instanceof InvalidInput) return invalidInput(error)
  if (error instanceof FormRefusal) return refusedForm(error, request.routeOptions.config.contract)
  if (error instanceof Refusal) return refused(error, request.routeOptions.config.contract)
  if (error instanceof UnstorableText) return unstorable(error)
  if (isFastifyError(error)) return badRequest(error)
  return internalError()
}

/** Calls about figures say so in their own words. */
const withoutDatabase = (contract: Contract | undefined): Answer =>
  isListed('data_not_ready', contract)
    ? refused(new Refusal('data_not_ready'), contract)
    : turnedAway(unavailable('database'))

function turnedAway({ status, errorCode, reason }: CallRefused): Answer {
  const errors = reason === null ? null : [reason]
  return { status, body: failure({ code: errorCode, fieldName: null, errors }) }
}

const internalError = (): Answer => ({
  status: 500,
  body: failure({ code: 'internal_server_error', fieldName: null, errors: null }),
})

function invalidInput({ problems }: InvalidInput): Answer {
  const [first, ...others] = problems.map(({ place, problem }) => ({
    code: 'validation_error' as const,
    fieldName: place,
    errors: [problem],
  }))
  return { status: STATUS_OF_CODE.validation_error, body: failure(first!, ...others) }
}

/** A code that the contract does not list is a bug: the caller cannot act on it. */
function refused({ code, params, reasons }: Refusal, contract: Contract | undefined): Answer {
  if (!isListed(code, contract)) return internalError()
  const { field, reason } = params
  const said = reason === undefined ? reasons : [String(reason), ...reasons]
  const errors = said.length === 0 ? null : [...said]
  return {
    status: STATUS_OF_CODE[code],
    body: failure({
      code,
      fieldName: field === undefined ? null : String(field),
      errors,
    }),
  }
}

function isListed(code: RefusalCode, contract: Contract | undefined): boolean {
  const listed: readonly string[] = contract === undefined ? GENERAL_CODES : codesOf(contract)
  return listed.includes(code)
}

function refusedForm({ problems }: FormRefusal, contract: Contract | undefined): Answer {
  const [first, ...others] = problems.flatMap(({ field, code }) =>
    isListed(code, contract) ? [{ code, fieldName: field, errors: null }] : [],
  )
  if (first === undefined || others.length + 1 < problems.length) return internalError()
  return { status: STATUS_OF_CODE.validation_error, body: failure(first, ...others) }
}

function isFastifyError(error: unknown): error is FastifyError {
  const { statusCode } = error as { statusCode?: unknown }
  return typeof statusCode === 'number' && statusCode < 500
}

function badRequest(error: FastifyError): Answer {
  if (error.validationContext === 'params') return notFoundAnswer(STATUS_OF_CODE.not_found)
  if (hasZodFastifySchemaValidationErrors(error)) return invalidBody(error.validation)
  const status = error.statusCode === 413 ? 413 : 400
  return { status, body: unreadable }
}

/** Source: decisions D-145, which wants the field named; security E8, which wants 400. */
const unstorable = ({ pointer }: UnstorableText): Answer => ({
  status: 400,
  body: failure({
    code: 'validation_error',
    fieldName: fieldNameOf(pointer),
    errors: ['invalid_format'],
  }),
})

const unreadable = failure({ code: 'validation_error', fieldName: null, errors: null })

/** Answer to an unknown path or a malformed id. */
export const notFoundAnswer = (status: number): Answer => ({
  status,
  body: failure({ code: 'not_found', fieldName: null, errors: null }),
})

type Issue = {
  readonly instancePath: string
  readonly keyword: string
  readonly params: { readonly origin?: unknown }
}

function problemOf(keyword: string, { origin }: Issue['params']): string {
  if (keyword === 'unrecognized_keys') return 'not_found'
  return keyword === 'too_small' && origin === 'string' ? 'min_length' : 'invalid_format'
}

function invalidBody(issues: readonly Issue[]): Answer {
  const [first, ...others] = issues.map(({ instancePath, keyword, params }) => ({
    code: 'validation_error' as const,
    fieldName: fieldNameOf(instancePath),
    errors: [problemOf(keyword, params)],
  }))
  const isWholeBody = first!.fieldName === null && issues[0]!.keyword === 'invalid_type'
  return isWholeBody
    ? { status: 400, body: unreadable }
    : { status: STATUS_OF_CODE.validation_error, body: failure(first!, ...others) }
}

/** Field name of a JSON pointer: `/0/rate` is `[0].rate`; null for the whole body. */
function fieldNameOf(instancePath: string): string | null {
  const steps = instancePath.split('/').filter((step) => step !== '')
  const name = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')
  return name === '' ? null : name.replace(/^\./, '')
}
