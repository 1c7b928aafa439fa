import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openTestCore } from '../../testing/core.ts'
import { openEmbedded } from '../../testing/databases.ts'
import type { Core } from '../../core/core.ts'
import { listRates } from './current-rates.ts'
import { rateFeedAt } from './rate-feed.ts'
import { readLeftOut, refreshRates } from './refresh-rates.ts'
import { setRates } from './set-rates.ts'

describe('the answer of a feed', () => {
  let core: Core
  let server: Server
  let answer: { status: number; text: string }
  beforeAll(async () => {
    core = await openTestCore(await openEmbedded())
    server = createServer((_request, response) =>
      response.writeHead(answer.status).end(answer.text),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    server.close()
    await core.database.close()
  })

  test.each([
    ['an error', { status: 503, text: '[]' }, 'answers 503'],
    ['no JSON', { status: 200, text: 'rates' }, 'JSON'],
    ['no quotes', { status: 200, text: '[]' }, 'wrong at its top'],
    ['another form', { status: 200, text: '{"EUR":1}' }, 'wrong at its top'],
    ['a rate of 0', { status: 200, text: '[{"from":"EUR","to":"UPT","rate":"0"}]' }, '0.rate'],
    ['a coin nobody knows', { status: 200, text: '[{"from":"EUR","to":"X","rate":"1"}]' }, '0.to'],
    ['too much', { status: 200, text: ' '.repeat(200_001) }, 'too much'],
  ])('%s is refused completely, and the rates in force stay', async (_name, wrong, message) => {
    answer = wrong
    const before = await listRates(core.database.read)
    await expect(refreshRates(core, feed())).rejects.toThrow(message)
    expect(await listRates(core.database.read)).toEqual(before)
  })

  const feed = () => rateFeedAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`)
  const quote = (rate: string, to = 'UCN') => ({ from: 'EUR', to, rate })
  const answerWith = (...quotes: object[]) => {
    answer = { status: 200, text: JSON.stringify(quotes) }
  }
  const inForce = async (to: string) =>
    (await listRates(core.database.read)).find((rate) => rate.to === to)?.rate

  test('CNF-006 a quote that differs by rateJumpPercent is set, and the longest answer is read', async () => {
    expect(await inForce('UCN')).toBe('4')
    answerWith(quote('4.8'))
    expect(await refreshRates(core, feed())).toBe(1)
    expect(await inForce('UCN')).toBe('4.8')
    answer = { status: 200, text: JSON.stringify([quote('3.84')]).padEnd(200_000) }
    expect(await refreshRates(core, feed())).toBe(1)
    expect(await inForce('UCN')).toBe('3.84')
    expect(await readLeftOut(core)).toEqual([])
  })

  test('CNF-006 a quote that differs by more is left out and noted, the others are set', async () => {
    answerWith(quote('4.608000000000000001'), quote('1.2', 'USDT'))
    expect(await refreshRates(core, feed())).toBe(1)
    expect(await inForce('UCN')).toBe('3.84')
    expect(await inForce('USDT')).toBe('1.2')
    const since = core.clock()
    expect(await readLeftOut(core)).toEqual([
      { ...quote('4.608000000000000001'), rateType: 'SELL', at: since },
    ])
    answerWith(quote('3.071999999999999999'))
    await refreshRates(core, feed())
    expect(await readLeftOut(core)).toMatchObject([quote('3.071999999999999999')])
    // Once an operator has set it, the feed names the rate in force.
    await setRates(core, [
      { from: 'EUR', to: 'UCN', rateType: 'SELL', rate: '3.071999999999999999' },
    ])
    expect(await refreshRates(core, feed())).toBe(0)
    expect(await readLeftOut(core)).toEqual([])
  })

  test('an unreachable feed sets no rates', async () => {
    await expect(refreshRates(core, rateFeedAt('http://127.0.0.1:1/rates'))).rejects.toThrow(
      'fetch failed',
    )
  })
})
