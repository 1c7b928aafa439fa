import { describe, expect, test } from 'vitest'

import { compareCsv, maskCancelInstants } from './compare.ts'
import { compute, type Result, type Step } from './compute.ts'
import { units, written } from './decimal.ts'
import { commandsOf, instantText, ordersCsv, partnersCsv } from './input-files.ts'
import type { OrderRow } from './network.ts'
import { defaultPlan, SWITCH } from './plan.ts'
import { randomScenario, SHAPES, type Scenario } from './random-network.ts'
import { Random } from './random.ts'
import { movementsCsv } from './records.ts'

const CASES = SHAPES.flatMap((shape) => [1, 2, 3, 4].map((seed) => ({ shape, seed })))

function scenarioOf(shape: Scenario['shape'], seed: number, partners = 40 + seed * 60): Scenario {
  return randomScenario({ seed, partners, shape })
}

function ordersOf(scenario: Scenario): OrderRow[] {
  return scenario.steps.flatMap((step) => (step.kind === 'importOrders' ? step.rows : []))
}

function all(result: Result): string {
  const { figures, ranks, bonuses, balances, ledger } = result
  return [figures, ranks, bonuses, balances, movementsCsv(ledger)].join('\n')
}

describe.each(CASES)('a random network, $shape, seed $seed', ({ shape, seed }) => {
  const scenario = scenarioOf(shape, seed)
  const result = compute(scenario)

  test('one order pays at most 68 percent before the switch, 64 after', () => {
    // With a rate of 1 throughout, so that coins are EUR.
    const one: Step = { kind: 'rates', rates: [{ from: 'EUR', to: 'UPT', rate: '1' }], at: 0 }
    const steps = [one, ...scenario.steps.filter((step) => step.kind !== 'rates')]
    const sums = new Map<number, bigint>()
    for (const { orderId, amount } of compute({ ...scenario, steps }).records) {
      if (orderId > 0 && amount > 0n) sums.set(orderId, (sums.get(orderId) ?? 0n) + amount)
    }
    expect(sums.size).toBeGreaterThan(0)
    for (const { orderId, paidAt, amount } of ordersOf(scenario)) {
      const most = units(amount, 8) * (paidAt < SWITCH ? 68n : 64n)
      expect((sums.get(orderId) ?? 0n) * 100n <= most).toBe(true)
    }
  })

  test('nobody deeper than 15 lines is paid', () => {
    expect(result.records.every((record) => record.level >= 0 && record.level <= 15)).toBe(true)
  })

  test('each rank is credited once, every one up to the rank kept', () => {
    // With a rate at which every bonus is an amount of its own.
    const steps = scenario.steps.filter((step) => step.kind !== 'rates')
    const { ranks, records } = compute({ ...scenario, steps })
    const plan = defaultPlan()
    for (const line of ranks.trimEnd().split('\n').slice(1)) {
      const [partnerId, rankId] = line.split(',').map(Number)
      const expected = plan.ranks.filter((rank) => rank.id <= rankId! && rank.bonus !== '0')
      const credited = records.filter(
        (record) => record.type === 'TURNOVER' && record.partnerId === partnerId,
      )
      expect(credited.map((record) => record.amount).sort((a, b) => Number(a - b))).toEqual(
        expected.map((rank) => units(rank.bonus, 8) * 2n),
      )
    }
  })

  test('a balance is the sum of the bonuses, and of the movements', () => {
    const sums = new Map<number, bigint>()
    for (const line of result.bonuses.trimEnd().split('\n').slice(1)) {
      const [partnerId, , , , , amount] = line.split(',')
      const id = Number(partnerId)
      sums.set(id, (sums.get(id) ?? 0n) + units(amount!, 8))
    }
    const rows = [...sums].filter(([, sum]) => sum !== 0n).sort((a, b) => a[0] - b[0])
    const lines = rows.map(([id, sum]) => `${id},UCHAIN_UPT_BONUS,${written(sum, 8)}\n`)
    expect(result.balances).toBe(`partnerId,account,amount\n${lines.join('')}`)
    for (const { partnerId, side, amount } of result.ledger) {
      const moved = units(amount, 8) * (side === 'credit' ? -1n : 1n)
      sums.set(partnerId, sums.get(partnerId)! + moved)
    }
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
  })

  test('the bonuses of a cancelled order sum up to nothing', () => {
    for (const step of scenario.steps) {
      if (step.kind !== 'cancel') continue
      const mine = result.records.filter((record) => record.orderId === step.orderId)
      expect(mine.reduce((sum, record) => sum + record.amount, 0n)).toBe(0n)
    }
  })

  test('the short cuts in testing ranks change nothing', () => {
    for (const countOwnTurnover of [false, true]) {
      const plan = { ...scenario.plan, countOwnTurnover }
      const slow = compute({ ...scenario, plan, everyTime: true })
      expect(all(compute({ ...scenario, plan })) === all(slow)).toBe(true)
    }
    const plan = { ...scenario.plan, legRule: 'sequential' as const }
    const slow = compute({ ...scenario, plan, everyTime: true })
    expect(all(compute({ ...scenario, plan })) === all(slow)).toBe(true)
  })

  test('figures and ranks do not depend on the order of arrival', () => {
    // All partners first, then the orders file by file backwards, the cancellations at the end.
    const steps = [
      ...scenario.steps.filter((step) => step.kind === 'importPartners'),
      ...scenario.steps.filter((step) => step.kind === 'importOrders').toReversed(),
      ...scenario.steps.filter((step) => step.kind === 'cancel'),
    ]
    const plan = { ...scenario.plan, ranksAreKept: false }
    const moved = compute({ ...scenario, plan, steps })
    expect(moved.figures === result.figures).toBe(true)
    expect(moved.ranks === compute({ ...scenario, plan }).ranks).toBe(true)
  })

  test('the order of the rows of a file does not matter', () => {
    const random = new Random(seed)
    const steps = scenario.steps.map((step) => {
      if (step.kind === 'importOrders') return { ...step, rows: random.shuffled(step.rows) }
      if (step.kind === 'importPartners') return { ...step, rows: random.shuffled(step.rows) }
      return step
    })
    expect(all(compute({ ...scenario, steps })) === all(result)).toBe(true)
  })
})

describe('what the generator makes', () => {
  test('the same seed gives the same scenario, another seed another', () => {
    const text = JSON.stringify(scenarioOf('random', 7))
    expect(JSON.stringify(scenarioOf('random', 7))).toBe(text)
    expect(JSON.stringify(scenarioOf('random', 8))).not.toBe(text)
  })

  test('instants lie on, before and after the switch, and orders share instants', () => {
    const orders = ordersOf(scenarioOf('random', 1))
    const instants = orders.map((order) => order.paidAt)
    for (const instant of [SWITCH - 1, SWITCH, SWITCH + 1]) expect(instants).toContain(instant)
    expect(new Set(instants).size).toBeLessThan(instants.length)
    const amounts = new Set(orders.map((order) => order.amount))
    for (const amount of ['50.00', '49.99', '0.01']) expect(amounts).toContain(amount)
  })

  test('only who is blocked is unblocked, and the other way round', () => {
    const { steps } = randomScenario({ seed: 1, partners: 50, shape: 'chain', files: 20 })
    const blocked = new Set<number>()
    const wrong: unknown[] = []
    for (const step of steps) {
      if (step.kind !== 'block' && step.kind !== 'unblock') continue
      if (blocked.has(step.partnerId) === (step.kind === 'block')) wrong.push(step)
      if (step.kind === 'block') blocked.add(step.partnerId)
      else blocked.delete(step.partnerId)
    }
    expect(wrong).toEqual([])
  })

  test.each(SHAPES)('%s: bonuses of every type, and some are reversed', (shape) => {
    const records = [1, 2, 3, 4].flatMap((seed) => compute(scenarioOf(shape, seed)).records)
    const types = new Set(records.map((record) => record.type))
    expect([...types].sort()).toEqual(
      shape === 'star' ? ['DIRECT', 'TURNOVER'] : ['DIRECT', 'TEAM', 'TURNOVER'],
    )
    expect(records.some((record) => record.amount < 0n)).toBe(true)
  })

  test('a chain of 3,000 is computed without recursion', () => {
    const { figures } = compute(randomScenario({ seed: 1, partners: 3000, shape: 'chain' }))
    const sizes = figures.trimEnd().split('\n').slice(1)
    expect(Math.max(...sizes.map((line) => Number(line.split(',')[4])))).toBe(2999)
  })
})

describe('input files', () => {
  test('instants are epoch milliseconds or ISO 8601 with a zone, and mean the same', () => {
    const random = new Random(1)
    const seen = new Set<string>()
    for (let i = 0; i < 500; i++) {
      const instant = i % 2 === 0 ? SWITCH + random.int(-2, 2) : random.int(0, SWITCH)
      const text = instantText(random, instant)
      const plain = /^\d+$/.test(text)
      expect(plain ? Number(text) : Date.parse(text)).toBe(instant)
      expect(text).toMatch(/^(\d+|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d))$/)
      seen.add(plain ? 'plain' : text.slice(-6).replace(/^[^+-]*/, ''))
    }
    expect(seen.size).toBeGreaterThan(5)
  })

  test('columns and quotes are those of operations 5', () => {
    const partners = Array.from({ length: 200 }, (_, i) => ({
      id: i + 1,
      sponsorId: i === 0 ? null : 1,
      registeredAt: 0,
    }))
    const text = partnersCsv(partners, 1)
    expect(text.startsWith('id,sponsorId,email,firstName,lastName,registeredAt,countryId\n')).toBe(
      true,
    )
    expect(text).toContain('"Joe ""Ace"""')
    expect(text).toContain('"Ann, Mary"')
    const quoted = /^(?:"(?:[^"]|"")*"|[^",\n]*)(?:,(?:"(?:[^"]|"")*"|[^",\n]*)){6}$/
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(quoted)
    expect(ordersCsv([{ orderId: 1, partnerId: 2, paidAt: 3, amount: '4.50' }], 1)).toMatch(
      /^orderId,partnerId,paidAt,amount\n1,2,(3|19.*),4\.50\n$/,
    )
  })

  test('each step is a command of the operator', () => {
    const scenario = scenarioOf('random', 1)
    const commands = scenario.steps.flatMap((step, place) => commandsOf(step, place, 1))
    const words = new Set(commands.map(({ args }) => args.slice(0, 2).join(' ')))
    expect(words).toContain('import partners')
    expect(words).toContain('import orders')
    expect(words).toContain('cancel order')
    expect(words).toContain('rates set')
    expect(words).toContain('partner block')
    const names = commands.flatMap(({ file }) => (file ? [file.name] : []))
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('comparing', () => {
  test('the same text has no differences', () => {
    expect(compareCsv('a\n1\n', 'a\n1\n')).toEqual([])
  })

  test('a changed row is shown with its line and both rows', () => {
    expect(compareCsv('a\n1\n2\n3\n', 'a\n1\n5\n3\n')).toEqual([
      { line: 3, expected: '2', actual: '5' },
    ])
  })

  test('a missing and an extra row do not shift the rest', () => {
    expect(compareCsv('a\n1\n2\n3\n', 'a\n1\n3\n')).toEqual([
      { line: 3, expected: '2', actual: null },
    ])
    expect(compareCsv('a\n1\n3\n', 'a\n1\n2\n3\n')).toEqual([
      { line: 3, expected: null, actual: '2' },
    ])
  })

  test('rows in another order, and a missing line end, are differences', () => {
    expect(compareCsv('a\n1\n2\n', 'a\n2\n1\n')).toHaveLength(2)
    expect(compareCsv('a\n1\n', 'a\n1')).toEqual([{ line: 3, expected: '', actual: null }])
  })

  test('no more than so many are given', () => {
    expect(compareCsv('a\n1\n2\n3\n', 'a\n4\n5\n6\n', 2)).toHaveLength(2)
  })

  test('the instant of cancelling can be left out', () => {
    const head = 'partnerId,type,orderId,level,currency,amount,paidAt,period\n'
    const one = `${head}1,DIRECT,5,1,UPT,2.00000000,100,\n1,DIRECT,5,1,UPT,-2.00000000,200,\n`
    const two = `${head}1,DIRECT,5,1,UPT,-2.00000000,99,\n1,DIRECT,5,1,UPT,2.00000000,100,\n`
    expect(maskCancelInstants(one)).toBe(maskCancelInstants(two))
    expect(maskCancelInstants(one)).toContain('-2.00000000,cancelled,\n')
  })
})
