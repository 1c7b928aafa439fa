import type { Role } from '@partner-office/contracts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'

import { buildServices } from '../app.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { recentSettings } from '../business/settings/read-settings.ts'
import type { Browser as FromBrowser } from '../console/console.ts'
import { consoleCookie } from '../console/http/console-cookie.ts'
import { type JobKinds, JobRunner } from '../console/jobs/job-runner.ts'
import type { ChainAdapter } from '../console/payouts/chain.ts'
import { consoleTokenOf, endOverdue } from '../console/sign-in/sessions.ts'
import { enter } from '../console/sign-in/sign-in.ts'
import type { Core } from '../core/core.ts'
import type { Database } from '../db/database.ts'
import { Readiness } from '../http/readiness.ts'
import type { PasswordSeal } from '../keys/password-seal.ts'
import type { Letter } from '../mails/letter.ts'
import { jobKinds } from '../operator/job-kinds.ts'
import { OperatorKey } from '../operator/operator-key.ts'
import { codeAt, STEP_MS } from '../proofs/totp.ts'
import { IDENTITY, openTestCore, TEST_NOW, type TestClock } from './core.ts'
import { runOffice } from './run-office.ts'

export const OPERATOR_PASSWORD = 'a-Secret-of-an-operator'
export const CONSOLE = 'http://localhost:3002'
export const SERVICE_KEY = 'a-key-of-some-length'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A browser of an operator: its cookie, and the token that its page sends. */
export type Browser = {
  readonly email: string
  readonly secret: string
  cookie: string
  token: string
}

/** A browser that has no cookie yet. */
const NEW_BROWSER: FromBrowser = {
  address: '127.0.0.1',
  userAgent: '',
  origin: CONSOLE,
  token: null,
  lastEventId: null,
  setToken: () => {},
}

type Options = {
  readonly clock?: TestClock
  readonly seal?: PasswordSeal
  readonly consoleOrigin?: string
  /** Directory of the operators' PDF files and pictures. */
  readonly documents?: string
  /** Kinds of long work in place of the product's. */
  readonly kinds?: JobKinds
  readonly chain?: ChainAdapter
}

/** The console of a running process, with its clock and mails; sign-ins are not limited unless a test says so. */
export class OperatorsDesk {
  readonly core: Core
  readonly clock: TestClock
  readonly app: FastifyInstance
  readonly office: FastifyInstance
  readonly passport: FastifyInstance
  /** What `OPERATOR_LISTEN` serves. */
  readonly network: FastifyInstance
  readonly letters: Letter[]
  readonly jobs: JobRunner

  private constructor(
    parts: Pick<
      OperatorsDesk,
      'core' | 'clock' | 'app' | 'office' | 'passport' | 'network' | 'letters' | 'jobs'
    >,
  ) {
    this.core = parts.core
    this.clock = parts.clock
    this.app = parts.app
    this.office = parts.office
    this.passport = parts.passport
    this.network = parts.network
    this.letters = parts.letters
    this.jobs = parts.jobs
  }

  /**
   * A second process opens the same database with the same clock and seal. Each service gets ready at its first call: few
   * tests call all of them.
   */
  static async open(database: Database, options: Options = {}): Promise<OperatorsDesk> {
    const { clock = { now: TEST_NOW }, seal, consoleOrigin, documents } = options
    const { kinds = jobKinds(null) } = options
    const opened = await openTestCore(database, { clock })
    const core = {
      ...opened,
      ...(seal !== undefined && { passwords: seal }),
      ...(consoleOrigin !== undefined && { consoleOrigin }),
    }
    await changeSettings(core, { 'rateLimit.signInAddress': '0', 'rateLimit.signInAccount': '0' })
    const letters: Letter[] = []
    const jobs = new JobRunner(core, kinds)
    const readiness = new Readiness()
    readiness.phase = 'serving'
    const {
      operators: app,
      office,
      passport,
      operatorsNetwork: network,
    } = buildServices({
      ...IDENTITY,
      ...(documents !== undefined && { documents }),
      core,
      jobs,
      readiness,
      logger: pino({ level: 'silent' }),
      operatorKey: new OperatorKey(SERVICE_KEY),
      trustedProxies: ['10.9.9.9'],
      ...(options.chain !== undefined && { chain: options.chain }),
      mail: { send: async (letter) => void letters.push(letter) },
    })
    return new OperatorsDesk({ core, clock, app, office, passport, network, letters, jobs })
  }

  /** Runs a command of `office`; every word is separated by one space. */
  run(line: string) {
    return runOffice(this.core, line.split(' '))
  }

  /** Calls the console as a page of its own origin does. */
  async call(
    method: Method,
    url: string,
    payload?: object,
    { headers, ...more }: InjectOptions = {},
  ) {
    const response = await this.app.inject({
      method,
      url: url.startsWith('/') ? url : `/console/v1/${url}`,
      headers: {
        host: 'localhost:3002',
        ...(method !== 'GET' && { origin: CONSOLE }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
      ...more,
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const body = isJson ? response.json() : null
    return {
      status: response.statusCode,
      headers: response.headers,
      body,
      data: body?.data,
      code: body?.errors?.[0]?.code as string | undefined,
    }
  }

  /** Calls the console as a signed-in operator. */
  as(
    { cookie, token }: Pick<Browser, 'cookie' | 'token'>,
    method: Method,
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) {
    const own = { cookie, ...(method !== 'GET' && { 'x-console-token': token }), ...headers }
    return this.call(method, url, payload, { headers: own })
  }

  /** Sends a form with files as a signed-in operator. */
  async sendForm({ cookie, token }: Browser, url: string, form: FormData) {
    const sent = new Response(form)
    const type = String(sent.headers.get('content-type'))
    const payload = Buffer.from(await sent.arrayBuffer())
    const own = { cookie, 'x-console-token': token, 'content-type': type }
    return this.call('POST', url, payload, { headers: own })
  }

  /** The current code of a secret; each counts once, so the clock goes on by a step. */
  code(secret: string): string {
    this.clock.now += STEP_MS
    return codeAt(secret, Math.floor(this.clock.now / STEP_MS))
  }

  /** Adds an operator by the command line; returns the token of the link. */
  async link(email: string, roles: readonly Role[]): Promise<string> {
    const { out, notes } = await this.run(`operator add ${email} --role ${roles.join(',')}`)
    return linkToken(out, notes.join())
  }

  /** Does a whole first sign-in with the token of a link. */
  async welcome(email: string, token: string): Promise<Browser> {
    const begun = await this.call('POST', `welcome/${token}`, { password: OPERATOR_PASSWORD })
    const { secret } = begun.data
    const confirmed = await this.call('POST', `welcome/${token}/confirm`, {
      code: this.code(secret),
    })
    return { email, secret, cookie: cookieOf(confirmed.headers), token: confirmed.data.token }
  }

  /** An operator who has just signed in. */
  async operator(email: string, ...roles: readonly Role[]): Promise<Browser> {
    return this.welcome(email, await this.link(email, roles))
  }

  /**
   * A new session of an operator, in a browser of its own, as a sign-in leaves it: most tests need one of each operator, and
   * checking a password takes longer than most of their calls.
   */
  async signIn({ email, secret }: Pick<Browser, 'email' | 'secret'>): Promise<Browser> {
    const { core } = this
    this.clock.now += STEP_MS
    await endOverdue(core)
    const operator = { id: await this.idOf(email), email }
    const way = 'password and second factor'
    const token = await core.database.transaction((tx) =>
      enter(core, tx, { operator, browser: NEW_BROWSER, way }),
    )
    const { product } = await recentSettings(core.database)
    const headers = { 'set-cookie': consoleCookie(CONSOLE, product).text(token) }
    return { email, secret, cookie: cookieOf(headers), token: consoleTokenOf(token) }
  }

  /** The id of an operator. */
  async idOf(email: string): Promise<number> {
    const { id } = await this.core.database.read
      .selectFrom('console.operators')
      .select('id')
      .where('email', '=', email)
      .where('removedAt', 'is', null)
      .executeTakeFirstOrThrow()
    return id
  }

  /** The entries of the audit log since an earlier one, without the instant. */
  async entriesSince(last = 0) {
    const rows = await this.core.database.read
      .selectFrom('auditLog')
      .select(['id', 'actor', 'command', 'arguments as details'])
      .where('id', '>', last)
      .orderBy('id')
      .execute()
    return rows.map(({ details, ...row }) => {
      const { requestId, callerAddress, ...own } = details as Record<string, unknown>
      return { ...row, details: own, requestId, callerAddress }
    })
  }
}

/** The cookie that an answer sets, as a browser sends it back. */
export const cookieOf = (headers: Record<string, unknown>): string =>
  String(headers['set-cookie']).split(';', 1)[0]!

/** The token in a link; the message says what came instead. */
export function linkToken(text: string, instead = text): string {
  const [, token] = /\/console\/welcome\/([A-Za-z0-9_-]{43})/.exec(text) ?? []
  if (token === undefined) throw new Error(`no link: ${instead}`)
  return token
}
