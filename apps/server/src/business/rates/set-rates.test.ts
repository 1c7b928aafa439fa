import { fraction } from '@partner-office/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openTestCore, TEST_NOW } from '../../testing/core.ts'
import { openEmbedded } from '../../testing/databases.ts'
import type { Core } from '../../core/core.ts'
import { currentRates, listRates } from './current-rates.ts'
import { type NewRate, setRates } from './set-rates.ts'

const rate = (text: string, change: Partial<NewRate> = {}): NewRate => ({
  from: 'EUR',
  to: 'UPT',
  rateType: 'SELL',
  rate: text,
  ...change,
})

describe('exchange rates', () => {
  let core: Core
  beforeAll(async () => {
    core = await openTestCore(await openEmbedded())
  })
  afterAll(() => core.database.close())
  const upt = async () =>
    (await listRates(core.database.read)).find(
      ({ to, rateType }) => to === 'UPT' && rateType === 'SELL',
    )?.rate

  test('are kept to the last of 18 decimals', async () => {
    await setRates(core, [rate('123456789012.123456789012345678')])
    expect(await upt()).toBe('123456789012.123456789012345678')
    const inForce = await currentRates(core.database.read)
    expect(inForce.find(({ to }) => to === 'UPT')).toMatchObject({
      rate: fraction('123456789012.123456789012345678'),
      setAt: TEST_NOW,
    })
  })

  test('the newest rate of a pair and type applies; the other type has its own', async () => {
    await setRates(core, [rate('2'), rate('3'), rate('9', { rateType: 'BUY' })])
    expect((await listRates(core.database.read)).filter(({ to }) => to === 'UPT')).toMatchObject([
      { rateType: 'BUY', rate: '9' },
      { rateType: 'SELL', rate: '3' },
    ])
  })

  test.each([
    '0',
    '-1',
    '1e3',
    '1,5',
    '',
    'NaN',
    '+2',
    ' 2',
    '1.',
    '0.0000000000000000001',
    '1234567890123',
  ])('a rate of %j is refused, and so are all rates beside it', async (text) => {
    await expect(setRates(core, [rate('7'), rate(text)])).rejects.toMatchObject({
      problems: [{ place: '[1].rate' }],
    })
    expect(await upt()).not.toBe('7')
  })

  test('the smallest rate is kept', async () => {
    await setRates(core, [rate('0.000000000000000001')])
    expect(await upt()).toBe('0.000000000000000001')
  })

  test('a currency has no rate to itself', async () => {
    await expect(setRates(core, [rate('1', { to: 'EUR' })])).rejects.toMatchObject({
      problems: [{ place: '[0].to' }],
    })
  })
})
