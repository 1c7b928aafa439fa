import { createHash, randomBytes } from 'node:crypto'

import { hash } from '@node-rs/argon2'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'

import { buildServices } from '../app.ts'
import type { Core } from '../core/core.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import type { Database } from '../db/database.ts'
import { Readiness } from '../http/readiness.ts'
import { OperatorKey } from '../operator/operator-key.ts'
import type { TrustedClock } from '../core/clock-watch.ts'
import type { PasswordSeal } from '../keys/password-seal.ts'
import type { Letter } from '../mails/letter.ts'
import { publicClient } from '../passport/tokens/oauth-client.ts'
import { asUpload, openTestCore, TEST_NOW, type TestClock } from './core.ts'
import { runOffice } from './run-office.ts'

const OFFICE = 'http://office.test'
export const PASSWORD = 'a-Secret-of-one'
const OPERATOR_KEY = 'a-key-of-some-length'

/** A file of a form. */
type SampleFile = { readonly field?: string; readonly name?: string; readonly bytes: Uint8Array }

/** Two partners with passwords, and one without; the second has no first line. */
const PARTNERS = `id,sponsorId,email,firstName,lastName,registeredAt,countryId,phone,password
1,,one@example.com,Ada,Root,1700000000000,DE,+49 30 1,${PASSWORD}
2,1,two@example.com,Bea,Leg,1700000000000,FR,,${PASSWORD}
3,1,three@example.com,Cy,Leg,1700000000000,IT,,
`

/** A stored form of that password, which is checked at the cost that it names: hundreds of sign-ins need no product's. */
export const PASSWORD_HASH = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
const FORGOTTEN = [
  'passport.sessions',
  'passport.handOffs',
  'passport.mailedTokens',
  'passport.authenticators',
  'passport.devices',
  'passport.verifications',
  'passport.documents',
  'passport.recoveryCodes',
  'passport.passkeys',
  'passport.passkeyChallenges',
  'passport.notices',
  'passport.emailChanges',
  'passport.dataRequests',
  'passport.rateLimits',
  'passport.unknownSignIns',
  'settings',
] as const

/** A running identity provider, with its clock, mails and log. */
export class TestIdentity {
  readonly core: Core
  readonly clock: TestClock
  readonly app: FastifyInstance
  readonly operators: FastifyInstance
  readonly letters: Letter[]
  readonly log: string[]

  private constructor(
    parts: Pick<TestIdentity, 'core' | 'clock' | 'app' | 'operators' | 'letters' | 'log'>,
  ) {
    this.core = parts.core
    this.clock = parts.clock
    this.app = parts.app
    this.operators = parts.operators
    this.letters = parts.letters
    this.log = parts.log
  }

  /** Opening a known database again, with the same clock and seal, keeps its whole state. */
  static async open(
    database: Database,
    {
      clock = { now: TEST_NOW },
      seal = null as PasswordSeal | null,
      trustedClock = null as TrustedClock | null,
    } = {},
  ): Promise<TestIdentity> {
    const opened = await openTestCore(database, { clock })
    const core = {
      ...opened,
      ...(seal !== null && { passwords: seal }),
      ...(trustedClock !== null && { trustedClock }),
    }
    if (core.network.engine.size === 0) await importPartners(core, asUpload(PARTNERS))
    const letters: Letter[] = []
    const log: string[] = []
    const readiness = new Readiness()
    readiness.phase = 'serving'
    const { passport: app, operators } = buildServices({
      core,
      readiness,
      logger: pino({ level: 'trace' }, { write: (line: string) => log.push(line) }),
      operatorKey: new OperatorKey(OPERATOR_KEY),
      trustedProxies: ['127.0.0.1'],
      origins: { office: OFFICE, passport: 'http://passport.test' },
      documents: 'no-documents',
      mail: { send: async (letter) => void letters.push(letter) },
    })
    return new TestIdentity({ core, clock, app, operators, letters, log })
  }

  /** Resets everything to the state after opening, except later registrations. */
  async startAgain(): Promise<void> {
    this.clock.now = TEST_NOW
    this.letters.length = 0
    this.log.length = 0
    const passwordHash = await PASSWORD_HASH
    await this.core.database.transaction(async (tx) => {
      for (const table of FORGOTTEN) await tx.deleteFrom(table).execute()
      await tx
        .updateTable('passport.accounts')
        .set({ passwordHash, sealedPassword: null, wrongPasswords: 0, lockedUntil: null })
        .where('userId', 'in', [1, 2])
        .execute()
    })
  }

  configure(settings: Record<string, string>) {
    return changeSettings(this.core, settings)
  }

  block(partnerId: number) {
    return blockPartner(this.core, partnerId, true, 'test')
  }

  async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, options: InjectOptions = {}) {
    const response = await this.app.inject({ method, url, ...options })
    const { statusCode: status, headers } = response
    return { status, headers, body: response.json() }
  }

  /** Sends JSON to a call, from the given network address and with the given cookie, if any. */
  post(
    url: string,
    payload: object,
    from = '10.0.0.1',
    { cookie, more }: { cookie?: string | undefined; more?: Record<string, string> } = {},
  ) {
    const headers = { 'x-forwarded-for': from, ...(cookie && { cookie }), ...more }
    return this.call('POST', url, { payload, headers })
  }

  as(token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
    const headers = { authorization: `Bearer ${token}` }
    return this.call(method, url, { headers, ...(payload !== undefined && { payload }) })
  }

  /** Sends a form with files, as a browser does. */
  async upload(
    token: string,
    url: string,
    { fields = {}, files = [] }: { fields?: Record<string, string>; files?: readonly SampleFile[] },
  ) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    for (const { field = 'files', name = 'a.pdf', bytes } of files) {
      form.append(field, new Blob([new Uint8Array(bytes)]), name)
    }
    const encoded = new Response(form)
    return this.call('POST', url, {
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
    })
  }

  /** Calls the operators' port. */
  async operate(method: 'PUT' | 'POST', url: string, payload: object) {
    const headers = { authorization: `Bearer ${OPERATOR_KEY}` }
    return (await this.operators.inject({ method, url, payload, headers })).json()
  }

  /** Runs a command of `office`; every word is separated by one space. */
  office(line: string) {
    return this.officeWords(line.split(' '))
  }

  /** Runs a command of `office` whose words may hold spaces. */
  officeWords(words: readonly string[]) {
    return runOffice(this.core, [...words])
  }

  /** Sends a form to OAuth, with the credentials of the public client. */
  form(url: string, fields: Record<string, string>, client = publicClient('partner')) {
    const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64')
    return this.call('POST', url, {
      payload: String(new URLSearchParams(fields)),
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
  }

  login(fields: object = {}, from?: string, cookie?: string, more: Record<string, string> = {}) {
    return this.post('/v1/login', { ...LOGIN, ...fields }, from, { cookie, more })
  }

  /** Signs in up to the hand-off token. */
  async handOff(fields: object = {}, cookie?: string, more: Record<string, string> = {}) {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const { body } = await this.login({ challenge, ...fields }, undefined, cookie, more)
    const token = new URL(body.data.redirect).searchParams.get('token')!
    return { token, verifier }
  }

  swap(handOff: { token: string; verifier: string }) {
    return this.form('/oauth/token', { grant_type: 'hand_off', ...handOff })
  }

  /** Signs in completely; returns the access token. */
  async signIn(fields: object = {}): Promise<string> {
    const { body } = await this.swap(await this.handOff(fields))
    return body.data.access_token
  }

  /** The token of the last mail. */
  async mailedToken(count: number): Promise<string> {
    while (this.letters.length < count) await new Promise((resolve) => setTimeout(resolve, 5))
    return /#token=(\S+)/.exec(this.letters[count - 1]!.text)![1]!
  }
}

const LOGIN = {
  email: 'one@example.com',
  password: PASSWORD,
  application: 'partner',
  backUrl: `${OFFICE}/en/catch`,
}
