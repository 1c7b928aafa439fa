import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { defaultPlan } from '../../../../../oracle/plan.ts'
import { randomScenario, SHAPES, type Wish } from '../../../../../oracle/random-network.ts'
import { asUpload, openTestCore, textOf } from '../../testing/core.ts'
import { onBothDatabases, onPostgres } from '../../testing/databases.ts'
import { differencesFromOracle, documentOf, playScenario } from '../../testing/scenario.ts'
import { importOrders } from '../orders/import/import-orders.ts'
import { recordOrder } from '../../testing/record-order.ts'
import { importPartners } from '../partners/import-partners.ts'
import { exportRows } from './export-rows.ts'

const SMALL: readonly Wish[] = SHAPES.map((shape) => ({ seed: 12, partners: 60, shape }))

onBothDatabases('exports', (newDatabase, kind) => {
  const small = kind === 'embedded' ? SMALL.filter(({ shape }) => shape === 'random') : SMALL

  test.for(small)('all files equal the oracle’s: $partners partners, $shape', async (wish) => {
    const scenario = randomScenario(wish)
    const core = await playScenario(await newDatabase(), scenario)
    expect(await differencesFromOracle(core, scenario)).toEqual([])
  })

  test('a period has figures, ranks and balances at its end, bonuses and ledger within it', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(
      core,
      asUpload(
        'id,sponsorId,email,firstName,lastName,registeredAt,countryId\n' +
          '1,,a@example.com,Ann,Lee,2025-01-01T00:00:00Z,DE\n' +
          '2,1,b@example.com,Bo,Ray,2025-01-02T00:00:00Z,DE\n',
      ),
    )
    await importOrders(
      core,
      asUpload(
        'orderId,partnerId,paidAt,amount\n7,2,2025-01-31T23:59:59.999Z,100\n8,2,2025-02-01T00:00:00Z,60.5\n',
      ),
    )
    expect(await textOf(exportRows(core, 'figures', { period: '2025-01' }))).toBe(
      'partnerId,ownTurnover,flSize,flTurnover,teamSize,teamTurnover,activeUntil\n' +
        '1,0.00,1,100.00,1,100.00,\n2,100.00,0,0.00,0,0.00,1740959999999\n',
    )
    expect(await textOf(exportRows(core, 'ranks', { period: '2025-01' }))).toBe(
      'partnerId,rankId,rankCode,totalTurnover,countingTurnover,targetTurnover,progress\n' +
        '1,1,FREE,100.00,100.00,1000.00,10\n2,1,FREE,0.00,0.00,1000.00,0\n',
    )
    expect(await textOf(exportRows(core, 'bonuses', { period: '2025-02' }))).toBe(
      'partnerId,type,orderId,level,currency,amount,paidAt,period\n' +
        '1,DIRECT,8,1,UPT,48.40000000,1738368000000,\n',
    )
    // Recorded now, so the movements are of this month.
    expect(await textOf(exportRows(core, 'balances', { period: '2025-02' }))).toBe(
      'partnerId,account,amount\n',
    )
    expect(await textOf(exportRows(core, 'balances'))).toBe(
      'partnerId,account,amount\n1,UCHAIN_UPT_BONUS,128.40000000\n',
    )
    expect(await textOf(exportRows(core, 'ledger'))).toBe(
      'transferId,createdAt,kind,debitAccount,creditAccount,currency,amount,reference\n' +
        `1,${core.clock()},DIRECT,company:bonus_expense,partner:1:UCHAIN_UPT_BONUS,UPT,80.00000000,order 7\n` +
        `2,${core.clock()},DIRECT,company:bonus_expense,partner:1:UCHAIN_UPT_BONUS,UPT,48.40000000,order 8\n`,
    )
    expect(() => exportRows(core, 'figures', { period: '2025-13' })).toThrow('validation_error')
  })
})

onPostgres('ranks of a period', (newDatabase) => {
  test('a rank counts from the month in which it was reached, not in the months before', async () => {
    const core = await openTestCore(await newDatabase())
    const partner = (id: number, sponsor: string) =>
      `${id},${sponsor},p${id}@example.com,Ann,Lee,2025-01-01T00:00:00Z,DE\n`
    const head = 'id,sponsorId,email,firstName,lastName,registeredAt,countryId\n'
    const partners = head + partner(1, '') + partner(2, '1') + partner(3, '1')
    await importPartners(core, asUpload(partners))
    await importOrders(
      core,
      asUpload(
        'orderId,partnerId,paidAt,amount\n7,2,2025-01-31T23:59:59.999Z,500\n8,3,2025-02-01T00:00:00Z,500\n',
      ),
    )
    const first = async (period: string) =>
      (await textOf(exportRows(core, 'ranks', { period }))).split('\n')[1]
    expect(await first('2025-01')).toBe('1,1,FREE,500.00,500.00,1000.00,50')
    expect(await first('2025-02')).toMatch(/^1,2,[A-Z]+,1000\.00,/)
  })
})

onPostgres('exports of many plans and files', (newDatabase) => {
  test.for([
    { legRule: 'sequential' as const },
    { countOwnTurnover: true },
    { ranksAreKept: false },
    { legRule: 'sequential' as const, countOwnTurnover: true, ranksAreKept: false },
  ])('all files equal the oracle’s under a plan with %o', async (setting) => {
    const plan = { ...defaultPlan(), ...setting }
    const scenario = randomScenario({ seed: 14, partners: 100, shape: 'preferential', plan })
    const core = await playScenario(await newDatabase(), scenario)
    expect(await differencesFromOracle(core, scenario)).toEqual([])
  })

  test('all files equal the oracle’s: a larger network with many files', async () => {
    const scenario = randomScenario({ seed: 13, partners: 800, shape: 'preferential', files: 5 })
    const core = await playScenario(await newDatabase(), scenario)
    expect(await differencesFromOracle(core, scenario)).toEqual([])
  })
})

onPostgres('the edges of a period', (newDatabase) => {
  const START = Date.UTC(2025, 1, 1)

  test('includes movements and bonuses of its first and last millisecond, and none outside', async () => {
    const clock = { now: START }
    const core = await openTestCore(await newDatabase(), { clock })
    await importPartners(
      core,
      asUpload(
        'id,sponsorId,email,firstName,lastName,registeredAt,countryId\n' +
          '1,,a@example.com,Ann,Lee,2025-01-01T00:00:00Z,DE\n' +
          '2,1,b@example.com,Bo,Ray,2025-01-02T00:00:00Z,DE\n',
      ),
    )
    const end = Date.UTC(2025, 2, 1)
    for (const [at, now] of [START - 1, START, end - 1, end].entries()) {
      clock.now = now
      await recordOrder(core, { orderId: at + 1, partnerId: 2, paidAt: now, cents: 10_000 })
    }
    const linesOf = async (kind: 'ledger' | 'bonuses' | 'balances', period: string) =>
      (await textOf(exportRows(core, kind, { period }))).trim().split('\n').slice(1)
    for (const [period, orders] of [
      ['2025-01', [1]],
      ['2025-02', [2, 3]],
      ['2025-03', [4]],
    ] as const) {
      const ledger = await linesOf('ledger', period)
      expect(ledger.map((line) => line.split(',').at(-1))).toEqual(
        orders.map((id) => `order ${id}`),
      )
      const bonuses = await linesOf('bonuses', period)
      expect(bonuses.map((line) => Number(line.split(',')[2]))).toEqual(orders)
    }
    expect(await linesOf('balances', '2024-12')).toEqual([])
    expect(await linesOf('balances', '2025-01')).toEqual(['1,UCHAIN_UPT_BONUS,80.00000000'])
    expect(await linesOf('balances', '2025-02')).toEqual(['1,UCHAIN_UPT_BONUS,240.00000000'])
  })
})

test('the default plan equals the oracle’s, as in B1 to B4', () => {
  const unilevel = DEFAULT_PLAN_DOCUMENT.unilevel.map(({ label: _label, ...row }) => row)
  expect(documentOf(defaultPlan())).toMatchObject({ ...DEFAULT_PLAN_DOCUMENT, unilevel })
})
