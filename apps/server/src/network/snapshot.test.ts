import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { finishInterrupted } from '../business/orders/import/finish-import.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { recordOrder } from '../testing/record-order.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { erasePartner } from '../business/partners/erase-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import type { Core } from '../core/core.ts'
import { figuresFile } from '../core/figures-file.ts'
import { openCore } from '../core/open-core.ts'
import type { Database } from '../db/database.ts'
import { readMarks } from '../db/marks.ts'
import { readEnvironment } from '../env.ts'
import { asUpload, openTestCore } from '../testing/core.ts'
import {
  createPostgresDatabase,
  dataDirectory,
  emptyDirectory,
  onBothDatabases,
} from '../testing/databases.ts'
import { OfficeRun, type Variables } from '../testing/kill-victim.ts'
import { type OrderCells, ordersText } from '../testing/network-files.ts'
import { Network } from './network.ts'
import { readSnapshot } from './snapshot.ts'

const HEAD = 'id,sponsorId,email,firstName,lastName,registeredAt,countryId\n'
const REGISTERED = Date.UTC(2026, 0, 1)
const PAID = Date.UTC(2026, 9, 1)

const lineOf = (id: number, sponsorId: number | '') =>
  `${id},${sponsorId},p${id}@example.com,First${id % 7},Last${id % 5},${REGISTERED},DE\n`

const addPartners = (core: Core, first: number, last: number) => {
  const ids = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const lines = ids.map((id) => lineOf(id, id === 1 ? '' : Math.max(1, id >> 1)))
  return importPartners(core, asUpload(HEAD + lines.join('')))
}

const order = (core: Core, orderId: number, partnerId: number) =>
  recordOrder(core, { orderId, partnerId, paidAt: PAID + orderId, cents: 6_000 + orderId })

/** A core with a network of 40, and the path of its snapshot. */
async function filled(newDatabase: () => Promise<Database>) {
  const core = await openTestCore(await newDatabase())
  await addPartners(core, 1, 40)
  const orders = Array.from(
    { length: 60 },
    (_, at) =>
      `${at + 1},${1 + ((at * 7) % 40)},${PAID + at * 86_400_000 * (at % 3) - 86_400_000},${80 + at}.50`,
  )
  const past = orders.filter((line) => Number(line.split(',')[2]) < PAID)
  await importOrders(core, asUpload(`orderId,partnerId,paidAt,amount\n${past.join('\n')}\n`))
  return { core, file: join(emptyDirectory(), 'figures.snapshot') }
}

const load = ({ database, plans }: Core, snapshot?: string) =>
  Network.load(database.read, plans.rulesSource(), snapshot === undefined ? {} : { snapshot })

/** All figures of a network by id, as row numbers may differ. */
async function answersOf(network: Network) {
  const { engine } = network
  const ids = [...engine.ids.subarray(0, engine.size)].sort((a, b) => a - b)
  const index = await network.teams(PAID)
  return {
    asOf: network.asOf,
    turnover: engine.turnover,
    partners: ids.map((id) => {
      const row = engine.rowOf(id)
      const name = engine.names.text.subarray(
        engine.names.startOf(engine.firstName[row]!),
        engine.names.startOf(engine.firstName[row]! + 1),
      )
      return {
        id,
        ...engine.figuresAt(row),
        ...engine.heldRankAt(row),
        blocked: engine.blocked[row],
        legs: engine.measures.map((measure) => engine.topLegs(measure, row)),
        name: Buffer.from(name).toString(),
        rank: index.rankOf(row),
      }
    }),
  }
}

/** Whether loading reads the file, shown by a figure that only the file contains. */
async function isTaken(core: Core, file: string): Promise<boolean> {
  const marked = await load(core)
  marked.engine.blocked[0] = 77
  await marked.keep(core.database.read, file)
  return (await load(core, file)).engine.blocked[0] === 77
}

onBothDatabases('a snapshot', (newDatabase) => {
  test('with the facts since equals the figures loaded from all facts', async () => {
    const { core, file } = await filled(newDatabase)
    await addPartners(core, 41, 50)
    await order(core, 1_001, 45)
    expect(await core.network.keep(core.database.read, file)).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(file, '..'))).toEqual(['figures.snapshot'])

    await addPartners(core, 51, 55)
    await order(core, 1_002, 52)
    await order(core, 1_003, 3)
    await cancelOrder(core, 1_001, 'sent back')
    await blockPartner(core, 4, true, 'test')
    await erasePartner(core, 6)
    const kept = await load(core, file)
    expect(await answersOf(kept)).toEqual(await answersOf(await load(core)))
    expect(kept.change).toBe(1)
  })

  test('is read only when it is complete and from the same history and rules', async () => {
    const { core, file } = await filled(newDatabase)
    expect(await isTaken(core, file)).toBe(true)

    const whole = readFileSync(file)
    const isTakenAs = async (bytes: Uint8Array) => {
      writeFileSync(file, bytes)
      return (await load(core, file)).engine.blocked[0] === 77
    }
    for (const at of [0, 100, whole.length >> 1, whole.length - 60, whole.length - 1]) {
      const damaged = Buffer.from(whole)
      damaged[at]! ^= 1
      expect(await isTakenAs(damaged)).toBe(false)
    }
    for (const length of [0, 10, whole.length - 1]) {
      expect(await isTakenAs(whole.subarray(0, length))).toBe(false)
    }
    expect(await isTakenAs(whole)).toBe(true)
    // Names that another release has folded in another way.
    const other = Buffer.from(whole)
    const end = other.length - 'PO-FIGURES-2'.length - 12
    const folding = other.indexOf('"nameFolding":') + '"nameFolding":'.length
    other[folding]! ^= 1
    expect(await isTakenAs(other)).toBe(false)
    other.writeUInt32LE(crc32(other.subarray(other.readDoubleLE(end), end)), end + 8)
    expect(await isTakenAs(other)).toBe(false)
    other[folding]! ^= 1
    other.writeUInt32LE(crc32(other.subarray(other.readDoubleLE(end), end)), end + 8)
    expect(await isTakenAs(other)).toBe(true)

    const asOwner = (statement: string) =>
      core.database.asOwner((tx) => sql.raw(statement).execute(tx))
    await asOwner(`update fact_log set last_fact = last_fact - 1`)
    expect(await isTakenAs(whole)).toBe(false)
    await asOwner(`update fact_log set last_fact = last_fact + 1`)
    expect(await isTakenAs(whole)).toBe(true)
    await asOwner(`update fact_log set log_id = gen_random_uuid()`)
    expect(await isTakenAs(whole)).toBe(false)
  })

  test('of a log that was restored and continued is not read', async () => {
    const { core, file } = await filled(newDatabase)
    expect(await isTaken(core, file)).toBe(true)
    await core.database.asOwner(async (tx) => {
      await sql`alter table orders disable trigger user`.execute(tx)
      await sql`update orders set recorded_at = recorded_at + 1 where fact = (select last_fact from fact_log)`.execute(
        tx,
      )
      await sql`alter table orders enable trigger user`.execute(tx)
    })
    expect((await load(core, file)).engine.blocked[0]).toBe(0)
  })

  test('is not written while the figures change, and the old one stays', async () => {
    const { core, file } = await filled(newDatabase)
    await core.network.keep(core.database.read, file)
    const before = readFileSync(file)
    const keeping = core.network.keep(core.database.read, file)
    const { engine } = core.network
    engine.apply({ kind: 'block', fact: engine.asOf + 1, partnerId: 2, blocked: true })
    expect(await keeping).toBe(false)
    expect(readFileSync(file)).toEqual(before)
    expect(readdirSync(join(file, '..'))).toHaveLength(1)
  })

  test('holds no name of an erased partner', async () => {
    const { core, file } = await filled(newDatabase)
    await importPartners(
      core,
      asUpload(`${HEAD}99,1,p99@example.com,Wilhelmina,Xylander,${REGISTERED},DE\n`),
    )
    await core.network.keep(core.database.read, file)
    const fresh = await load(core)
    await fresh.keep(core.database.read, file)
    expect(readFileSync(file).includes('xylander')).toBe(true)
    await erasePartner(core, 99)
    await fresh.catchUp(core.database.read)
    await fresh.keep(core.database.read, file)
    expect(readFileSync(file).includes('xylander')).toBe(false)
    expect(await answersOf(await load(core, file))).toEqual(await answersOf(await load(core)))
  })
})

const ORDERS_A_FILE = 1_000
/** When the import is killed, as shares of the time of a whole import. */
const KILLED_AT = [0.6, 0.75, 0.9]
/** Each start of the embedded database is dear. */
const ENOUGH_KILLS = { embedded: 1, postgres: KILLED_AT.length }
const PATIENCE_MS = 300_000

const ordersFrom = (first: number): string => {
  const cells = Array.from({ length: ORDERS_A_FILE }, (_, at): OrderCells => [
    first + at,
    1 + ((at * 7) % 40),
    PAID + first + at,
    `${60 + (at % 99)}.25`,
  ])
  return ordersText(cells)
}

/** Runs work on the data as a start finds it, with the snapshot, after it has recorded the rest of an accepted file. */
async function withStart<T>(variables: Variables, work: (core: Core) => Promise<T>): Promise<T> {
  const options = { operatorPort: null, figures: true }
  const { core, close } = await openCore(readEnvironment(variables), options)
  return finishInterrupted(core)
    .then(() => work(core))
    .finally(close)
}

/** The duration, and whether it was killed before its end. */
async function importFor(variables: Variables, text: string, atMostMs: number) {
  const file = join(emptyDirectory(), 'orders.csv')
  writeFileSync(file, text)
  const started = performance.now()
  const run = new OfficeRun(['import', 'orders', file], variables)
  const killing = setTimeout(() => void run.kill(), atMostMs)
  const status = await run.ended
  clearTimeout(killing)
  return { ms: performance.now() - started, wasKilled: status === null }
}

/** Whether a start reads the file, and its figures with the facts since, next to the figures from all facts. */
async function lookAtStart(core: Core, dataDir: string) {
  const { database, network, plans } = core
  const { plan } = await readMarks(database.read)
  const { figures: rules } = await plans.rulesSource()(database.read)
  const kept = await readSnapshot(database.read, figuresFile(dataDir), { rules, plan })
  return {
    factsSince: network.asOf - (kept?.engine.asOf ?? Number.NaN),
    said: await answersOf(network),
    fromFacts: await answersOf(await load(core)),
  }
}

async function startsAfterKills(
  enoughKills: number,
  variables: Variables & { readonly DATA_DIR: string },
) {
  const { DATA_DIR: dataDir } = variables
  await withStart(variables, async (core) => {
    await addPartners(core, 1, 40)
    await core.network.keep(core.database.read, figuresFile(dataDir))
  })
  let whole = await importFor(variables, ordersFrom(1), PATIENCE_MS)
  let kills = 0
  const starts: Awaited<ReturnType<typeof lookAtStart>>[] = []
  for (const [round, share] of KILLED_AT.entries()) {
    const orders = ordersFrom((round + 1) * ORDERS_A_FILE + 1)
    const run = await importFor(variables, orders, whole.ms * share)
    // An import that ends before its kill is faster than the one that was measured.
    if (run.wasKilled) kills += 1
    else whole = run
    starts.push(await withStart(variables, (core) => lookAtStart(core, dataDir)))
    if (kills === enoughKills) break
  }
  return { kills, starts }
}

const POSTGRES = 'PostgreSQL'

describe('a start with a snapshot, after killed imports, has the figures of the facts', () => {
  for (const kind of ['embedded database', POSTGRES]) {
    test(`${kind}`, { timeout: PATIENCE_MS }, async () => {
      const postgres = kind === POSTGRES ? await createPostgresDatabase() : null
      const { kills, starts } = await startsAfterKills(
        postgres === null ? ENOUGH_KILLS.embedded : ENOUGH_KILLS.postgres,
        {
          DATA_DIR: postgres === null ? dataDirectory() : emptyDirectory(),
          ...(postgres !== null && { DATABASE_URL: postgres.url }),
        },
      )
      await postgres?.drop()
      expect(kills).toBeGreaterThan(0)
      for (const { factsSince, said, fromFacts } of starts) {
        // A file is imported completely or not at all.
        expect(factsSince % ORDERS_A_FILE).toBe(0)
        expect(factsSince).toBeGreaterThan(0)
        expect(said).toEqual(fromFacts)
      }
    })
  }
})
