import {
  callsOf,
  CONSOLE,
  type Contract,
  getConsolePage,
  OFFICE,
  OPERATORS,
  PASSPORT,
  type Role,
  ROLES,
} from '@partner-office/contracts'
import { beforeAll, describe, expect, test } from 'vitest'

import { importPartners } from '../business/partners/import-partners.ts'
import { openSession } from '../passport/tokens/sessions.ts'
import { asUpload } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import {
  type Browser,
  cookieOf,
  OPERATOR_PASSWORD,
  OperatorsDesk,
  SERVICE_KEY,
} from '../testing/operators-desk.ts'

const CALLS: readonly Contract[] = callsOf(...Object.values(CONSOLE))

const IDENTITIES = [
  'no session',
  'half session',
  'ended session',
  'locked operator',
  'partner token',
  'service key',
  ...ROLES,
] as const
type Identity = (typeof IDENTITIES)[number]

/** What a call answers to somebody before it does anything. */
type Decision = 'invalid_token' | 'access_denied' | 'let in'

const isRole = (identity: Identity): identity is Role =>
  (ROLES as readonly string[]).includes(identity)

function decisionOn(contract: Contract, identity: Identity): Decision {
  if (contract.auth === 'none') return 'let in'
  if (contract.auth === 'half session') {
    return identity === 'half session' ? 'let in' : 'invalid_token'
  }
  if (contract.auth !== 'operator' || !isRole(identity)) return 'invalid_token'
  return contract.roles.includes(identity) ? 'let in' : 'access_denied'
}

const STATUS = { invalid_token: 401, access_denied: 403 } as const

const urlOf = ({ path }: Contract): string =>
  path.replace(':token', 'A'.repeat(43)).replace(':id', '999999')

const nameOf = ({ method, path }: Contract): string => `${method} ${path}`

onPostgres('access to the console', (newDatabase) => {
  let desk: OperatorsDesk
  let partnerToken: string
  const browsers = new Map<Identity, Browser>()

  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
    await importPartners(
      desk.core,
      asUpload(
        'id,sponsorId,email,firstName,lastName,registeredAt,countryId\n1,,p@example.com,P,P,1700000000000,DE\n',
      ),
    )
    const session = { userId: 1, application: 'partner', device: '', place: '' }
    const opened = await desk.core.database.transaction((tx) => openSession(desk, tx, session))
    partnerToken = opened.token
    for (const identity of ['ended session', 'locked operator'] as const) {
      browsers.set(
        identity,
        await desk.operator(`${identity.replace(' ', '-')}@example.com`, ...ROLES),
      )
    }
    await desk.run('operator lock locked-operator@example.com')
    desk.clock.now += 12 * 3_600_000
    for (const role of ROLES) browsers.set(role, await desk.operator(`${role}@example.com`, role))
  })

  /** A session of each identity; new for each call where a call may end it. */
  async function browserOf(identity: Identity, contract: Contract): Promise<Partial<Browser>> {
    if (identity === 'half session') {
      const login = { email: 'admin@example.com', password: OPERATOR_PASSWORD }
      return { cookie: cookieOf((await desk.call('POST', 'login', login)).headers), token: '' }
    }
    if (isRole(identity) && contract.path.endsWith('/logout')) {
      return desk.signIn(browsers.get(identity)!)
    }
    return browsers.get(identity) ?? {}
  }

  const AUTHORIZATIONS: Readonly<Partial<Record<Identity, () => Record<string, string>>>> = {
    'partner token': () => ({
      authorization: `Bearer ${partnerToken}`,
      cookie: `partner_operator=${partnerToken}; partner_access_token=${partnerToken}`,
    }),
    'service key': () => ({
      authorization: `Bearer ${SERVICE_KEY}`,
      'x-operator-key': SERVICE_KEY,
    }),
  }

  test('OPR-009 every route of the console is of a contract in the matrix, and every contract is served', async () => {
    await desk.app.ready()
    const served = desk.app.calls.filter(
      (contract) => contract.path.startsWith('/console') && contract !== getConsolePage,
    )
    expect(served.map(nameOf).toSorted()).toEqual(CALLS.map(nameOf).toSorted())
  })

  describe.each(CALLS.map((contract) => [nameOf(contract), contract] as const))(
    'OPR-009 %s',
    (_name, contract) => {
      test.each(IDENTITIES)('%s', async (identity) => {
        const { cookie, token } = await browserOf(identity, contract)
        const { status, code, data } = await desk.call(
          contract.method,
          urlOf(contract),
          contract.method === 'GET' ? undefined : {},
          {
            headers: {
              ...(cookie !== undefined && { cookie }),
              ...(token !== undefined && { 'x-console-token': token }),
              ...AUTHORIZATIONS[identity]?.(),
            },
          },
        )
        const decision = decisionOn(contract, identity)
        if (decision === 'let in') {
          expect(['invalid_token', 'access_denied']).not.toContain(code)
          expect(status).toBeLessThan(500)
        } else {
          expect({ status, code, data }).toEqual({
            status: STATUS[decision],
            code: decision,
            data: null,
          })
        }
      })
    },
  )

  test('OPR-012 a call without the needed role names the roles that have it', async () => {
    const { body } = await desk.as(browsers.get('viewer')!, 'GET', 'operators')
    expect(body.errors).toEqual([{ code: 'access_denied', fieldName: null, errors: ['admin'] }])
  })

  test('OPR-010 an operator’s cookie opens no call of a partner service, and none of the service key', async () => {
    const { cookie, token } = browsers.get('admin')!
    const [, value = ''] = cookie.split('=')
    const ports = { office: OFFICE, passport: PASSPORT, app: OPERATORS } as const
    for (const [port, areas] of Object.entries(ports)) {
      const closed = callsOf(...Object.values(areas)).filter(
        ({ auth }) => auth !== 'none' && auth !== 'basic',
      )
      expect(closed.length).toBeGreaterThan(5)
      for (const { method, path } of closed) {
        const { statusCode } = await desk[port as 'office' | 'passport' | 'app'].inject({
          method,
          url: path.replaceAll(/:\w+/g, '1'),
          headers: {
            host: 'localhost:3002',
            cookie: `${cookie}; partner_access_token=${value}`,
            authorization: `Bearer ${value}`,
            'x-console-token': token,
          },
          ...(method !== 'GET' && { payload: {} }),
        })
        expect({ method, path, statusCode }).toEqual({ method, path, statusCode: 401 })
      }
    }
  })
})
