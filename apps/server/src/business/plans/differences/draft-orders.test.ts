import {
  DEFAULT_PLAN_DOCUMENT,
  draftCourse,
  fraction,
  type Plan,
  type PlanVersion,
  type Rate,
  readPlan,
} from '@partner-office/domain'
import { expect, test } from 'vitest'

import { NO_ROW } from '../../../network/columns.ts'
import { DraftOrders, emptyEngine } from './draft-orders.ts'
import { IntakeRates } from './intake-rates.ts'

const MONTH = { start: Date.UTC(2026, 2), end: Date.UTC(2026, 3) }
/** The next version of the plan begins some weeks after the compared month. */
const NEXT_PLAN = Date.UTC(2026, 4, 10)
const { plan: PLAN } = readPlan(DEFAULT_PLAN_DOCUMENT) as { plan: Plan }

const version = (number: number, validFrom: number): PlanVersion => ({
  version: number,
  plan: { ...PLAN, validFrom },
})

const quote = (id: number, to: Rate['to']): Rate => ({
  id,
  from: 'EUR',
  to,
  rateType: 'SELL',
  rate: fraction('1'),
  setAt: 0,
})

test('D-161 the draft decides about orders that were paid from the first month until the next plan, and no others', () => {
  const course = draftCourse([version(1, 0), version(2, NEXT_PLAN)], PLAN, MONTH)
  const partners = {
    columns: {
      size: 1,
      ids: Float64Array.of(1),
      parent: Int32Array.of(NO_ROW),
      registeredAt: Float64Array.of(0),
      blocked: Uint8Array.of(0),
      end: Int32Array.of(1),
    },
    rowOf: () => 0,
  }
  const quotes = [quote(1, PLAN.unilevelCurrency), quote(2, PLAN.rankBonusCurrency)]
  const drafted = new DraftOrders(
    emptyEngine(partners, course),
    course,
    new IntakeRates(quotes, PLAN),
  )
  const paid = [MONTH.start - 1, MONTH.start, MONTH.end, NEXT_PLAN - 1, NEXT_PLAN]
  const orders = paid.map((paidAt, at) => ({
    orderId: 11 + at,
    fact: 2 + at,
    intake: 2 + at,
    partnerId: 1,
    paidAt,
    cents: 10_000,
    recordedAt: paidAt,
    rateId: 1,
  }))
  const decisions = drafted.take({ orders, others: [], reaches: [] })
  expect(Array.from(decisions, ({ order }) => order.orderId)).toEqual([12, 13, 14])
})
