import { centsToEur } from '../../../parts/figures/eur.ts'
import type { Rank, RankStatus } from '@partner-office/contracts'
import { eurCents } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { centsText, openTrial, readTry, type Tries, tryOut } from './try-out.ts'

const rank = (id: number, code: string, turnover: string, percents: number[]): Rank => ({
  id,
  code,
  name: code,
  bonus: '0.00',
  bonuses: {},
  turnover,
  targets: ['0.00', '0.00', '0.00'],
  topPartnerPercents: percents,
  percents: [],
  topPartners: [],
})

const RANKS = [
  rank(1, 'FREE', '0.00', [1]),
  rank(6, 'SAPPHIRE', '50000.00', [0.5, 0.3]),
  rank(7, 'RUBY', '100000.00', [0.5, 0.3]),
]

/** Legs against the caps of Ruby. */
const statusOf = (turnovers: readonly string[], totalTurnover: string): RankStatus => ({
  currentRang: RANKS[1]!,
  nextRang: RANKS[2]!,
  maxBonusRang: null,
  totalTurnover,
  countingTurnover: '0.00',
  targetTurnover: '100000.00',
  nextBonus: '0.00',
  topPartners: turnovers.map((turnover, place) => ({
    avatar: '',
    firstName: 'Leg',
    lastName: String(place),
    leg: place < 2 ? place + 1 : null,
    percent: null,
    turnover,
    turnoverQualified: turnover,
    qualified: false,
  })),
})

const EXAMPLE_1 = statusOf(['60000.00', '30000.00', '8000.00', '4000.00'], '102000.00')

const ask = (tries: readonly (readonly [number, number])[], status = EXAMPLE_1) =>
  tryOut(
    openTrial({ status, ranks: RANKS, targetRankId: undefined }),
    new Map(tries.map(([place, amount]) => [place, eurCents(amount * 100)])) as Tries,
  )

const shown = (amount: bigint | null): string | null =>
  amount === null ? null : centsToEur(amount)

test('C1 example 1: 8,000 EUR are missing; turnover tried in a leg at its cap adds nothing', () => {
  const { now, tried, legs } = ask([
    [0, 5000],
    [2, 3000],
  ])
  expect(centsText(now.missing)).toBe('8000.00')
  expect(centsText(tried.missing)).toBe('5000.00')
  expect(legs.map(({ adds }) => centsToEur(adds))).toEqual([
    '0.00',
    '0.00',
    '3000.00',
    '0.00',
    '0.00',
  ])
  expect(legs.map(({ nextEuro }) => nextEuro)).toEqual([
    'nothing',
    'nothing',
    'full',
    'full',
    'full',
  ])
  expect(legs[2]).toMatchObject({ turnover: 8_000_00n, room: 19_000_00n })
})

test('the counting turnover, in parts that add up: booked, planned and above the cap', () => {
  const { legs, parts, scale } = ask([
    [0, 5000],
    [2, 3000],
  ])
  expect(
    legs.map(({ leg, booked, planned, total, cap }) => [
      leg,
      ...[booked, planned, total, cap].map(shown),
    ]),
  ).toEqual([
    [1, '50000.00', '0.00', '65000.00', '50000.00'],
    [2, '30000.00', '0.00', '30000.00', '30000.00'],
    [null, '8000.00', '3000.00', '11000.00', null],
    [null, '4000.00', '0.00', '4000.00', null],
    [null, '0.00', '0.00', '0.00', null],
  ])
  expect(
    parts.map(({ tone, isPlanned, amount }) => `${tone} ${isPlanned} ${centsToEur(amount)}`),
  ).toEqual([
    'leg1 false 50000.00',
    'leg1 true 0.00',
    'leg2 false 30000.00',
    'leg2 true 0.00',
    'others false 12000.00',
    'others true 3000.00',
  ])
  expect(scale).toBe(65_000_00n)
})

test('a leg that loses its place counts in full at another place', () => {
  const { legs, tried, parts } = ask([[2, 60_000]])
  expect(legs.map(({ leg }) => leg)).toEqual([2, null, 1, null, null])
  const sum = parts.reduce((all, { amount }) => all + amount, 0n)
  expect(centsText(tried.countingTurnover)).toBe(centsToEur(sum))
})

test('a new leg reaches the rank, and higher ranks are answered too', () => {
  const { tried } = ask([[4, 8000]])
  expect(tried.reached).toBe(true)
  expect(tried.reachedRank.code).toBe('RUBY')
})

test('turnover outside the shown legs counts in full', () => {
  const { now } = ask([], statusOf(['60000.00', '30000.00'], '102000.00'))
  expect(centsText(now.countingTurnover)).toBe('92000.00')
  const { parts } = ask([], statusOf(['60000.00', '30000.00'], '102000.00'))
  expect(parts.at(-2)).toEqual({ tone: 'others', isPlanned: false, amount: 12_000_00n })
})

test('the leg rule follows from the places of the legs', () => {
  const status = statusOf(['45000.00', '40000.00', '10000.00', '5000.00'], '100000.00')
  expect(centsText(ask([], status).now.countingTurnover)).toBe('90000.00')
  const closed = status.topPartners.map((partner, place) => ({
    ...partner,
    leg: place === 0 ? 1 : null,
  }))
  const sequential = ask([], { ...status, topPartners: closed }).now.countingTurnover
  expect(centsText(sequential)).not.toBe('90000.00')
})

test.each([
  ['', 0n],
  ['12', 1200n],
  ['12,5', 1250n],
  [' 0.01 ', 1n],
  ['-1', null],
  ['1.234', null],
  ['187,995.08', 18_799_508n],
  ['١٬٠٠٠٫٥٠', 100_050n],
  ['x', null],
])('%j is read as %s', (text, cents) => {
  expect(readTry(text, { locale: 'en', isPlain: false })).toBe(cents)
})

test.each([
  ['no leg', [], 3],
  ['one leg', ['60000.00'], 2],
  ['two legs', ['60000.00', '30000.00'], 1],
  ['legs with room', ['60000.00', '30000.00', '8000.00'], 1],
])('the shortest way with %s, filled in, reaches the rank', (_, turnovers, newLegs) => {
  const total = turnovers.reduce((sum, turnover) => sum + Number(turnover), 0)
  const status = statusOf(turnovers, total.toFixed(2))
  const trial = openTrial({ status, ranks: RANKS, targetRankId: undefined })
  expect(trial.booked).toHaveLength(turnovers.length + newLegs)
  const ways = trial.now.cheapest!.parts.map(({ userId, amount }) => [userId, amount] as const)
  expect(tryOut(trial, new Map(ways) as Tries).tried.reached).toBe(true)
})
