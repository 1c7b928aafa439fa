import { setTimeout as wait } from 'node:timers/promises'

import { afterEach, describe, expect, test, vi } from 'vitest'

import type { Core } from '../core/core.ts'
import { freshNetwork } from '../business/figures/fresh-network.ts'
import { recordOrder } from '../testing/record-order.ts'
import { changeContact } from '../business/partners/change-contact.ts'
import { erasePartner } from '../business/partners/erase-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { openDatabase } from '../db/database.ts'
import { asUpload, openTestCore, TEST_NOW } from '../testing/core.ts'
import { proxyTo } from '../testing/cut-off.ts'
import { createPostgresDatabase, onBothDatabases } from '../testing/databases.ts'
import { chainText } from '../testing/network-files.ts'

const PATIENCE = { timeout: 20_000, interval: 5 }
const CHAIN = 5

const order = (core: Core, orderId: number) =>
  recordOrder(core, { orderId, partnerId: CHAIN, paidAt: TEST_NOW, cents: 100 })

/** The team turnover of the top of the chain. */
async function turnoverOf(core: Core): Promise<number> {
  const network = await freshNetwork(core)
  return (await network.figures(1)).teamTurnover
}

/** Counts the queries for the end of the logs, except the listener's. */
const refreshes = (core: Core) => vi.spyOn(core.network, 'catchUp')

afterEach(() => vi.restoreAllMocks())

onBothDatabases('a process that follows the facts', (newDatabase) => {
  test('includes its own changes at once, and otherwise answers without a query', async () => {
    const core = await openTestCore(await newDatabase())
    const stop = await core.network.follow(core.database)
    await importPartners(core, asUpload(chainText(CHAIN)))
    for (let orderId = 1; orderId <= 5; orderId += 1) {
      await order(core, orderId)
      expect(await turnoverOf(core)).toBe(orderId * 100)
    }
    await vi.waitFor(() => expect(core.network.isFresh()).toBe(true), PATIENCE)
    const asked = refreshes(core)
    for (let times = 0; times < 20; times += 1) expect(await turnoverOf(core)).toBe(500)
    expect(asked).not.toHaveBeenCalled()
    await stop()
  })

  test('reports every changed partner once', async () => {
    const core = await openTestCore(await newDatabase())
    const stop = await core.network.follow(core.database)
    await importPartners(core, asUpload(chainText(CHAIN)))
    const changed: number[] = []
    core.network.onPartnerChanged((id) => void changed.push(id))
    await changeContact(core, 2, { phone: '+4930123456' })
    await changeContact(core, 2, { phone: '+4930123456' })
    await freshNetwork(core)
    expect(changed).toEqual([2])
    await erasePartner(core, 3)
    const { engine } = await freshNetwork(core)
    expect(changed).toEqual([2, 3])
    expect(engine.firstName[engine.rowOf(3)]).toBe(engine.names.add('Erased'))
    await stop()
  })

  test('stays correct when the clock jumps', async () => {
    const core = await openTestCore(await newDatabase())
    const stop = await core.network.follow(core.database)
    await importPartners(core, asUpload(chainText(CHAIN)))
    const now = Date.now()
    for (const [at, jump] of [3_600_000, -86_400_000 * 365, 86_400_000 * 3_650].entries()) {
      vi.spyOn(Date, 'now').mockReturnValue(now + jump)
      await order(core, at + 1)
      expect(await turnoverOf(core)).toBe((at + 1) * 100)
      await vi.waitFor(() => expect(core.network.isFresh()).toBe(true), PATIENCE)
      expect(core.network.ageMs()).toBe(0)
    }
    await stop()
  })
})

describe('two processes on one PostgreSQL', () => {
  /** Two processes, the second on a connection that can be cut. */
  async function two() {
    const { url, drop } = await createPostgresDatabase()
    const proxy = await proxyTo(url)
    const [one, other] = [await openDatabase({ url }), await openDatabase({ url: proxy.url })]
    const writer = await openTestCore(one)
    await importPartners(writer, asUpload(chainText(CHAIN)))
    const reader = await openTestCore(other)
    const stop = await reader.network.follow(other)
    await vi.waitFor(() => expect(reader.network.isFresh()).toBe(true), PATIENCE)
    const close = async () => {
      await stop()
      await Promise.all([one.close(), other.close()])
      await proxy.close()
      await drop()
    }
    return { writer, reader, proxy, close }
  }

  test('answers of one process include writes of the other', async () => {
    const { writer, reader, close } = await two()
    for (let orderId = 1; orderId <= 20; orderId += 1) {
      await order(writer, orderId)
      await vi.waitFor(async () => expect(await turnoverOf(reader)).toBe(orderId * 100), PATIENCE)
    }

    const changed: number[] = []
    reader.network.onPartnerChanged((id) => void changed.push(id))
    await erasePartner(writer, 4)
    await vi.waitFor(() => expect(changed).toEqual([4]), PATIENCE)
    await close()
  })

  test.for(['cut', 'silence'] as const)(
    'during a %s of the database answers continue with their age, and catch up afterwards',
    async (how) => {
      const { writer, reader, proxy, close } = await two()
      await order(writer, 1)
      await vi.waitFor(async () => expect(await turnoverOf(reader)).toBe(100), PATIENCE)
      proxy[how]()
      await order(writer, 2)
      await vi.waitFor(() => expect(reader.network.ageMs()).toBeGreaterThan(0), PATIENCE)
      const lost = performance.now()
      for (let times = 0; times < 5; times += 1) {
        expect(await turnoverOf(reader)).toBe(100)
        const age = reader.network.ageMs()
        expect(age).toBeGreaterThan(performance.now() - lost - 50)
        await wait(100)
      }
      proxy.restore()
      await vi.waitFor(async () => expect(await turnoverOf(reader)).toBe(200), PATIENCE)
      await vi.waitFor(() => expect(reader.network.ageMs()).toBe(0), PATIENCE)
      await close()
    },
  )
})
