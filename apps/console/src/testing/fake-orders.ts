import type {
  CancelPreview,
  ConsoleOrder,
  NamedPartner,
  OrderEffect,
  OrderMonth,
  OrderTransfer,
} from '@partner-office/contracts'

import { type FakeService, NOW } from './fake-service.ts'

const DAY_MS = 86_400_000
const RATE = { id: 5, rate: '2', validFrom: NOW - 9 * DAY_MS }

const partner = (id: number, firstName: string): NamedPartner => ({
  id,
  firstName,
  lastName: 'Leg',
  country: 'DE',
})
const BEA = partner(7, 'Bea')
const ADA = partner(3, 'Ada')

/** An amount of UPT from a percent of the order. */
const amount = (recordId: number, value: string, units: string) => ({
  recordId,
  currency: 'UPT',
  base: '120.50',
  percent: '0.4',
  sharers: null,
  value,
  share: '1',
  rate: RATE,
  exact: units,
  cut: '0',
  creditedBefore: '0',
  amount: units,
})

const UPT = { currency: 'UPT', count: 1, amount: '96.40000000' } as const

/** For tests: the orders of a service, and one order with all that it has brought. */
export class FakeOrders {
  order: ConsoleOrder = {
    id: 33,
    buyer: BEA,
    paidAt: NOW - 20 * DAY_MS,
    recordedAt: NOW,
    amount: '120.50',
    state: 'STANDING',
    lateFor: '2026-10',
    file: 91,
    fact: 95,
    planVersion: 4,
    rate: { ...RATE, to: 'UPT' },
    correctedWith: null,
    cancelled: null,
  }
  effect: OrderEffect = {
    levels: [
      {
        level: 1,
        partner: ADA,
        kind: 'DIRECT',
        percent: 0.4,
        reason: null,
        amounts: [amount(8, '48.2', '96.40000000')],
      },
      {
        level: 2,
        partner: partner(1, 'Zoe'),
        kind: 'TEAM',
        percent: null,
        reason: 'inactive',
        amounts: [],
      },
      { level: 3, partner: null, kind: 'TEAM', percent: null, reason: 'no_partner', amounts: [] },
    ],
    sums: [UPT],
    ranks: [{ partner: ADA, rang: 'JADE', isHeld: true, bonus: amount(9, '50', '100.00000000') }],
    activity: {
      gives: true,
      days: 30,
      minimum: '50.00',
      until: NOW + 10 * DAY_MS,
      without: null,
      sums: [{ currency: 'UPT', count: 60, amount: '12.00000000' }],
      shares: [
        {
          recordId: 70,
          orderId: 44,
          type: 'TEAM',
          level: 2,
          currency: 'UPT',
          amount: '0.20000000',
          paidAt: NOW - DAY_MS,
        },
      ],
    },
  }
  month: OrderMonth = {
    month: '2026-10',
    isClosed: true,
    counts: 'COUNTS',
    infinity: [
      {
        level: 1,
        partner: ADA,
        rang: 'JADE',
        effective: 0.015,
        paidBefore: 0,
        share: 0.015,
        eur: '1.8075',
        reason: null,
        amounts: [amount(12, '1.8075', '1.80750000')],
      },
      {
        level: 2,
        partner: partner(1, 'Zoe'),
        rang: 'FREE',
        effective: 0,
        paidBefore: 0.015,
        share: 0,
        eur: '0',
        reason: 'rank_too_low',
        amounts: [],
      },
    ],
    programmes: [
      {
        level: 1,
        partner: ADA,
        type: 'WINNER',
        targets: ['3000.00'],
        pool: null,
        window: null,
        amounts: [{ ...amount(13, '100', '100.00'), currency: 'WIN' }],
      },
      {
        level: 1,
        partner: ADA,
        type: 'CYCLED_TURBO',
        targets: [],
        pool: null,
        window: { start: NOW - 30 * DAY_MS, end: NOW },
        amounts: [],
      },
    ],
  }
  transfers: OrderTransfer[] = [
    {
      id: 12,
      recordId: 8,
      kind: 'DIRECT',
      debit: { name: 'bonus_expense', partner: null },
      credit: { name: 'UCHAIN_UPT_BONUS', partner: ADA },
      currency: 'UPT',
      amount: '96.40000000',
      at: NOW,
      hash: 'ab'.repeat(32),
    },
  ]
  preview: CancelPreview = {
    basis: 'cd'.repeat(32),
    records: [
      { id: 8, partner: ADA, type: 'DIRECT', level: 1, currency: 'UPT', amount: '96.40000000' },
    ],
    partners: 1,
    sums: [UPT],
    eur: '48.20',
    limit: '40',
    isNeeded: true,
    approvers: 1,
    negative: [
      {
        partner: ADA,
        account: 'UCHAIN_UPT_BONUS',
        currency: 'UPT',
        before: '6.40000000',
        after: '-90.00000000',
      },
    ],
    activity: { before: NOW + 10 * DAY_MS, after: null },
    stays: { ranks: this.effect.ranks, programmes: [], shares: [] },
  }

  /** Gives the calls to a service. */
  constructor({ data }: FakeService) {
    const path = '/console/v1/orders'
    data.set(`GET ${path}`, () => ({ content: [this.order] }))
    data.set(`GET ${path}/33`, () => this.order)
    data.set(`GET ${path}/33/effect`, () => this.effect)
    data.set(`GET ${path}/33/month`, () => this.month)
    data.set(`GET ${path}/33/transfers`, () => ({ content: this.transfers, sums: [UPT] }))
    data.set(`POST ${path}/33/cancel-preview`, () => this.preview)
  }
}
