import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { openTestCore, TEST_NOW, type TestClock } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import type { Core } from '../../core/core.ts'
import { currentRate } from './read-rates.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { RateProvider } from './rate-provider.ts'

onPostgres('rates of a provider', (newDatabase) => {
  let core: Core
  let clock: TestClock
  let provider: RateProvider
  let server: Server
  let answer: string
  let asked: number

  beforeEach(async () => {
    clock = { now: TEST_NOW }
    core = await openTestCore(await newDatabase(), { clock })
    provider = new RateProvider(core)
    asked = 0
    server = createServer((_request, response) => {
      asked += 1
      response.end(answer)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => new Promise((resolve) => server.close(resolve)))

  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`
  const quotes = (...rates: string[]) => {
    const pairs = rates.map((rate, at) => ({ from: 'EUR', to: ['UPT', 'USDT'][at], rate }))
    answer = JSON.stringify(pairs)
  }
  const useFeed = () =>
    changeSettings(core, { exchangeProvider: 'feed', exchangeFeedUrl: address() })
  const inForce = (to: 'UPT' | 'USDT') =>
    currentRate(core.database, { from: 'EUR', to, rateType: 'SELL' })

  test('FMT-016 the provider internal leaves the rates to the operators, and feed stores the quotes', async () => {
    quotes('2.4', '1.2')
    await changeSettings(core, { exchangeFeedUrl: address() })
    expect(await provider.refreshIfDue()).toBe(0)
    expect(asked).toBe(0)
    await useFeed()
    expect(await provider.refreshIfDue()).toBe(2)
    expect(await inForce('UPT')).toMatchObject({ rate: '2.4', updatedAt: TEST_NOW })
    expect(await inForce('USDT')).toMatchObject({ rate: '1.2' })
  })

  test('CFG-006 exchangeProvider and exchangeRefresh set where rates come from and how often', async () => {
    quotes('2.1')
    await useFeed()
    await changeSettings(core, { exchangeRefresh: '5000' })
    await provider.refreshIfDue()
    clock.now += 4_999
    await provider.refreshIfDue()
    expect(asked).toBe(1)
    clock.now += 1
    await provider.refreshIfDue()
    expect(asked).toBe(2)
    clock.now -= 5_000
    await provider.refreshIfDue()
    expect(asked).toBe(3)
  })

  test('an unchanged quote is confirmed, and stored once', async () => {
    quotes('2.1')
    await useFeed()
    await provider.refreshIfDue()
    clock.now += 60_000
    expect(await provider.refreshIfDue()).toBe(0)
    expect(await inForce('UPT')).toMatchObject({ rate: '2.1', updatedAt: clock.now })
    const stored = await core.database.read.selectFrom('rates').select('id').execute()
    expect(stored).toHaveLength(7)
  })

  test('rates from the feed are in the audit log', async () => {
    quotes('2.1')
    await useFeed()
    await provider.refreshIfDue()
    const entries = await core.database.read.selectFrom('auditLog').selectAll().execute()
    expect(entries).toMatchObject([
      { actor: 'feed', command: 'rates set', arguments: { rates: [{ to: 'UPT', rate: '2.1' }] } },
    ])
  })

  test('a feed without an address is a named error', async () => {
    await changeSettings(core, { exchangeProvider: 'feed' })
    await expect(provider.refreshIfDue()).rejects.toThrow('exchangeFeedUrl names no address')
  })
})
