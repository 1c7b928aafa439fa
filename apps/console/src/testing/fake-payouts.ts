import type {
  Batch,
  CallReply,
  PayoutDetail,
  PayoutRoute,
  postSettle,
  QueuedPayout,
} from '@partner-office/contracts'

import { type FakeService, NOW } from './fake-service.ts'

const HOUR_MS = 3_600_000
const HASH = 'c0ffee00d1ce0000c0ffee00d1ce0000c0ffee00d1ce0000c0ffee00d1ce0000'
const RATES = [{ currency: 'UCN', rate: '2', setAt: NOW - HOUR_MS } as const]

/** A payout that waits. */
const payout = (id: number, changes: Partial<QueuedPayout> = {}): QueuedPayout => ({
  id,
  partner: { id: 1_204_418, name: 'Lena Vogel', country: 'DE' },
  from: 'UCHAIN_UCN_BONUS',
  to: 'UCN_XRC10_WHITE',
  currency: 'UCN',
  amount: '1250.00000000',
  fee: '25.00000000',
  receive: '1225.00000000',
  eur: '2500.00',
  address: 'ucn1qp0a8v7x2k5m9t3w6z4r8y1c7b',
  state: 'waiting',
  createdAt: NOW - 18 * HOUR_MS,
  takenAt: null,
  takenBy: null,
  endedAt: null,
  batch: null,
  marks: [],
  version: 1,
  ...changes,
})

const STANDING = { isBlocked: false, isClosed: false, isVerified: true, balance: '970.00000000' }

/** For tests: payouts, batches and routes, in a service. */
export class FakePayouts {
  queue: QueuedPayout[] = [
    payout(204_223, {
      marks: [
        { name: 'similar_address', values: { address: 'ucn1qp0a8v7x2k5m9t3w6z4r8y1c7c' } },
        { name: 'large', values: { highest: '100.00000000', currency: 'UCN' } },
      ],
    }),
    payout(204_224, { partner: { id: 7, name: 'Marco Testa', country: 'IT' } }),
  ]
  detail: Partial<PayoutDetail> = {}
  routes: PayoutRoute[] = [
    {
      payoutFrom: 'UCHAIN_UCN_BONUS',
      payoutTo: 'UCN_XRC10_WHITE',
      currency: 'UCN',
      enabled: true,
      limits: {
        minAmount: '10',
        requestLimit: '5000',
        dailyLimit: null,
        dailyLimitPercent: null,
        fee: '2',
        minFee: '1',
        maxFee: '50',
        verificationRequired: true,
        addressPattern: '^[A-Za-z0-9]{26,64}$',
        txPattern: '^(0x)?[0-9a-fA-F]{64}$',
        holdingDays: 0,
        badge: null,
      },
    },
  ]
  batches: Batch[] = [
    {
      id: 12,
      handedAt: NOW - 30 * HOUR_MS,
      by: { id: 2, email: 'ilse.brandt@example.com' },
      sha256: HASH,
      payouts: 3,
      approved: 1,
      rejected: 1,
      open: 1,
      late: 1,
    },
  ]
  settled: CallReply<typeof postSettle> = { lines: [], counts: {}, settled: null }
  leftOut: { id: number; why: string }[] = []
  isNeeded = false
  difference = '0.00000000'

  /** Gives the calls to a service. */
  constructor({ data }: FakeService) {
    const path = '/console/v1/payouts/204223'
    data.set('GET /console/v1/payouts', () => ({ content: this.queue, rates: RATES }))
    data.set('GET /console/v1/payout-totals', () => this.#totals())
    data.set(`GET ${path}`, () => this.#detail())
    for (const act of ['take', 'take-over', 'approve', 'reject']) {
      data.set(`POST ${path}/${act}`, () => ({
        id: 204_223,
        status: 'PENDING',
        risks: [],
        version: 2,
      }))
    }
    data.set('PUT /console/v1/partners/1204418/payout-stop', ({ body }: { body: object }) => {
      this.detail = { ...this.detail, stop: { since: NOW, by: null, ...body } as never }
      return { stop: this.detail.stop }
    })
    data.set('DELETE /console/v1/partners/1204418/payout-stop', () => {
      this.detail = { ...this.detail, stop: null }
      return { stop: null }
    })
    data.set('POST /console/v1/batches/preview', ({ body }: { body: { payoutIds: number[] } }) =>
      this.#preview(body.payoutIds),
    )
    data.set('POST /console/v1/batches', () => ({ batchId: 13, sha256: HASH }))
    data.set('GET /console/v1/batches', () => ({ content: this.batches }))
    data.set('GET /console/v1/batches/12', () => ({ ...this.batches[0], sums: [] }))
    data.set('POST /console/v1/batches/settle', () => this.settled)
    data.set('GET /console/v1/payout-routes', () => ({ content: this.routes }))
    data.set('POST /console/v1/payout-routes/addresses', () => ({
      addresses: [
        { address: 'ucn1', isAccepted: true },
        { address: 'x', isAccepted: false },
      ],
      wallets: 1,
      pending: 2,
    }))
  }

  #preview(payoutIds: number[] | null) {
    const content = this.queue.filter(({ id }) => payoutIds === null || payoutIds.includes(id))
    const units = 1_250 * content.length
    return {
      content,
      leftOut: this.leftOut,
      sums: [
        {
          currency: 'UCN',
          count: content.length,
          amount: `${units}.00000000`,
          receive: `${1_225 * content.length}.00000000`,
          eur: `${2 * units}.00`,
        },
      ],
      eur: `${2 * units}.00`,
      isNeeded: this.isNeeded,
    }
  }

  #totals() {
    const sums = { currency: 'UCN', count: 2, amount: '2500.00000000' }
    return {
      pending: [{ ...sums, state: 'waiting', eur: '5000.00' }],
      months: [{ ...sums, month: '2026-11', state: 'sent', fee: '50.00000000' }],
      clearing: [
        {
          currency: 'UCN',
          balance: '2450.00000000',
          sent: '0.00000000',
          pending: '2450.00000000',
          difference: this.difference,
        },
      ],
      wallets: null,
      rates: RATES,
    }
  }

  #detail(): PayoutDetail {
    return {
      ...this.queue[0]!,
      requestedAt: NOW - 19 * HOUR_MS,
      heldUntil: null,
      endedBy: null,
      reason: null,
      txId: null,
      txPattern: '^(0x)?[0-9a-fA-F]{64}$',
      chain: null,
      stop: null,
      atConfirmation: STANDING,
      now: { ...STANDING, isBlocked: true },
      credits: {
        since: NOW - 900 * HOUR_MS,
        carried: '900.00000000',
        sums: [{ kind: 'TURNOVER', count: 2, sum: '1320.00000000' }],
        lines: [],
        before: '2220.00000000',
      },
      sameAddress: [
        {
          id: 9,
          partnerId: 7,
          name: 'Marco Testa',
          amount: '10.00000000',
          currency: 'UCN',
          state: 'sent',
          createdAt: NOW - 99 * HOUR_MS,
        },
      ],
      transfers: [
        {
          id: 501,
          at: NOW - 18 * HOUR_MS,
          kind: 'PAYOUT',
          amount: '-1225.00000000',
          reference: 'payout 204223',
          hash: HASH,
        },
      ],
      takings: [],
      rates: RATES.map((rate) => ({ ...rate })),
      ...this.detail,
    }
  }
}
