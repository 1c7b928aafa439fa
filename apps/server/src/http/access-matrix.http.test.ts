import {
  callsOf,
  CONFIG,
  CONSOLE,
  type Contract,
  DOCS,
  getConsolePage,
  getPage,
  HEALTH,
  METRICS,
  OFFICE,
  OPERATORS,
  PASSPORT,
  postLegals,
} from '@partner-office/contracts'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { blockPartner } from '../business/partners/block-partner.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { IDENTITY, TEST_NOW } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { PartnersService, PASSWORD } from '../testing/partners-service.ts'

const SERVICES = {
  office: callsOf(...Object.values(OFFICE)),
  passport: callsOf(...Object.values(PASSPORT)),
} as const satisfies Readonly<Record<string, readonly Contract[]>>
type ServiceName = keyof typeof SERVICES

/** Calls of every service, without authorization. */
const SHARED: readonly Contract[] = [...callsOf(HEALTH, CONFIG), getPage]

/** Queries of calls that need one. */
const QUERIES: Readonly<Record<string, string>> = {
  '/v1/team': '?sponsorId=1',
  '/v1/team/export': '?sponsorId=1',
  '/v1/team/path': '?memberId=1',
  '/v1/team/past': '?sponsorId=1&day=2026-10-25',
  '/v1/team/picture': '?sponsorId=1',
  '/v1/profile/public': '?inviteCode=none',
  '/v1/balances': '?balances=UCHAIN_UPT_BONUS',
  '/v1/bonus/explain': '?recordId=1',
  '/v1/ledger/export': '?account=UCHAIN_UPT_BONUS',
}

const IDENTITIES = [
  'anonymous',
  'partner',
  'another partner',
  'blocked',
  'terms open',
  'revoked token',
  'expired token',
  'unverified e-mail',
] as const
type Identity = (typeof IDENTITIES)[number]

const AUTHORIZATION_ERRORS = [
  'invalid_token',
  'access_denied',
  'user_blocked',
  'terms_not_accepted',
] as const
type Decision = (typeof AUTHORIZATION_ERRORS)[number] | 'let in'

/** The expected authorization of an identity, decided before anything else. */
function decisionOn(service: ServiceName, contract: Contract, identity: Identity): Decision {
  if (contract.auth !== 'bearer') return 'let in'
  switch (identity) {
    case 'anonymous':
    case 'revoked token':
    case 'expired token':
    case 'unverified e-mail':
      return 'invalid_token'
    case 'blocked':
      return service === 'office' ? 'user_blocked' : 'let in'
    case 'terms open': {
      const isAsked = service === 'office' && contract.beforeTerms !== true
      return isAsked ? 'terms_not_accepted' : 'let in'
    }
    case 'another partner':
      return isOfATeam(contract) ? 'access_denied' : 'let in'
    case 'partner':
      return 'let in'
  }
}

const STATUS = {
  invalid_token: 401,
  access_denied: 403,
  user_blocked: 200,
  terms_not_accepted: 200,
}

/** Id parameters that a call looks up only in the data of the caller or of the caller's downline. */
const CHECKED_IDS: Readonly<Record<string, readonly string[]>> = {
  'GET /v1/payout/:id': ['id'],
  'POST /v1/payout/:id/cancel': ['id'],
  'POST /v1/support/tickets/:id/reply': ['id'],
  'GET /v1/team': ['sponsorId'],
  'GET /v1/team/export': ['sponsorId'],
  'GET /v1/team/path': ['memberId'],
  'GET /v1/team/past': ['sponsorId'],
  'GET /v1/team/picture': ['sponsorId'],
  'GET /v1/bonus/explain': ['recordId', 'orderId'],
  'POST /v1/disputes': ['recordId', 'orderId', 'rankId', 'adjustmentId'],
  'GET /v1/disputes/:id': ['id'],
  'POST /v1/disputes/:id/reply': ['id'],
  'POST /v1/disputes/:id/withdraw': ['id'],
  'POST /v1/disputes/:id/reopen': ['id'],
}

/** Fields that end like ids and name nobody: a country, the form of a ticket. */
const NOBODYS: ReadonlySet<string> = new Set(['countryId', 'formId'])

const isOfATeam = ({ path }: Contract): boolean => path.startsWith('/v1/team')

const urlOf = ({ path }: Contract): string =>
  path
    .replace(':product', 'partner')
    .replace(':documentType', 'PASSPORT')
    .replace(':language', 'en')
    .replace(':name', `${'0'.repeat(32)}.jpg`) + (QUERIES[path] ?? '')

const nameOf = ({ method, path }: Contract): string => `${method} ${path}`

/** The error codes of both forms of a refusal; a file has none. */
function codesIn(payload: string): readonly string[] {
  if (!payload.startsWith('{')) return []
  const { errors = [] } = JSON.parse(payload) as { errors?: object }
  return Array.isArray(errors)
    ? errors.map(({ code }: { code: string }) => code)
    : Object.values(errors).flatMap((codes: string) => codes.split(','))
}

onPostgres('access', (newDatabase) => {
  let service: PartnersService
  /** The token after a sign-in with an unverified e-mail, if any. */
  let tokenOfUnverified: string | null
  beforeAll(async () => {
    service = await PartnersService.open(await newDatabase())
    // The clock stands still: all calls of the matrix fall into one minute.
    await changeSettings(service.core, { 'rateLimit.user': '0', 'rateLimit.address': '0' })
    for (const id of [1, 2]) await service.signInAccepted(id)
    await service.signInAccepted(4)
    await blockPartner(service.core, 4, true, 'for a test')
    await service.core.database.read
      .updateTable('passport.accounts')
      .set({ emailConfirmed: false })
      .where('userId', '=', 5)
      .execute()
    tokenOfUnverified = await signInUnverified()
  })

  const signInUnverified = async () => {
    const { payload } = await service.passport.inject({
      method: 'POST',
      url: '/v1/login',
      payload: {
        email: 'eve@example.com',
        password: PASSWORD,
        application: 'partner',
        backUrl: `${IDENTITY.origins.office}/en/catch`,
      },
    })
    expect(codesIn(payload)).toEqual(['unverified_user'])
    const { redirect } = JSON.parse(payload).data ?? {}
    return redirect === undefined ? null : new URL(redirect).searchParams.get('token')
  }

  /** A token of each identity; new for each call, as some calls end sessions. */
  const TOKENS: Readonly<Record<Identity, (contract?: Contract) => Promise<string | null>>> = {
    anonymous: async () => null,
    partner: () => service.signIn(1),
    'another partner': () => service.signIn(2),
    blocked: () => service.signIn(4),
    // Accepting closes the terms of its caller, so this call has a partner of its own.
    'terms open': (contract) => service.signIn(contract === postLegals ? 6 : 3),
    'revoked token': async () => {
      const token = await service.signIn(1)
      await service.passport.inject({
        method: 'DELETE',
        url: '/oauth/token/revoke',
        headers: { authorization: `Bearer ${token}` },
      })
      return token
    },
    'expired token': async () => {
      service.clock.now = TEST_NOW - 24 * 3_600_000
      const token = await service.signIn(1)
      service.clock.now = TEST_NOW
      return token
    },
    'unverified e-mail': async () => tokenOfUnverified,
  }

  const ask = async (
    on: ServiceName | 'operators',
    method: HTTPMethods,
    url: string,
    token: string | null,
  ) => {
    const { statusCode: status, payload } = await service[on].inject({
      method: method as 'GET',
      url,
      // A caller that takes anything is answered with a page where there is no call.
      headers: {
        accept: 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(method !== 'GET' && method !== 'HEAD' && { payload: {} }),
    })
    return { status, payload }
  }

  describe.each(Object.keys(SERVICES) as ServiceName[])('%s', (on) => {
    test('every route is of a contract in the matrix, and every contract is served', () => {
      const served: FastifyInstance = service[on]
      const names = (calls: readonly Contract[]) => [...new Set(calls.map(nameOf))].toSorted()
      expect(names(served.calls)).toEqual(names([...SERVICES[on], ...SHARED]))
    })

    describe.each(SERVICES[on].map((contract: Contract) => [nameOf(contract), contract] as const))(
      '%s',
      (_name, contract) => {
        test.each(IDENTITIES)('%s', async (identity) => {
          const token = await TOKENS[identity](contract)
          const { status, payload } = await ask(on, contract.method, urlOf(contract), token)
          const decision = decisionOn(on, contract, identity)
          if (decision === 'let in') {
            for (const code of AUTHORIZATION_ERRORS) expect(codesIn(payload)).not.toContain(code)
            expect(status).toBeLessThan(500)
          } else {
            expect({ status, codes: codesIn(payload) }).toMatchObject({
              status: STATUS[decision],
              codes: [decision],
            })
            expect(JSON.parse(payload).data).toBeNull()
          }
        })
      },
    )
  })

  test('every operator route needs the operator key, except routes without personal data', async () => {
    // Who may call the console, `console-matrix` says.
    const console = new Set([...callsOf(...Object.values(CONSOLE)), getConsolePage])
    await service.operators.ready()
    const calls = service.operators.calls.filter((contract) => !console.has(contract))
    const described = callsOf(...Object.values(OPERATORS), HEALTH, METRICS, DOCS)
    expect(new Set(calls)).toEqual(new Set(described))
    const open = calls.filter(({ auth }) => auth !== 'key')
    expect(new Set(open)).toEqual(new Set(callsOf(HEALTH, METRICS, DOCS)))
    const token = await service.signIn(1)
    for (const contract of calls) {
      const { status } = await ask('operators', contract.method, urlOf(contract), token)
      if (contract.auth === 'key') expect(status).toBe(401)
      else expect(status).toBe(200)
    }
  })

  describe('attempts to bypass authorization', () => {
    const VARIANTS: readonly (readonly [HTTPMethods, (path: string) => string])[] = [
      ['HEAD', (path) => path],
      ['OPTIONS', (path) => path],
      ['GET', (path) => `/${path}`],
      ['GET', (path) => path.replace('/v1/p', '/v1/%70').replace('/v1/t', '/v1/%74')],
      ['GET', (path) => `/v1/./${path.slice(4)}`],
      ['GET', (path) => `/v1/x/../${path.slice(4)}`],
      ['GET', (path) => `/v1/x/%2e%2e/${path.slice(4)}`],
      ['GET', (path) => path.replace('?', '/?')],
      ['GET', (path) => path.replace('?', '.?')],
      ['GET', (path) => path.replace('?', '%00?')],
      ['GET', (path) => path.replace('?', ';a=b?')],
      ['GET', (path) => path.toUpperCase()],
    ]
    const PATHS = ['/v1/profile?', '/v1/team?sponsorId=1', '/v1/balances?balances=CASH']
    const OVERRIDES = [
      'x-http-method-override',
      'x-method-override',
      'x-original-url',
      'x-rewrite-url',
    ]

    test.each(PATHS)('A11 %s is never answered to an unauthorized caller', async (path) => {
      for (const [method, variant] of VARIANTS) {
        for (const identity of ['anonymous', 'blocked', 'terms open'] as const) {
          const { status, payload } = await ask(
            'office',
            method,
            variant(path),
            await TOKENS[identity](),
          )
          const isProfile = path.startsWith('/v1/profile') && identity === 'terms open'
          if (payload !== '' && status === 200 && !isProfile) {
            expect(codesIn(payload)).toHaveLength(1)
            expect(JSON.parse(payload).data).toBeNull()
          }
          if (identity === 'anonymous') expect([401, 404]).toContain(status)
          if (method === 'HEAD') expect(payload).toBe('')
        }
      }
    })

    test('A11 no header overrides the method, path or caller', async () => {
      const token = await service.signIn(1)
      for (const header of OVERRIDES) {
        const { statusCode } = await service.office.inject({
          method: 'POST',
          url: '/v1/profile',
          headers: {
            authorization: `Bearer ${token}`,
            [header]: header.includes('url') ? '/v1/user' : 'GET',
          },
        })
        expect(statusCode).toBe(404)
      }
    })
  })

  test('ACC-007 no identifier of another user is accepted: every call answers for the signed-in partner', async () => {
    const token = await service.signIn(1)
    const others = 'userId=2&id=2&partnerId=2&user_id=2&sponsor=2'
    for (const contract of SERVICES.office) {
      const url = urlOf(contract)
      const marked = `${url}${url.includes('?') ? '&' : '?'}${others}`
      const plain = await ask('office', contract.method, url, token)
      expect(await ask('office', contract.method, marked, token)).toEqual(plain)
      const fields = [
        contract.params,
        contract.query,
        contract.body,
        contract.multipart?.fields,
      ].flatMap((schema) =>
        schema === undefined ? [] : Object.keys((schema as z.ZodObject).shape),
      )
      const ids = fields.filter((field) => /id$/i.test(field) && !NOBODYS.has(field))
      expect(ids).toEqual(CHECKED_IDS[`${contract.method} ${contract.path}`] ?? [])
    }
  })

  test('ACC-004 only the team of the signed-in partner, and teams below, are shown', async () => {
    const BELOW: Readonly<Record<number, readonly number[]>> = {
      10: [1, 2, 3, 4, 5, 6, 7, 10],
      1: [1, 2, 3, 4, 5, 6],
      2: [2, 6],
      6: [6],
      20: [20],
    }
    for (const [caller, below] of Object.entries(BELOW)) {
      const token = await service.signInAccepted(Number(caller))
      for (const sponsorId of [1, 2, 3, 4, 5, 6, 7, 10, 20, 999]) {
        for (const url of [
          `/v1/team?sponsorId=${sponsorId}&scope=firstLine&name=nobody`,
          `/v1/team?sponsorId=${sponsorId}&scope=downline&name=nobody`,
          `/v1/team/path?memberId=${sponsorId}`,
        ]) {
          const { status, payload } = await ask('office', 'GET', url, token)
          if (below.includes(sponsorId)) expect(status).toBe(200)
          else {
            expect(status).toBe(403)
            expect(JSON.parse(payload)).toEqual({
              state: 'error',
              data: null,
              errors: [{ code: 'access_denied', fieldName: null, errors: null }],
            })
          }
        }
      }
    }
  })

  test.each([
    '0',
    '-1',
    '01',
    '1.0',
    '1e0',
    '%201',
    '1%20',
    '',
    '٢',
    '2&sponsorId=1',
    '99999999999999999',
  ])('A2 the sponsorId %j is no id', async (sponsorId) => {
    const token = await service.signIn(1)
    const { status, payload } = await ask('office', 'GET', `/v1/team?sponsorId=${sponsorId}`, token)
    expect(status).toBe(200)
    expect(JSON.parse(payload)).toMatchObject({
      data: null,
      errors: [{ code: 'validation_error', fieldName: 'sponsorId' }],
    })
  })

  test('A6 no passport data, and no contact of a partner above or beside, is in any answer', async () => {
    await sql`update passport.accounts set password_hash = 'canary-hash' where user_id in (1, 2, 10)`.execute(
      service.core.database.read,
    )
    await sql`insert into passport.authenticators (user_id, sealed_secret, confirmed_at)
      values (1, ${Buffer.from('canary-secret')}, 1)
      on conflict (user_id) do update set sealed_secret = excluded.sealed_secret`.execute(
      service.core.database.read,
    )
    const token = await service.signIn(1)
    const secrets = ['canary', Buffer.from('canary').toString('hex'), token]
    const ofOthers = [
      '+49 30 10',
      'zoe@example.com',
      'dan@example.com',
      'hal@example.com',
      'Dan',
      'Hal',
    ]
    for (const [on, calls] of Object.entries(SERVICES) as [ServiceName, readonly Contract[]][]) {
      for (const contract of calls.filter(({ method }) => method === 'GET')) {
        const { payload } = await ask(on, 'GET', urlOf(contract), token)
        for (const canary of [...secrets, ...ofOthers]) expect(payload).not.toContain(canary)
      }
    }
  })

  test('A6 every reply schema is closed: a field that no contract lists is never sent', () => {
    for (const contract of [...SERVICES.office, ...SERVICES.passport, ...callsOf(CONFIG)]) {
      const { reply } = contract
      if (reply === undefined) continue
      for (const object of objectsIn(z.toJSONSchema(reply, { io: 'output' }))) {
        expect(object, nameOf(contract)).toHaveProperty('additionalProperties')
        expect(object['additionalProperties']).not.toBe(true)
      }
    }
  })
})

/** Every object schema within a JSON schema. */
function objectsIn(schema: unknown): Record<string, unknown>[] {
  if (schema === null || typeof schema !== 'object') return []
  const inner = Object.values(schema).flatMap(objectsIn)
  const { type } = schema as { type?: unknown }
  return type === 'object' ? [schema as Record<string, unknown>, ...inner] : inner
}
