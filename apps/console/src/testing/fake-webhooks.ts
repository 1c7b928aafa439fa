import type { Attempt, Endpoint } from '@partner-office/contracts'

import { type FakeService, NOW } from './fake-service.ts'

const MINUTE_MS = 60_000

const endpoint = (id: number, changes: Partial<Endpoint> = {}): Endpoint => ({
  id,
  address: `https://hooks.example.com/${id}`,
  note: '',
  types: ['order.recorded', 'payout.sent'],
  offBecause: null,
  addedAt: NOW - 9_000 * MINUTE_MS,
  lastSuccessAt: NOW - MINUTE_MS,
  formerUntil: null,
  pending: 0,
  since: null,
  givenUp: 0,
  version: 1,
  ...changes,
})

const attempt = (id: number, changes: Partial<Attempt> = {}): Attempt => ({
  id,
  at: NOW - id * MINUTE_MS,
  eventId: `order.recorded.${id}`,
  type: 'order.recorded',
  partnerId: 7,
  duration: 84,
  status: 200,
  answer: '',
  problem: null,
  isDelivered: true,
  state: 'DELIVERED',
  ...changes,
})

/** For tests: endpoints of webhooks and their logs, in a service. */
export class FakeWebhooks {
  endpoints = [
    endpoint(1, { note: 'Warehouse', pending: 2, since: NOW - 5 * MINUTE_MS, givenUp: 3 }),
    endpoint(2, { offBecause: 'noSuccess', lastSuccessAt: null }),
  ]
  attempts = [
    attempt(12),
    attempt(11, {
      status: null,
      problem: 'No answer came within 10 s.',
      isDelivered: false,
      state: 'PENDING',
    }),
    attempt(10, { status: 500, answer: '<b>broken</b>', isDelivered: false, state: 'GIVEN_UP' }),
  ]
  test: Attempt = attempt(13, { eventId: 'webhook.test.1', type: 'webhook.test', state: null })

  /** Gives the calls to a service. */
  constructor({ data }: FakeService) {
    const one = () => this.endpoints[0]
    const path = '/console/v1/endpoints/1'
    data.set('GET /console/v1/endpoints', () => ({ content: this.endpoints }))
    data.set('POST /console/v1/endpoints', () => {
      this.endpoints.push(endpoint(3))
      return { endpoint: this.endpoints[2], secret: 'whsec_c2VjcmV0' }
    })
    data.set(`GET ${path}`, one)
    data.set(`GET ${path}/attempts`, () => ({ content: this.attempts }))
    data.set(`POST ${path}/test`, () => this.test)
    data.set(`GET ${path}/replay`, () => ({ events: 4 }))
    data.set(`POST ${path}/replay`, () => ({ events: 4 }))
    data.set(`POST ${path}/secret`, () => {
      this.change({ formerUntil: NOW + 1_440 * MINUTE_MS })
      return { endpoint: one(), secret: 'whsec_bmV3' }
    })
    data.set(`POST ${path}/switch`, ({ body }: { body: { isOn: boolean } }) => {
      this.change({ offBecause: body.isOn ? null : 'operator' })
      return one()
    })
    data.set(`PUT ${path}`, ({ body }: { body: Partial<Endpoint> }) => {
      this.change(body)
      return one()
    })
    data.set(`DELETE ${path}`, () => {
      this.endpoints.shift()
      return {}
    })
  }

  /** Changes the first endpoint, as an act would. */
  change(changes: Partial<Endpoint>): void {
    const [first, ...others] = this.endpoints as [Endpoint, ...Endpoint[]]
    this.endpoints = [{ ...first, ...changes, version: first.version + 1 }, ...others]
  }
}
