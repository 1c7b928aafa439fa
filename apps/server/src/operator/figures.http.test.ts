import { OFFICE_REQUEST_TYPE, postOffice } from '@partner-office/contracts'
import { eurCents, formatUnits } from '@partner-office/domain'
import { figuresOf } from '@partner-office/domain/testing/figures.ts'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'

import { buildServices } from '../app.ts'
import { Readiness } from '../http/readiness.ts'
import { IDENTITY, openTestCore, TEST_NOW } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { ordersText, partnersText } from '../testing/network-files.ts'
import type { Database } from '../db/database.ts'
import { OperatorKey } from './operator-key.ts'

const KEY = 'a-test-key-of-some-length'

/** A tree of an error-prone shape, its orders, and the cancelled orders. */
const network = fc.record({
  sponsors: fc.oneof(
    fc.array(fc.nat(), { minLength: 1, maxLength: 14 }),
    fc.constantFrom('chain' as const, 'star' as const),
  ),
  orders: fc.array(
    fc.record({
      buyer: fc.nat(),
      cents: fc.integer({ min: 1, max: 90_000 }),
      isCancelled: fc.boolean(),
    }),
    { maxLength: 12 },
  ),
})
type Drawn = typeof network extends fc.Arbitrary<infer Value> ? Value : never

/** Partners of one round, with ids that no other round uses; every fifth draw makes another root. */
function partnersOf({ sponsors }: Drawn, first: number) {
  const draws = typeof sponsors === 'string' ? Array.from({ length: 9 }, () => 1) : sponsors
  const above = (at: number, draw: number) => {
    if (at === 0 || (typeof sponsors !== 'string' && draw % 5 === 0)) return null
    if (sponsors === 'chain') return at - 1
    return sponsors === 'star' ? 0 : draw % at
  }
  return draws.map((draw, at) => {
    const place = above(at, draw)
    return { id: first + at, sponsorId: place === null ? null : first + place }
  })
}

async function listening(database: Database) {
  const core = await openTestCore(database)
  const readiness = new Readiness()
  const services = buildServices({
    core,
    logger: pino({ level: 'silent' }),
    readiness,
    operatorKey: new OperatorKey(KEY),
    trustedProxies: [],
    ...IDENTITY,
  })
  readiness.phase = 'serving'
  const address = await services.operators.listen({ port: 0, host: '127.0.0.1' })
  /** Sends a command as `office` does; returns its output. */
  const office = async (words: readonly string[], file: string | null = null) => {
    const head = JSON.stringify({ words, user: 'ann', hasInput: file !== null })
    const response = await fetch(address + postOffice.path, {
      method: postOffice.method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': OFFICE_REQUEST_TYPE },
      body: `${head}\n${file ?? ''}`,
    })
    const lines = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.at(-1)).toEqual({ exit: 0 })
    return lines.map(({ out }) => out ?? '').join('')
  }
  return { office, close: () => Promise.all(Object.values(services).map((each) => each.close())) }
}

onPostgres('figures over HTTP', (newDatabase) => {
  test('ENT-021 flSize counts the first line, teamSize the downline, and the turnovers their sums, on any tree', async () => {
    const { office, close } = await listening(await newDatabase())
    let round = 0
    await fc.assert(
      fc.asyncProperty(network, async (drawn) => {
        round += 1
        const partners = partnersOf(drawn, round * 1_000)
        const orders = drawn.orders.map(({ buyer, cents, isCancelled }, at) => ({
          orderId: round * 1_000 + at,
          partnerId: partners[buyer % partners.length]!.id,
          cents,
          isCancelled,
        }))
        await office(
          ['import', 'partners', 'p.csv'],
          partnersText(partners.map(({ id, sponsorId }) => [id, sponsorId])),
        )
        await office(
          ['import', 'orders', 'o.csv'],
          ordersText(
            orders.map(({ orderId, partnerId, cents }) => [
              orderId,
              partnerId,
              TEST_NOW,
              formatUnits(BigInt(cents), 2),
            ]),
          ),
        )
        for (const { orderId } of orders.filter(({ isCancelled }) => isCancelled)) {
          await office(['cancel', 'order', String(orderId), '--reason', 'returned'])
        }

        const own = new Map(partners.map(({ id }) => [id, eurCents(0)]))
        for (const { partnerId, cents, isCancelled } of orders) {
          if (!isCancelled) own.set(partnerId, eurCents(own.get(partnerId)! + BigInt(cents)))
        }
        const figures = await office(['export', 'figures'])
        for (const [id, expected] of figuresOf(partners, own)) {
          const row = figures.split('\n').find((line) => line.startsWith(`${id},`))
          expect(row?.split(',').slice(1, 6)).toEqual([
            formatUnits(expected.ownTurnover, 2),
            String(expected.flSize),
            formatUnits(expected.flTurnover, 2),
            String(expected.teamSize),
            formatUnits(expected.teamTurnover, 2),
          ])
        }
      }),
      { numRuns: 20 },
    )
    await close()
  })
})
