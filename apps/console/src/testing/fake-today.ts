import type {
  Alert,
  CallReply,
  getTodayCharts,
  getTodayFigures,
  Waiting,
} from '@partner-office/contracts'

import { type FakeService, NOW } from './fake-service.ts'

const DAY_MS = 86_400_000
const HOUR_MS = DAY_MS / 24
const RATES = [{ currency: 'UPT' as const, rate: '0.25', setAt: NOW - HOUR_MS }]
const AS_OF = { rates: RATES, asOf: 214_918_774, sumsAsOf: 214_918_774, at: NOW }
const TODAY = NOW - (NOW % DAY_MS)
const NOVEMBER = Date.UTC(2026, 10)

/** An alert that an admin may silence. */
export const alert = (
  name: Alert['name'],
  object: string,
  changes: Partial<Alert> = {},
): Alert => ({
  name,
  object,
  sentence: `Something is wrong with ${object}.`,
  parameters: {},
  since: NOW - 3 * HOUR_MS,
  mend: { kind: 'command', text: `office mend ${object}` },
  silence: null,
  acts: ['silence'],
  ...changes,
})

/** For tests: what the calls of the start page answer. */
export class FakeToday {
  waiting: Waiting[] = [
    {
      kind: 'proposals',
      count: 1,
      oldest: NOW - 2 * HOUR_MS,
      page: '/console/proposals?forMe=true',
    },
    {
      kind: 'payoutsToTake',
      count: 61,
      oldest: NOW - 18 * HOUR_MS,
      page: '/console/payouts?state=waiting',
    },
    { kind: 'monthsDue', count: 0, oldest: null, page: '/console/close' },
  ]
  alerts: Alert[] = [alert('diskLow', 'p1'), alert('rateMissing', 'EUR UPT')]
  figures: CallReply<typeof getTodayFigures> = {
    partners: 10_482_306,
    active: 1_206_418,
    newPartners: { today: 402, week: 3_114, month: 11_284 },
    orders: { today: 5_918, week: 30_114, month: 132_406 },
    turnover: '2998610.40',
    turnoverBefore: '2771055.30',
    credited: [
      {
        programme: 'DIRECT',
        currency: 'UPT',
        amount: '1197820.90000000',
        eur: '299455.23',
        records: 5_918,
      },
      { programme: 'WINNER', currency: 'WIN', amount: '12.000000', eur: null, records: 3 },
    ],
    balances: [
      { currency: 'UPT', amount: '182406118.40318221', eur: '45601529.60' },
      { currency: 'WIN', amount: '9118450.000000', eur: null },
    ],
    pendingPayouts: [{ currency: 'UPT', amount: '1904218.40000000', eur: '476054.60', count: 61 }],
    ...AS_OF,
  }
  charts: CallReply<typeof getTodayCharts> = {
    days: [3, 9, 5].map((orders, place) => ({
      at: TODAY + (place - 2) * DAY_MS,
      orders,
      turnover: `${orders}00.10`,
      isOpen: place === 2,
    })),
    months: [Date.UTC(2026, 9), NOVEMBER].map((at, place) => ({
      at,
      newPartners: 40 + place,
      active: 20 - place,
      isOpen: place === 1,
    })),
    credited: [
      {
        at: NOVEMBER,
        isOpen: true,
        programmes: [{ programme: 'DIRECT', currency: 'UPT', amount: '7.50000000', eur: '1.88' }],
      },
    ],
    payouts: [{ at: Date.UTC(2026, 10, 23), isOpen: true, pending: 0, sent: 0, rejected: 0 }],
    ...AS_OF,
  }

  /** Gives the calls to a service. */
  constructor({ data }: FakeService) {
    data.set('GET /console/v1/today', () => ({ waiting: this.waiting, alerts: this.alerts }))
    data.set('GET /console/v1/today/figures', () => this.figures)
    data.set('GET /console/v1/today/charts', () => this.charts)
  }

  /** Changes one alert, as an act would. */
  change(object: string, changes: Partial<Alert>): void {
    this.alerts = this.alerts.map((one) => (one.object === object ? { ...one, ...changes } : one))
  }
}
