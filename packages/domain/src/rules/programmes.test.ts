import { describe, expect, test } from 'vitest'

import { fraction, multiply, toDecimalText } from '../fraction.ts'
import { creditedAmount, eurCents, formatUnits } from '../money.ts'
import type { Plan } from '../plan/plan.ts'
import { defaultPlan } from '../testing/default-plan.ts'
import { BONUS_TYPES } from './bonus-types.ts'
import { checkpointStanding, type PeriodTurnover } from './checkpoints.ts'
import { poolRows, poolShare, poolVolume } from './diamond-pools.ts'
import { infinityStanding, infinitySteps, type InfinityAncestor } from './infinity.ts'
import { lifestyleStanding } from './lifestyle.ts'
import { turboWindow, turboWindowAt } from './turbo-windows.ts'

const plan = defaultPlan()
const { legRule } = plan
const { infinity, diamond, winner, bsp, lifestyle, cycledTurbo, diamondPools } = plan.programmes
const idOf = (code: string) => plan.ranks.find((rank) => rank.code === code)!.id
const cents = (euros: number) => eurCents(euros * 100)

/** Legs in EUR, largest first. */
function turnover(...legs: number[]): PeriodTurnover {
  return { total: legs.reduce((sum, leg) => sum + cents(leg), 0n), topLegs: legs.map(cents) }
}

const valueOf = (row: { target: bigint; percent: { num: bigint; den: bigint } }) =>
  multiply({ num: row.target, den: 10_000n }, row.percent)

test('BON-001 every kind of bonus has its type', () => {
  expect([...BONUS_TYPES].toSorted()).toEqual([
    'BSP',
    'CYCLED_TURBO',
    'DIAMOND',
    'DIAMOND_POOL',
    'DIRECT',
    'LIFESTYLE',
    'TEAM',
    'TURNOVER',
    'UCHAIN_INFINITY',
    'WINNER',
  ])
})

describe('infinity (C4)', () => {
  const standing = (code: string, ...legs: number[]) =>
    infinityStanding({ ...infinity, legRule }, idOf(code), turnover(...legs))

  test('C4 example 1: a RUBY partner below the target of the own row earns by the SAPPHIRE row', () => {
    const { row, shown, progress, effective } = standing('RUBY', 8_000, 4_000, 1_500)
    expect(row).toMatchObject({ minimumRank: { code: 'RUBY' }, target: cents(10_000) })
    expect(shown).toBe(row)
    expect(progress).toMatchObject({ targetTurnover: cents(10_000), progress: 95 })
    expect(toDecimalText(progress!.countingTurnover)).toBe(String(cents(9_500)))
    expect(effective).toMatchObject({ minimumRank: { code: 'SAPPHIRE' } })
    expect(toDecimalText(effective!.percent)).toBe('1')
  })

  test('a row above the rank is out of reach, whatever the turnover', () => {
    expect(standing('SAPPHIRE', 90_000, 80_000, 70_000).effective).toBe(infinity.rows[0])
  })

  test('without a row for the rank the first row is the target shown', () => {
    const { row, shown, progress, effective } = standing('TOPAZ', 2_500, 1_500, 500)
    expect(row).toBeNull()
    expect(effective).toBeNull()
    expect(shown).toMatchObject({ minimumRank: { code: 'SAPPHIRE' }, target: cents(5_000) })
    expect(progress!.progress).toBe(90)
  })

  const ancestor = (
    percent: string,
    changes: Partial<InfinityAncestor> = {},
  ): InfinityAncestor => ({
    partnerId: 7,
    blocked: false,
    active: true,
    hasRow: percent !== '0',
    effective: fraction(percent),
    ...changes,
  })

  test('C4 example 2: 1,000 pay 15 at depth 2 and 10 at depth 4', () => {
    const ancestors = ['0', '1.5', '1', '2.5'].map((percent) => ancestor(percent))
    const steps = infinitySteps(plan, cents(1_000), ancestors)
    expect(steps.map(({ eur }) => toDecimalText(eur))).toEqual(['0', '15', '0', '10'])
    expect(steps.map(({ share }) => toDecimalText(share))).toEqual(['0', '1.5', '0', '1'])
    expect(steps.map(({ reason }) => reason)).toEqual([
      'rank_too_low',
      null,
      'not_above_paid',
      null,
    ])
    const half = multiply(steps[3]!.eur, fraction('0.5'))
    expect(formatUnits(creditedAmount(half, fraction(4), 'UCN').units, 8)).toBe('20.00000000')
    expect(formatUnits(creditedAmount(half, fraction(2), 'UPT').units, 8)).toBe('10.00000000')
  })

  test('a partner who is blocked, inactive or below every target gets nothing and takes nothing away', () => {
    const steps = infinitySteps(plan, cents(100), [
      ancestor('1', { blocked: true }),
      ancestor('1.5', { active: false }),
      ancestor('0', { hasRow: true }),
      ancestor('1'),
    ])
    expect(steps.map(({ reason }) => reason)).toEqual([
      'blocked',
      'inactive',
      'target_not_reached',
      null,
    ])
    expect(toDecimalText(steps[3]!.eur)).toBe('1')
  })
})

describe('checkpoints (C5)', () => {
  test('C5 diamond example 1: 49,000 count, nothing is achieved', () => {
    const standing = checkpointStanding(
      { ...diamond, legRule },
      idOf('DIAMOND'),
      turnover(40_000, 20_000, 9_000),
    )
    expect(standing.achieved).toEqual([])
    expect(standing.progress).toMatchObject({ targetTurnover: cents(50_000), progress: 98 })
    expect(toDecimalText(standing.progress!.countingTurnover)).toBe(String(cents(49_000)))
  })

  test('C5 diamond example 2: two rows achieved, 1 % of 100,000 is 2,000 UPT at rate 2', () => {
    const { achieved, checkpoints } = checkpointStanding(
      { ...diamond, legRule },
      idOf('ULTIMA_DIAMOND'),
      turnover(70_000, 40_000, 25_000),
    )
    expect(checkpoints).toHaveLength(2)
    expect(achieved).toHaveLength(2)
    const { units } = creditedAmount(valueOf(achieved.at(-1)!), fraction(2), 'UPT')
    expect(formatUnits(units, 8)).toBe('2000.00000000')
  })

  test('RNK-039 C5 winner: the target is the first checkpoint that is not achieved', () => {
    const first = checkpointStanding({ ...winner, legRule }, 1, turnover(2_500, 1_800))
    expect(toDecimalText(first.achieved.at(-1)!.amount)).toBe('100')
    expect(first.shown!.target).toBe(cents(6_000))
    expect(first.progress!.progress).toBe(71)
  })

  test('RNK-039 C5 winner: with all achieved the target is the highest, which alone is paid', () => {
    const all = checkpointStanding({ ...winner, legRule }, 1, turnover(12_000))
    expect(all.achieved).toHaveLength(3)
    expect(toDecimalText(all.achieved.at(-1)!.amount)).toBe('600')
    expect(all.progress).toMatchObject({ targetTurnover: cents(12_000), progress: 100 })
  })

  test('C5 bsp examples: 40 BSP on the way to 5,000, and 500 BSP at exactly 10,000', () => {
    const some = checkpointStanding({ ...bsp, legRule }, 1, turnover(2_000, 1_500, 400))
    expect(toDecimalText(valueOf(some.achieved.at(-1)!))).toBe('40')
    expect(some.progress).toMatchObject({ targetTurnover: cents(5_000), progress: 78 })
    const all = checkpointStanding({ ...bsp, legRule }, 1, turnover(6_000, 3_500, 2_000))
    expect(toDecimalText(valueOf(all.achieved.at(-1)!))).toBe('500')
  })

  test('C5 cycled turbo examples: 2 of 5 at 7,400, all at 21,000', () => {
    const two = checkpointStanding({ ...cycledTurbo, legRule }, 1, turnover(7_400))
    expect(two.achieved.reduce((sum, { amount }) => sum + amount, 0n)).toBe(cents(200))
    expect(two.progress).toMatchObject({ targetTurnover: cents(9_000), progress: 82 })
    const all = checkpointStanding({ ...cycledTurbo, legRule }, 1, turnover(21_000))
    expect(all.achieved.reduce((sum, { amount }) => sum + amount, 0n)).toBe(cents(500))
    expect(all.progress).toMatchObject({ targetTurnover: cents(15_000), progress: 100 })
  })

  test('a rank without a row has no checkpoint and no target', () => {
    const none = checkpointStanding({ ...diamond, legRule }, idOf('RUBY'), turnover(900_000))
    expect(none).toEqual({ checkpoints: [], achieved: [], shown: null, progress: null })
  })

  test('windows begin at 00:00 UTC of the registration day and last 30 days', () => {
    const registered = Date.parse('2025-01-10T17:30:00Z')
    expect(turboWindow(registered, 0, 30)).toEqual({
      index: 0,
      start: Date.parse('2025-01-10T00:00:00Z'),
      end: Date.parse('2025-02-09T00:00:00Z'),
    })
    const second = Date.parse('2025-02-09T00:00:00Z')
    expect(turboWindowAt(registered, second - 1, 30)?.index).toBe(0)
    expect(turboWindowAt(registered, second, 30)?.index).toBe(1)
    expect(turboWindowAt(registered, Date.parse('2025-01-10T00:00:00Z'), 30)?.index).toBe(0)
    expect(turboWindowAt(registered, Date.parse('2025-01-09T23:59:59.999Z'), 30)).toBeNull()
  })
})

describe('diamond pools (C6)', () => {
  const share = (volume: number, percent: string, achievers: number) => {
    const parts = [{ planVersion: 1, turnover: cents(volume), percent: fraction(percent) }]
    const rate = fraction('0.0002')
    return creditedAmount(poolShare(poolVolume(parts), achievers), rate, 'ULTIMA').units
  }

  test('C6 example 1: 0.5, 0.7 and nothing', () => {
    const amounts = [
      share(1_000_000, '1', 4),
      share(1_000_000, '0.7', 2),
      share(1_000_000, '0.3', 0),
    ]
    expect(amounts.map((units) => formatUnits(units, 6))).toEqual([
      '0.500000',
      '0.700000',
      '0.000000',
    ])
  })

  test('C6 example 2: seven shares of 0.085714 never exceed the pool', () => {
    expect(formatUnits(share(300_000, '1', 7), 6)).toBe('0.085714')
    expect(formatUnits(share(300_000, '1', 7) * 7n, 6)).toBe('0.599998')
  })

  test('a pool is open to its rank, with the diamond target of that rank', () => {
    const elite = idOf('ULTIMA_DIAMOND')
    expect(poolsOf(elite, turnover(40_000, 40_000, 40_000))).toContain(1)
    expect(poolsOf(elite, turnover(40_000, 40_000, 10_000))).not.toContain(2)
    expect(poolsOf(idOf('DIAMOND'), turnover(90_000, 90_000, 90_000))).not.toContain(2)
  })
})

/** The numbers of the pools that a partner has a share in. */
function poolsOf(rankId: number, legs: PeriodTurnover, of: Plan = plan): number[] {
  const { legPercents } = of.programmes.diamond
  const terms = { rows: poolRows(of), legPercents, legRule: of.legRule }
  return checkpointStanding(terms, rankId, legs).achieved.map(({ pool }) => pool)
}

describe('diamond pools: the edges (C6)', () => {
  const [first] = diamondPools.rows
  const elite = idOf('ULTIMA_DIAMOND')
  const target = () => poolRows(plan)[0]!.target

  test.each([
    ['exactly the target', 0n, true],
    ['a cent less', -1n, false],
    ['a cent more', 1n, true],
  ])('%s of the pool’s own rank opens it: %s cents, %s', (_, more, is) => {
    // Two legs are at their caps; the third leg has the missing or extra turnover.
    const whole = target()
    const legs = [whole / 2n, (whole * 3n) / 10n, whole / 5n + more]
    const total = legs.reduce((sum, leg) => sum + leg, 0n)
    expect(poolsOf(elite, { total, topLegs: legs }).includes(1)).toBe(is)
  })

  test('a rank below the pool’s is excluded, the exact rank is included', () => {
    const legs = turnover(90_000, 90_000, 90_000)
    expect(poolsOf(first!.minimumRank.id - 1, legs)).not.toContain(1)
    expect(poolsOf(first!.minimumRank.id, legs)).toContain(1)
  })

  test('a pool whose rank has no diamond row is closed', () => {
    const without = {
      ...plan,
      programmes: { ...plan.programmes, diamond: { ...diamond, rows: diamond.rows.slice(1) } },
    }
    const rank = diamond.rows[0]!.minimumRank!
    const pools = [{ ...first!, minimumRank: rank }]
    const withPools = (of: Plan): Plan => ({
      ...of,
      programmes: { ...of.programmes, diamondPools: { ...diamondPools, rows: pools } },
    })
    const legs = turnover(900_000, 900_000, 900_000)
    expect(poolRows(withPools(plan))).toEqual([{ ...pools[0], target: diamond.rows[0]!.target }])
    expect(poolsOf(elite, legs, withPools(plan))).toEqual([1])
    expect(poolsOf(elite, legs, withPools(without))).toEqual([])
  })

  test('parts of two plans add up, and one achiever gets the whole pool', () => {
    const volume = poolVolume([
      { planVersion: 1, turnover: cents(1_000), percent: fraction('1') },
      { planVersion: 2, turnover: cents(2_000), percent: fraction('0.5') },
    ])
    expect(toDecimalText(volume)).toBe('20')
    expect(toDecimalText(poolShare(volume, 1))).toBe('20')
    expect(toDecimalText(poolShare(volume, 0))).toBe('0')
    expect(toDecimalText(poolVolume([]))).toBe('0')
  })
})

describe('lifestyle (C7)', () => {
  const standing = (code: string, ...legs: number[]) =>
    lifestyleStanding({ ...lifestyle, legRule }, idOf(code), turnover(...legs))

  test('C7 example 1: RUBY is paid, EMERALD is next', () => {
    const { current, next, rows } = standing('EMERALD', 30_000, 12_000, 6_000)
    expect(current).toMatchObject({ minimumRank: { code: 'RUBY' } })
    expect(next).toMatchObject({ minimumRank: { code: 'EMERALD' } })
    expect([current?.amount, next?.amount]).toEqual([cents(200), cents(500)])
    expect(rows.map(({ status }) => status)).toEqual(['reached', 'next', '', '', '', ''])
    expect(rows.map(({ isReachable }) => isReachable)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  test('XBO-010 C7 example 2: when no rank is reachable the next one is DIAMOND', () => {
    const { current, next, rows } = standing('SAPPHIRE', 90_000)
    expect(current).toBeNull()
    expect(next).toMatchObject({ minimumRank: { code: 'DIAMOND' } })
    expect([current?.amount, next?.amount]).toEqual([undefined, cents(800)])
    expect(rows.map(({ status }) => status)).toEqual(['', '', 'next', '', '', ''])
  })

  test('XBO-009 with all reachable rows reached the next one is the highest of them', () => {
    const { next, rows } = standing('EMERALD', 60_000, 50_000, 40_000)
    expect(next).toMatchObject({ minimumRank: { code: 'EMERALD' } })
    expect(rows.map(({ status }) => status)).toEqual(['reached', 'reached', '', '', '', ''])
  })
})
