import type { CallReply, Contract, getConfig, HostCalls } from '@partner-office/contracts'
import type { z } from 'zod'

import { bearer } from './bearer.ts'
import { takeEarly } from './early-answers.ts'
import { CallFailed, failedAnswer, failedWith, type NoAnswer } from './failure.ts'
import { BrokenOff, received } from './received.ts'
import { upload } from './upload.ts'

/** The addresses of the services, and the public OAuth client. */
export type Hosts = CallReply<typeof getConfig>

export type Service = keyof HostCalls

/** The input of a part of a call. */
export type Asked<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined

/** The input of a call. */
type Question<Of extends Contract> = {
  readonly params?: Asked<Of['params']>
  readonly query?: Asked<Of['query']>
  readonly body?: Asked<Of['body']>
  /** The fields and files of a call with a `multipart` body. */
  readonly form?: FormData
  /** Receives the share of the form that was sent. Units: 0 to 1. */
  readonly onSent?: (share: number) => void
  /** Receives the share of a file that has arrived, if the service tells its lines. Units: 0 to 1. */
  readonly onReceived?: ((share: number) => void) | undefined
  /** The token to send instead of the session's token. */
  readonly token?: string
  /** Does not report a failure of the server; the screen keeps its data. */
  readonly quiet?: boolean
  readonly signal?: AbortSignal
  /** Sent beside the headers of every call. */
  readonly headers?: Readonly<Record<string, string>>
}

type Reply<Of extends Contract> = Of['reply'] extends z.ZodType ? z.output<Of['reply']> : never

/** Handlers of failures that concern more than the caller. */
export type FailureHandlers = {
  readonly failedGlobally: (failure: CallFailed) => void
  readonly serverFailed: (failure: CallFailed) => void
  /** Receives the headers of each answer to a call. */
  readonly answered?: (headers: Headers) => void
  /** Headers of each call to a service besides those of the call. */
  readonly headersFor?: (service: Service) => Readonly<Record<string, string>>
  /** Whether a call may not be sent: it fails with `access_denied`. */
  readonly refuses?: (contract: Contract) => boolean
}

const TIMEOUT_MS = 20_000
/** Files on a slow connection take longer; a call of large files says how long. */
const UPLOAD_TIMEOUT_MS = 300_000

/** Codes that concern the whole session when a call with its token fails. Source: requirements ERR-006 to ERR-009. */
const GLOBAL_CODES = new Set([
  'invalid_token',
  'terms_not_accepted',
  'user_blocked',
  'too_many_requests',
])

/** Calls services and turns every failure into one form. */
export class Api {
  readonly #hosts: Hosts
  readonly #token: () => string | null
  readonly #handlers: FailureHandlers

  /** How long callers retry a call while the service computes its figures. Units: milliseconds. */
  readonly giveUpMs: number

  constructor(hosts: Hosts, token: () => string | null, handlers: FailureHandlers, giveUpMs = 0) {
    this.giveUpMs = giveUpMs
    this.#hosts = hosts
    this.#token = token
    this.#handlers = handlers
  }

  /**
   * Calls a service.
   *
   * Refuses: `CallFailed`, for any answer but a success.
   * Source: api.md; requirements API-001, API-002, ERR-001 to ERR-010; decisions D-149.
   */
  async call<Host extends Service, Of extends HostCalls[Host]>(
    service: Host,
    contract: Of,
    question: Question<Of> = {},
  ): Promise<Reply<Of>> {
    return this.#reporting(contract, question, () => this.#ask(service, contract, question))
  }

  /**
   * Downloads a file with the name that the service gives it, without a timeout.
   *
   * Refuses: `CallFailed`, for any answer but a file.
   */
  async download<Host extends Service, Of extends HostCalls[Host]>(
    service: Host,
    contract: Of,
    question: Question<Of> = {},
  ): Promise<File> {
    const { file }: Contract = contract
    return this.#reporting(contract, question, async () => {
      const response = await this.#fetch(service, contract, question, question.signal)
      if (response.ok && response.headers.get('content-type')?.startsWith(file ?? '') === true) {
        return new File(
          [await received(response, question.onReceived)],
          fileNameOf(response.headers),
        )
      }
      throw failed(response, await response.json().catch(() => null))
    })
  }

  async #reporting<Of extends Contract, Answer>(
    contract: Of,
    question: Question<Of>,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    try {
      if (this.#handlers.refuses?.(contract) === true) {
        throw new CallFailed(failedWith('access_denied'), { status: 403 })
      }
      return await ask()
    } catch (error) {
      if (question.signal?.aborted === true) throw new CallFailed(failedWith(CANCELED))
      const failure = error instanceof CallFailed ? error : unanswered(error)
      this.#report(failure, contract, question)
      throw failure
    }
  }

  async #ask<Of extends Contract>(
    service: Service,
    contract: Of,
    question: Question<Of>,
  ): Promise<Reply<Of>> {
    const { form } = question
    const uploadMs = Math.max(UPLOAD_TIMEOUT_MS, contract.multipart?.withinMs ?? 0)
    const timeout = AbortSignal.timeout(form === undefined ? TIMEOUT_MS : uploadMs)
    const { signal } = question
    const limit = signal === undefined ? timeout : AbortSignal.any([timeout, signal])
    const response = await this.#fetch(service, contract, question, limit)
    this.#handlers.answered?.(response.headers)
    const body: unknown = await response.json().catch(() => null)
    const answer = body as { state?: unknown; data?: unknown } | null
    if (response.ok && answer?.state === 'success') {
      const read = contract.reply?.safeParse(answer.data)
      if (read?.success === true) return read.data as Reply<Of>
    }
    throw failed(response, body)
  }

  #fetch<Of extends Contract>(
    service: Service,
    contract: Of,
    question: Question<Of>,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const url = this.#addressOf(service, contract, question)
    const call = {
      method: contract.method,
      headers: { ...this.#handlers.headersFor?.(service), ...this.#headersOf(contract, question) },
      ...(question.body !== undefined && { body: bodyOf(contract, question.body) }),
      // The browser names the type, with the boundary that it has chosen.
      ...(question.form !== undefined && { body: question.form }),
    }
    const { form: body, onSent } = question
    if (body !== undefined && onSent !== undefined && signal !== undefined) {
      return upload(url, { ...call, body, onSent, signal })
    }
    const early = takeEarly(url, call)
    if (early !== null) return early
    return fetch(url, {
      ...call,
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      ...(signal !== undefined && { signal }),
    })
  }

  #addressOf<Of extends Contract>(service: Service, contract: Of, question: Question<Of>): string {
    const hosts = this.#hosts
    const host = {
      business: hosts.domainBusinessRest,
      passport: hosts.domainPassport,
      rates: hosts.domainExchange,
      oauth: hosts.domainOauth,
      // The console is served by the host that it calls.
      console: '',
    }[service]
    const params = (question.params ?? {}) as Record<string, unknown>
    const path = contract.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(params[name])),
    )
    const query = new URLSearchParams(
      Object.entries(question.query ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    )
    return `${host}${path}${query.size > 0 ? `?${query}` : ''}`
  }

  #headersOf<Of extends Contract>(contract: Of, question: Question<Of>): Record<string, string> {
    const type = contract.auth === 'basic' ? FORM : 'application/json'
    return {
      ...(question.body !== undefined && { 'content-type': type }),
      ...question.headers,
      ...this.#authorization(contract, question),
    }
  }

  #authorization(contract: Contract, { token }: { token?: string }): Record<string, string> {
    if (contract.auth === 'basic') {
      const { oauthClientId, oauthClientSecret } = this.#hosts
      return { authorization: `Basic ${btoa(`${oauthClientId}:${oauthClientSecret}`)}` }
    }
    return bearer(token ?? this.#token())
  }

  #report(failure: CallFailed, contract: Contract, { token, quiet }: Question<Contract>): void {
    const isOfSession = contract.auth === 'bearer' && token === undefined && this.#token() !== null
    if (isOfSession && GLOBAL_CODES.has(failure.code)) {
      this.#handlers.failedGlobally(failure)
    } else if (failure.status === 429) this.#handlers.failedGlobally(failure)
    else if (failure.status >= 500 && quiet !== true) this.#handlers.serverFailed(failure)
  }
}

const UNKNOWN = 'internal_server_error'
/** The caller aborted the call. Source: requirements TEA-057. */
const CANCELED = 'canceled'
const FORM = 'application/x-www-form-urlencoded'

function bodyOf(contract: Contract, body: unknown): BodyInit {
  if (contract.auth !== 'basic') return JSON.stringify(body)
  return new URLSearchParams(body as Record<string, string>)
}

const unanswered = (error: unknown): CallFailed =>
  new CallFailed(failedWith(UNKNOWN), {
    noAnswer: reasonOf(error),
    brokenOff: error instanceof BrokenOff ? error : null,
  })

function reasonOf(error: unknown): NoAnswer | null {
  if (error instanceof Error && error.name === 'TimeoutError') return 'slow'
  return navigator.onLine ? null : 'offline'
}

const failed = (response: Response, body: unknown): CallFailed =>
  new CallFailed(failedAnswer(response.status, body), {
    status: response.status,
    retryAfterMs: retryAfterMs(response.headers),
    requestId: response.headers.get('request-id'),
    isEmpty: (body as { state?: unknown } | null)?.state === 'success',
  })

/** The name of a file; if empty, the browser chooses one. */
const fileNameOf = (headers: Headers): string =>
  /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? ''

function retryAfterMs(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null
}
