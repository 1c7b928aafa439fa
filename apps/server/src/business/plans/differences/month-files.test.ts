import { readdirSync, rmSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { afterEach, expect, test, vi } from 'vitest'

import { emptyDirectory } from '../../../testing/databases.ts'
import { ruleAtOrder } from './explained-part.ts'
import { MonthFiles } from './month-files.ts'
import { type SideAmount, SideAmounts } from './side-amounts.ts'

afterEach(() => vi.unstubAllEnvs())

/** As many amounts of one currency as there are partners. */
function amountsOf(partners: number, units: bigint): SideAmount[] {
  const amounts = new SideAmounts()
  for (let partnerId = 1; partnerId <= partners; partnerId += 1) {
    amounts.add({
      partnerId,
      type: 'DIRECT',
      currency: 'UPT',
      units,
      orderId: partnerId,
      cents: units,
      level: 1,
      rate: null,
      rule: ruleAtOrder('1', { rank: null, percent: '5', rate: '1', base: null }),
    })
  }
  return [...amounts.values()]
}

test('PLN-017 the amounts of a difference are read again, and a killed process leaves no file', async () => {
  const directory = emptyDirectory()
  vi.stubEnv('TMPDIR', directory)
  await MonthFiles.during(['2026-03', '2026-04'], async (files) => {
    expect(readdirSync(directory)).toEqual([])
    await files.write('2026-03', amountsOf(2_001, 5n))
    await files.write('2026-03', amountsOf(1, 7n))
    const read = [...(await files.read('2026-03')).values()]
    expect(read).toHaveLength(2_001)
    expect(read.map(({ units }) => units).slice(0, 2)).toEqual([12n, 5n])
    expect([...(await files.read('2026-04')).values()]).toEqual([])
  })
  expect(readdirSync(directory)).toEqual([])
  rmSync(directory, { recursive: true })
})

test('PLN-016 the amounts of 24 months take less memory than those of one of them', async () => {
  const PARTNERS = 2_000
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heap = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const months = Array.from({ length: 24 }, (_, at) => `${2024 + Math.floor(at / 12)}-${at % 12}`)
  await MonthFiles.during(months, async (files) => {
    await files.write(months[0]!, amountsOf(PARTNERS, 5n))
    const before = heap()
    for (const month of months.slice(1)) await files.write(month, amountsOf(PARTNERS, 5n))
    const written = heap() - before
    const one = await files.read(months[0]!)
    const ofOne = heap() - before - written
    expect([...one.values()]).toHaveLength(PARTNERS)
    expect(written).toBeLessThan(ofOne)
  })
})
