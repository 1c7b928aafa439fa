import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { randomScenario, type Shape } from '../../../../../../oracle/random-network.ts'
import type { Core } from '../../../core/core.ts'
import { FileLock } from '../../../turns/file-lock.ts'
import { restoreBackup, writeBackup } from '../../../db/backup.ts'
import { isDatabaseBusy } from '../../../db/bounded-pool.ts'
import type { Database } from '../../../db/database.ts'
import { DiskFull } from '../../../db/disk-full.ts'
import { asUpload, openTestCore, textOf } from '../../../testing/core.ts'
import { onBothDatabases, onPostgres, openEmbedded } from '../../../testing/databases.ts'
import { interrupted } from '../../../testing/interrupted.ts'
import { chainText, type OrderCells, ordersText } from '../../../testing/network-files.ts'
import { recordOrder } from '../../../testing/record-order.ts'
import { playScenario, withoutLastOrders } from '../../../testing/scenario.ts'
import { withoutIntakes } from '../../../testing/written-by-orders.ts'
import { verifyAll } from '../../../verify/verify-all.ts'
import { audited } from '../../audit/audit-log.ts'
import { exportRows } from '../../exports/export-rows.ts'
import { ImportRefused } from '../../imports/import-refused.ts'
import { ImportUnfinished } from '../../imports/import-unfinished.ts'
import { enrollPartner } from '../../partners/enroll-partner.ts'
import { blockPartner } from '../../partners/block-partner.ts'
import { importPartners } from '../../partners/import-partners.ts'
import { registerPartner } from '../../partners/register-partner.ts'
import { prepareClosing } from '../../months/prepare-closing.ts'
import { loadPlan } from '../../settings/load-plan.ts'
import { setRates } from '../../rates/set-rates.ts'
import { cancelOrder } from '../intake/cancel-order.ts'
import { finishInterrupted, finishOrPostpone } from './finish-import.ts'
import { importOrders } from './import-orders.ts'
import type { PaidOrder } from '../decide/decide-turn.ts'
import { recordTogether } from '../intake/record-together.ts'

const PARTNERS = 6
const PAID_AT = Date.UTC(2026, 9, 1)
const EARLIER = 1
const FIRST = 101
const ORDERS = 40

/** The changes of an import of `ORDERS` orders. */
const STAGED = 1
const ACCEPTED = 2
const FIRST_SLICE = 3

const opened: Database[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})

async function newDatabase(): Promise<Database> {
  const database = await openEmbedded()
  opened.push(database)
  return database
}

/** A chain of partners with one order. */
async function openChain(database?: Database): Promise<Core> {
  const core = await openTestCore(database ?? (await newDatabase()))
  await importPartners(core, asUpload(chainText(PARTNERS)))
  await recordOrder(core, { orderId: EARLIER, partnerId: 2, paidAt: PAID_AT, cents: 5_000 })
  return core
}

/** The same data, as the next process opens it. */
const reopened = (core: Core): Promise<Core> => openTestCore(core.database)

const orderAt = (at: number): OrderCells => [
  FIRST + at,
  1 + (at % PARTNERS),
  PAID_AT + at * 1_000,
  '100',
]
const FILE = Array.from({ length: ORDERS }, (_, at) => orderAt(at))
/** The same orders with other numbers, for a database that holds earlier files. */
const fileOf = (place: number): OrderCells[] =>
  FILE.map(([id, ...cells]) => [id + place * 1_000, ...cells])
const single = (orderId: number, changes: Partial<PaidOrder> = {}): PaidOrder => ({
  orderId,
  partnerId: 3,
  paidAt: PAID_AT,
  cents: 10_000,
  ...changes,
})

const importFile = (core: Core, orders: readonly OrderCells[] = FILE) =>
  importOrders(core, asUpload(ordersText(orders)))

/** Answers to a single order: recorded, busy, or the code of a refusal. */
async function answerTo(core: Core, order: PaidOrder): Promise<string> {
  const entry = { actor: 'test', command: 'order', details: () => order }
  const [answer] = await recordTogether(core, () => [{ order, entry }])
  if (answer === null) return 'recorded'
  return isDatabaseBusy(answer) ? 'busy' : String((answer as { code?: string }).code)
}

const countOf = async (core: Core, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)}`.execute(core.database.read)
  return rows[0]!.count
}
const recordedOf = async (core: Core): Promise<number> => (await countOf(core, 'orders')) - 1

async function expectNothingStaged(core: Core): Promise<void> {
  expect(await countOf(core, 'staged_orders')).toBe(0)
  expect(await countOf(core, 'accepted_import')).toBe(0)
}

const at = (wanted: number, work: () => Promise<void>) => async (change: number) => {
  if (change === wanted) await work()
}
const dying = async () => {
  throw new Error('killed')
}

describe('a file of orders on the embedded database', () => {
  async function intakesOf({ database }: Core): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(distinct intake) from orders`.execute(database.read)
    return rows[0]!.count
  }

  test('is never split inside an instant', async () => {
    const core = await openChain()
    const instants = FILE.map(([id, partnerId, , amount], place): OrderCells => [
      id,
      partnerId,
      PAID_AT + Math.floor(place / 13),
      amount,
    ])
    await importFile(core, instants)
    const { rows } = await sql<{ intakes: number; orders: number }>`
      select count(distinct intake) as intakes, count(*) as orders from orders where id >= ${FIRST}
      group by paid_at order by paid_at`.execute(core.database.read)
    expect(rows.map(({ orders }) => orders)).toEqual([13, 13, 13, 1])
    expect(rows.map(({ intakes }) => intakes)).toEqual([1, 1, 1, 1])
    expect(await intakesOf(core)).toBeGreaterThan(2)
  })

  test('is recorded as a whole or not at all, wherever the process is killed', async () => {
    // Each kill meets a file of its own, of two slices or more; the files before it are whole.
    const orders = 16
    let core = await openChain()
    const found: number[] = []
    for (let step = 1; ; step += 1) {
      const [before, entries] = [await recordedOf(core), await countOf(core, 'audit_log')]
      const entry = { actor: 'test', command: 'import', details: () => ({}) }
      const killed = interrupted(core, { beforeCommit: at(step, dying) })
      const file = fileOf(step).slice(0, orders)
      const end = await audited(killed, entry, (on) => importFile(on, file)).catch(
        (error: Error) => error,
      )

      core = await reopened(core)
      const rest = await finishInterrupted(core)
      const recorded = (await recordedOf(core)) - before
      found.push(recorded)
      expect(recorded).toBe(step <= ACCEPTED ? 0 : orders)
      expect((await countOf(core, 'audit_log')) - entries).toBe(recorded === 0 ? 0 : 1)
      await expectNothingStaged(core)
      expect(await finishInterrupted(core)).toBe(0)
      if (!(end instanceof Error)) break
      expect(end instanceof ImportUnfinished).toBe(recorded > 0)
      expect(rest > 0).toBe(recorded > 0)
    }
    expect((await verifyAll(core)).differences).toEqual([])
    expect(found.length).toBeGreaterThan(FIRST_SLICE + 1)
  })

  test('lets single orders in between two slices, but not those that it holds itself', async () => {
    const core = await openChain()
    const answers: string[] = []
    const sendSome = async () => {
      answers.push(
        await answerTo(core, single(FIRST + ORDERS - 1)),
        await answerTo(core, single(FIRST, { partnerId: 1 })),
        await answerTo(core, single(7)),
      )
    }
    await importFile(interrupted(core, { afterCommit: at(FIRST_SLICE, sendSome) }))
    expect(answers).toEqual(['busy', 'recorded', 'recorded'])
    expect(await recordedOf(core)).toBe(ORDERS + 1)
    const { rows } = await sql<{ behind: boolean }>`
      select o.fact > (select min(fact) from orders where id >= ${FIRST})
        and o.fact < (select max(fact) from orders where id >= ${FIRST}) as behind
      from orders o where id = 7`.execute(core.database.read)
    expect(rows).toEqual([{ behind: true }])
    expect(await answerTo(core, single(FIRST + ORDERS - 1))).toBe('not_unique')
    expect((await verifyAll(core)).differences).toEqual([])
  })

  test('that is not accepted yet bars no single order, and is then refused', async () => {
    const core = await openChain()
    const send = async () => expect(await answerTo(core, single(FIRST + 2))).toBe('recorded')
    const file = importFile(interrupted(core, { afterCommit: at(STAGED, send) }))
    await expect(file).rejects.toMatchObject({
      problems: [{ line: 4, problem: `orderId ${FIRST + 2} has been recorded before` }],
    })
    await expect(file).rejects.toThrow(ImportRefused)
    expect(await recordedOf(core)).toBe(1)
  })

  test('keeps room for its turnover: a single order that would take it is refused', async () => {
    const core = await openChain()
    const largest = FILE.map(([id, partnerId, paidAt]): OrderCells => {
      return [id, partnerId, paidAt, '999999999999.99']
    })
    const more = Array.from({ length: 90 - ORDERS }, (_, place): OrderCells => {
      return [1_000 + place, 1, PAID_AT + 100_000 + place, '999999999999.99']
    })
    const answers: string[] = []
    const send = async () => {
      answers.push(await answerTo(core, single(7, { cents: 99_999_999_999_999 })))
    }
    await importFile(interrupted(core, { afterCommit: at(FIRST_SLICE, send) }), [
      ...largest,
      ...more,
    ])
    expect(answers).toEqual(['validation_error'])
    expect(await recordedOf(core)).toBe(90)
  })

  test('lets registrations in between two slices, and their confirmations', async () => {
    const core = await openChain()
    const register = async () => {
      const { rows } = await sql<{ code: string }>`
        select invite_code as code from partners where id = 1`.execute(core.database.read)
      const id = await registerPartner(core, {
        email: 'new@example.com',
        passwordHash: 'hash',
        firstName: 'New',
        lastName: 'Partner',
        countryId: 'DE',
        language: 'en',
        referral: rows[0]!.code,
      })
      await enrollPartner(core, id, async () => {})
    }
    await importFile(interrupted(core, { afterCommit: at(FIRST_SLICE, register) }))
    expect(core.network.engine.size).toBe(PARTNERS + 1)
    expect(await recordedOf(core)).toBe(ORDERS)
    expect((await verifyAll(core)).differences).toEqual([])
  })

  test('that was staged and not accepted is removed by the next file', async () => {
    const core = await openChain()
    const killed = interrupted(core, { beforeCommit: at(ACCEPTED, dying) })
    await expect(importFile(killed)).rejects.toThrow('killed')
    expect(await countOf(core, 'staged_orders')).toBe(ORDERS)

    await importFile(core, [[9_001, 2, PAID_AT, '10']])
    expect(await recordedOf(core)).toBe(1)
    await expectNothingStaged(core)
  })

  test('that fails half-way says how far it came, and is finished by the next work that needs it', async () => {
    const core = await openChain()
    const fillDisk = async () => {
      throw new DiskFull(0)
    }
    const failing = interrupted(core, { beforeCommit: at(FIRST_SLICE + 1, fillDisk) })
    await expect(importFile(failing)).rejects.toThrow(
      /^The file is accepted, but only 5 of its 40 orders are recorded yet\..*The disk is full/,
    )
    expect(await recordedOf(core)).toBe(5)
    expect(await answerTo(core, single(FIRST + ORDERS - 1))).toBe('busy')

    await cancelOrder(core, FIRST + ORDERS - 1, 'returned')
    expect(await recordedOf(core)).toBe(ORDERS)
    await expectNothingStaged(core)
    expect((await verifyAll(core)).differences).toEqual([])
  })

  test.each([
    [
      'was recorded in part',
      FIRST_SLICE + 1,
      5,
      /^The file is accepted, but only 5 of its 40 orders /,
    ],
    ['was accepted', FIRST_SLICE, 0, /^The file is accepted, but only 0 of its 40 orders /],
    ['was staged', ACCEPTED, 0, /^The disk is full/],
  ] as const)(
    'that %s is no reason not to start on a full disk',
    async (_name, step, done, said) => {
      let isFull = true
      const fillDisk = async () => {
        if (isFull) throw new DiskFull(0)
      }
      const core = await openChain()
      await expect(
        importFile(interrupted(core, { beforeCommit: at(step, fillDisk) })),
      ).rejects.toThrow()

      const next = interrupted(await reopened(core), { beforeCommit: fillDisk })
      const { recorded, postponed } = await finishOrPostpone(next)
      expect(recorded).toBe(0)
      expect(postponed?.message).toMatch(said)
      expect(await recordedOf(next)).toBe(done)
      expect(await next.network.figures(1)).toMatchObject({ teamSize: PARTNERS - 1 })
      await expect(next.fileLock.run(async () => {})).rejects.toThrow('The disk is full')

      isFull = false
      await next.fileLock.run(async () => {})
      expect(await recordedOf(next)).toBe(step === ACCEPTED ? 0 : ORDERS)
      await expectNothingStaged(next)
      expect((await verifyAll(next)).differences).toEqual([])
    },
  )

  test('that fails for another reason than a full disk refuses the start', async () => {
    const core = await openChain()
    await expect(
      importFile(interrupted(core, { beforeCommit: at(FIRST_SLICE, dying) })),
    ).rejects.toThrow()
    const next = interrupted(await reopened(core), { beforeCommit: dying })
    await expect(finishOrPostpone(next)).rejects.toThrow('0 of its 40 orders')
  })

  test('is refused before it is accepted where a credit would have no quote', async () => {
    const core = await openChain()
    await core.database.asOwner(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`delete from rates where to_currency = 'UPT'`.execute(tx)
    })
    await expect(importFile(core)).rejects.toMatchObject({ code: 'not_found' })
    expect(await finishInterrupted(await reopened(core))).toBe(0)
    expect(await recordedOf(core)).toBe(0)
    await expectNothingStaged(core)
  })

  test('without orders is recorded', async () => {
    expect(await importFile(await openChain(), [])).toEqual({ imported: 0 })
  })
})

describe('a file of orders on the embedded database', () => {
  /** Work that must find whole the file that has these orders. */
  const WHOLE: Readonly<Record<string, (core: Core, file: OrderCells[]) => Promise<unknown>>> = {
    'a cancellation': (core, file) => cancelOrder(core, file[0]![0], 'returned'),
    'another file of orders': (core) => importFile(core, [[9_001, 2, PAID_AT, '10']]),
    'a file of partners': (core) =>
      importPartners(core, asUpload(chainText(PARTNERS + 1).replaceAll(/^[1-6],.*\n/gm, ''))),
    'new quotes': (core) =>
      setRates(core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '3' }]),
    'a new plan': (core) => loadPlan(core, { ...DEFAULT_PLAN_DOCUMENT, validFrom: PAID_AT }),
    'a closing': (core) => prepareClosing(core, '2026-10'),
    'an export': (core) => textOf(exportRows(core, 'figures')),
    'a block': (core) => blockPartner(core, 3, true, 'for a test'),
  }
  const names = Object.keys(WHOLE)

  let database: Database
  let core: Core
  beforeAll(async () => {
    database = await openEmbedded()
    core = await openChain(database)
  })
  afterAll(() => database.close())

  test.each(names)('is whole before %s', async (name) => {
    const before = await recordedOf(core)
    const file = fileOf(names.indexOf(name))
    const found: Promise<number>[] = []
    const begin = async () => {
      found.push(WHOLE[name]!(core, file).then(() => recordedOf(core)))
      // Time enough to get the session before the next slice.
      await wait(20)
    }
    await importFile(interrupted(core, { afterCommit: at(FIRST_SLICE, begin) }), file)
    const [recorded] = await Promise.all(found)
    expect(recorded! - before).toBe(ORDERS + (name === 'another file of orders' ? 1 : 0))
  })

  test('is what verify finds, with all that came after each file', async () => {
    expect((await verifyAll(core)).differences).toEqual([])
  })
})

onPostgres('a file of orders in one transaction', (newPostgres) => {
  const shapes: readonly Shape[] = ['chain', 'star', 'random']

  test.each(shapes)('%s: is written in slices on the embedded database, too', async (shape) => {
    const seeds = fc.integer({ min: 1, max: 1_000_000 })
    await fc.assert(
      fc.asyncProperty(seeds, (seed) => writesTheSame({ seed, shape })),
      { numRuns: 1, endOnFailure: true },
    )
  })

  async function writesTheSame(wish: { seed: number; shape: Shape }): Promise<void> {
    const { before, rows } = withoutLastOrders(
      randomScenario({ ...wish, partners: 30, orders: 120 }),
    )
    // Many orders share an instant, so that they make each other's buyers active.
    const orders = rows.map(({ orderId, partnerId, paidAt, amount }): OrderCells => [
      orderId,
      partnerId,
      Math.ceil(paidAt / 7_200_000) * 7_200_000,
      amount,
    ])
    const whole = await playScenario(await newPostgres(), before)
    const sliced = await playScenario(await newDatabase(), before)
    await importFile(whole, orders)
    await importFile(sliced, orders)

    expect(await withoutIntakes(sliced)).toEqual(await withoutIntakes(whole))
    expect(await textOf(exportRows(sliced, 'figures'))).toBe(
      await textOf(exportRows(whole, 'figures')),
    )
    expect((await verifyAll(whole)).differences).toEqual([])
    await expectNothingStaged(sliced)
  }
})

onBothDatabases('a backup made while a file is recorded', (newTarget) => {
  test('holds the accepted rest, which is recorded once it is restored', async () => {
    const core = await openChain()
    let backup = Buffer.alloc(0)
    const save = async () => {
      backup = await buffer(writeBackup(core.database))
    }
    await importFile(interrupted(core, { afterCommit: at(FIRST_SLICE, save) }))

    const target = await newTarget()
    await restoreBackup(
      target,
      (async function* () {
        yield backup
      })(),
    )
    const restored = await openTestCore(target)
    expect(await recordedOf(restored)).toBe(5)
    expect(await finishInterrupted(restored)).toBe(ORDERS - 5)
    expect(await recordedOf(restored)).toBe(ORDERS)
    expect((await verifyAll(restored)).differences).toEqual([])
  })
})

describe('the lock of files', () => {
  test('is passed on in the order of arrival, and refuses who waits too long', async () => {
    const lock = new FileLock()
    const order: string[] = []
    const held = lock.run(() => wait(50))
    const late = lock.run(async () => void order.push('late'), 5)
    const patient = lock.forLongWork().run(async () => void order.push('patient'))
    const last = lock.run(async () => void order.push('last'))
    await expect(late).rejects.toSatisfy(isDatabaseBusy)
    await Promise.all([held, patient, last])
    expect(order).toEqual(['patient', 'last'])
  })

  test('is free again after an error, and finishes what failed before anything else', async () => {
    const lock = new FileLock()
    await expect(lock.run(dying)).rejects.toThrow('killed')
    lock.finishNext(dying)
    const tried: string[] = []
    await expect(lock.run(async () => void tried.push('work'))).rejects.toThrow('killed')
    lock.finishNext(async () => void tried.push('finish'))
    await lock.run(async () => void tried.push('work'))
    await lock.run(async () => void tried.push('work'))
    expect(tried).toEqual(['finish', 'work', 'work'])
  })
})
