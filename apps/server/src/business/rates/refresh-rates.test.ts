import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openTestCore } from '../../testing/core.ts'
import { openEmbedded } from '../../testing/databases.ts'
import type { Core } from '../../core/core.ts'
import { listRates } from './current-rates.ts'
import { rateFeedAt } from './rate-feed.ts'
import { refreshRates } from './refresh-rates.ts'

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
    [
      'one quote more than doubled',
      {
        status: 200,
        text: '[{"from":"EUR","to":"USDT","rate":"1.2"},{"from":"EUR","to":"UPT","rate":"4.01"}]',
      },
      'from EUR to UPT',
    ],
    [
      'less than half',
      { status: 200, text: '[{"from":"EUR","to":"UPT","rate":"0.99"}]' },
      'less than half',
    ],
  ])('%s is refused completely, and the rates in force stay', async (_name, wrong, message) => {
    answer = wrong
    const before = await listRates(core.database.read)
    const feed = rateFeedAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`)
    await expect(refreshRates(core, feed)).rejects.toThrow(message)
    expect(await listRates(core.database.read)).toEqual(before)
  })

  test('a quote of exactly twice or half the rate in force is stored, and the longest answer is read', async () => {
    const quote = (rate: string) => `[{"from":"EUR","to":"UCN","rate":"${rate}"}]`
    const feed = rateFeedAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`)
    const ucn = async () => (await listRates(core.database.read)).find(({ to }) => to === 'UCN')
    expect(await ucn()).toMatchObject({ rate: '4' })
    answer = { status: 200, text: quote('8') }
    expect(await refreshRates(core, feed)).toBe(1)
    expect(await ucn()).toMatchObject({ rate: '8' })
    answer = { status: 200, text: quote('4').padEnd(200_000) }
    expect(await refreshRates(core, feed)).toBe(1)
    expect(await ucn()).toMatchObject({ rate: '4' })
  })

  test('an unreachable feed sets no rates', async () => {
    const feed = rateFeedAt('http://127.0.0.1:1/rates')
    await expect(refreshRates(core, feed)).rejects.toThrow('fetch failed')
  })
})
