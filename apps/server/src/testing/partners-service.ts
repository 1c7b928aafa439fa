import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'

import type { Scenario } from '../../../../oracle/random-network.ts'
import { buildServices, type Services } from '../app.ts'
import type { Core } from '../core/core.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import type { Database } from '../db/database.ts'
import { Readiness } from '../http/readiness.ts'
import { OperatorKey } from '../operator/operator-key.ts'
import { openSession } from '../passport/tokens/sessions.ts'
import { asUpload, IDENTITY, openTestCore, TEST_NOW, type TestClock } from './core.ts'
import { ordersText } from './network-files.ts'
import { playScenario } from './scenario.ts'

const DAY = 86_400_000
/** The contacts of Eve (5), the only partner with contacts. */
export const PASSWORD = 'a-Secret-of-eve'

/**
 * Ada (1) with the legs of C1 example 1: 60,000 (50,000 of Bea, 10,000 of Fay below her), 30,000, 8,000 and 4,000 EUR.
 * Zoe (10) is above her, Dan (7) beside her; Hal (20) is in another tree.
 */
const PARTNERS = `id,sponsorId,email,firstName,lastName,registeredAt,countryId,phone,telegram,password
10,,zoe@example.com,Zoe,Above,1700000000000,DE,+49 30 10,zoe,
1,10,ada@example.com,Ada,Own,1700000001000,DE,+49 30 1,ada,
7,10,dan@example.com,Dan,Beside,1700000002000,IT,,,
2,1,bea@example.com,Bea,Leg,1700000003000,FR,+33 1 2,@bea,
3,1,cy@example.com,Cy,Leg,1700000004000,IT,,,
4,1,dee@example.com,Dee,Leg,1700000005000,IT,,,
5,1,eve@example.com,Eve,Leg,1700000005000,IT,,,${PASSWORD}
6,2,fay@example.com,Fay,Below,1700000006000,ES,,,
20,,hal@example.com,Hal,Stranger,1700000007000,US,,,
`

const ORDERS = ordersText([
  [1, 1, TEST_NOW - 11 * DAY, '100.00'],
  [2, 2, TEST_NOW - 10 * DAY, '50000.00'],
  [3, 6, TEST_NOW - 10 * DAY, '10000.00'],
  [4, 3, TEST_NOW - 10 * DAY, '30000.00'],
  [5, 4, TEST_NOW - 10 * DAY, '8000.00'],
  [6, 5, TEST_NOW - 10 * DAY, '4000.00'],
])

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The services of a small network, called over HTTP with the token of any partner. */
export class PartnersService {
  readonly core: Core
  readonly clock: TestClock
  readonly office: FastifyInstance
  readonly passport: FastifyInstance
  readonly operators: FastifyInstance

  private constructor(core: Core, clock: TestClock, services: Services) {
    this.core = core
    this.clock = clock
    this.office = services.office
    this.passport = services.passport
    this.operators = services.operators
  }

  static async open(database: Database): Promise<PartnersService> {
    const clock = { now: TEST_NOW }
    const core = await openTestCore(database, { clock })
    await importPartners(core, asUpload(PARTNERS))
    await importOrders(core, asUpload(ORDERS))
    return PartnersService.around(core, clock)
  }

  /** The services of an oracle network, without terms to accept; `root` is its first partner. */
  static async ofScenario(
    database: Database,
    scenario: Scenario,
  ): Promise<{ service: PartnersService; root: number }> {
    const core = await playScenario(database, scenario)
    await changeSettings(core, { enforceLegalsOnApi: 'FALSE', 'rateLimit.user': '0' })
    const { id: root } = await database.read
      .selectFrom('partners')
      .select('id')
      .where('sponsorId', 'is', null)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    return { service: await PartnersService.around(core, { now: scenario.now }), root }
  }

  /** The services of any network. */
  static async around(core: Core, clock: TestClock): Promise<PartnersService> {
    const readiness = new Readiness()
    readiness.phase = 'serving'
    const services = buildServices({
      core,
      readiness,
      logger: pino({ level: 'silent' }),
      operatorKey: new OperatorKey('a-key-of-some-length'),
      trustedProxies: ['127.0.0.1'],
      ...IDENTITY,
    })
    return new PartnersService(core, clock, services)
  }

  /** Returns a partner's token, as sign-in issues it. */
  async signIn(userId: number): Promise<string> {
    const { token } = await this.core.database.transaction((tx) =>
      openSession({ core: this.core }, tx, {
        userId,
        application: 'partner',
        device: '',
        place: '',
      }),
    )
    return token
  }

  /** A token of a partner who has accepted the terms. */
  async signInAccepted(userId: number): Promise<string> {
    const token = await this.signIn(userId)
    await this.as(token, 'POST', '/v1/legals/partner')
    return token
  }

  async call(method: Method, url: string, options: InjectOptions = {}) {
    const response = await this.office.inject({ method, url, ...options })
    const { statusCode: status, headers } = response
    return { status, headers, body: response.json() }
  }

  as(token: string, method: Method, url: string) {
    return this.call(method, url, { headers: { authorization: `Bearer ${token}` } })
  }

  /** Sends JSON as a partner. */
  send(token: string, method: Method, url: string, payload: object) {
    return this.call(method, url, { headers: { authorization: `Bearer ${token}` }, payload })
  }

  /** Sends a form with files as a partner. */
  async sendForm(token: string, url: string, form: FormData) {
    const body = new Response(form)
    return this.call('POST', url, {
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': body.headers.get('content-type')!,
      },
      payload: Buffer.from(await body.arrayBuffer()),
    })
  }

  /** The data of a call that succeeds. */
  async get(token: string, url: string) {
    const { status, body } = await this.as(token, 'GET', url)
    if (status !== 200 || body.state !== 'success') throw new Error(JSON.stringify(body))
    return body.data
  }
}
