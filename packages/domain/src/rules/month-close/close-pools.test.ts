import { expect, test } from 'vitest'

import { toDecimalText } from '../../fraction.ts'
import { eurCents } from '../../money.ts'
import type { Plan } from '../../plan/plan.ts'
import { MONTH, monthFacts, PLAIN_QUOTES, smallPlan } from '../../testing/random-months.ts'
import { closePools, monthPools } from './close-pools.ts'
import { MonthBasis } from './month-basis.ts'

const partners = [1, 2, 3, 4].map((id) => {
  return { id, sponsorId: id === 1 ? null : 1, registeredAt: 0, blocked: false }
})
/** Partner 1 reaches every target of the diamond programme with legs of 5, 3 and 2 million. */
const orders = [5, 3, 2].map((millions, at) => {
  const cents = millions * 100_000_000
  return { id: at + 1, partnerId: at + 2, paidAt: MONTH + at, cents, fact: at + 1, cancelledBy: 0 }
})
const facts = monthFacts({ partners, orders })

function basisWith(programmes: Partial<Plan['programmes']>, plan = smallPlan()) {
  const changed = { ...plan, programmes: { ...plan.programmes, ...programmes } }
  const versions = [{ version: 1, plan: changed }]
  return new MonthBasis({ month: MONTH, facts, versions, rates: PLAIN_QUOTES })
}

const { diamond, diamondPools } = smallPlan().programmes
const END = basisWith({}).end

test('C6 a pool collects its percent of all orders since its beginning, and its members share it', () => {
  const pools = monthPools(basisWith({ diamondPools: { ...diamondPools, from: MONTH + 1 } }))
  expect(pools.map(({ parts }) => parts.map(({ turnover }) => turnover))).toEqual(
    pools.map(() => [500_000_000n]),
  )
  expect(pools.map(({ parts: [part] }) => toDecimalText(part!.percent))).toEqual(
    diamondPools.rows.map(({ percent }) => toDecimalText(percent)),
  )
  expect(pools.map(({ members }) => members)).toEqual(pools.map(() => [0]))
})

test('the pools of a month: the programme begins in its last millisecond, or after it', () => {
  const beginning = (from: number) => basisWith({ diamondPools: { ...diamondPools, from } })
  expect(monthPools(beginning(END - 1))).toHaveLength(diamondPools.rows.length)
  expect(monthPools(beginning(END))).toEqual([])
})

test('a rank below the pool’s is excluded, the exact rank is included', () => {
  const ranks = smallPlan().ranks.map((rank) => ({ ...rank, turnover: eurCents(0) }))
  const highest = ranks.at(-1)!
  const below = { ...smallPlan(), ranks: ranks.filter(({ id }) => id < highest.id) }
  const rows = [{ ...diamondPools.rows[0]!, minimumRank: highest }]
  const programmes = {
    diamond: { ...diamond, rows: diamond.rows.map((row) => ({ ...row, minimumRank: highest })) },
    diamondPools: { ...diamondPools, rows },
  }
  expect(monthPools(basisWith(programmes, below))[0]!.members).toEqual([])
  expect(monthPools(basisWith(programmes, { ...below, ranks }))[0]!.members).toEqual([0])
})

test('a pool whose rank has no diamond row has no members', () => {
  const basis = basisWith({ diamond: { ...diamond, rows: [] } })
  expect(monthPools(basis).map(({ members }) => members)).toEqual(diamondPools.rows.map(() => []))
  expect(closePools(basis).flatMap(({ rows }) => rows)).toEqual([])
})
