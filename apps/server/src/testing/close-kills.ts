import { cpSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { monthEnd, parseMonth } from '@partner-office/domain'
import { sql } from 'kysely'
import { Client } from 'pg'

import { exportRows } from '../business/exports/export-rows.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { closePeriod } from '../business/months/close-period.ts'
import type { Core } from '../core/core.ts'
import { SeededRandom } from '../demo/random.ts'
import { asUpload, textOf } from './core.ts'
import { OfficeRun, type Variables } from './kill-victim.ts'
import { ordersText, partnersText } from './network-files.ts'
import { withCore } from './with-core.ts'

/** The month that is closed. */
export const MONTH = '2024-05'
const PARTNERS = 300
const LARGEST_ORDER_EUR = 4_000

/** The name of the data, in the parent directory, that each close gets a copy of. It may have a database before. */
export const TEMPLATE = 'template'

/** The progress of a close when it was killed. */
const STAGES = ['not begun', 'begun', 'posting', 'posted', 'sealed'] as const
type Stage = (typeof STAGES)[number]

export type CloseKillOptions = {
  readonly rounds: number
  readonly seed: number
  readonly orders: number
  /** The parent of the data directories. */
  readonly directory: string
  /** A PostgreSQL server for the databases; null: embedded databases. */
  readonly postgresUrl: string | null
  readonly say?: (line: string) => void
}

export type CloseKillSummary = {
  readonly records: number
  readonly stages: Readonly<Record<Stage, number>>
  /** Rounds whose result differs, in any byte, from the undisturbed close. */
  readonly faults: readonly string[]
}

/**
 * Kills closes with SIGKILL at random moments, each on a copy of the same data, and closes again: the result must equal
 * the result of an undisturbed close.
 */
export async function closeKills(options: CloseKillOptions): Promise<CloseKillSummary> {
  const copies = await Copies.open(options)
  const random = new SeededRandom(options.seed)
  await withCore(copies.template, (core) => fill(core, random, options.orders))

  const undisturbed = await copies.next()
  const started = performance.now()
  const status = await new OfficeRun(['close', MONTH], undisturbed).ended
  const closeMs = performance.now() - started
  if (status !== 0) throw new Error(`The undisturbed close ended with ${status}`)
  const [expected, records] = await withCore(
    undisturbed,
    async (core) => [await outcomeOf(core), await countRecords(core)] as const,
  )
  await copies.remove(undisturbed)

  const stages: Record<Stage, number> = {
    'not begun': 0,
    begun: 0,
    posting: 0,
    posted: 0,
    sealed: 0,
  }
  const faults: string[] = []
  for (let round = 1; round <= options.rounds; round += 1) {
    const variables = await copies.next()
    const run = new OfficeRun(['close', MONTH], variables)
    // Each round has its own part of the close: few rounds, too, meet its beginning and its end.
    await wait(closeMs * (0.2 + (0.8 * (round - 1 + random.next())) / options.rounds))
    await run.kill()
    const found = await withCore(variables, async (core) => {
      const stage = await stageOf(core, records)
      await closePeriod(core, MONTH)
      return { stage, outcome: await outcomeOf(core) }
    })
    stages[found.stage] += 1
    if (found.outcome !== expected) faults.push(`round ${round}, killed when ${found.stage}`)
    options.say?.(`round ${round}: killed when ${found.stage}, ${faults.length} faults`)
    await copies.remove(variables)
  }
  await copies.remove(copies.template)
  return { records, stages, faults }
}

/** Every partner buys in each of the months, and the upper lines earn from all orders. Units: orders of a month. */
export async function fill(
  core: Core,
  random: SeededRandom,
  orders: number,
  months: readonly string[] = [MONTH],
): Promise<void> {
  const tree = Array.from({ length: PARTNERS }, (_, at) => {
    const sponsor = at === 0 ? null : Math.ceil(at / 3)
    return [at + 1, sponsor] as const
  })
  await importPartners(core, asUpload(partnersText(tree)))
  const lines = months.flatMap((month, place) => {
    const start = parseMonth(month)!
    const longest = monthEnd(start) - start - 1
    return Array.from({ length: orders }, (_, at) => {
      const buyer = at < PARTNERS ? at + 1 : random.integer(1, PARTNERS)
      const paidAt = start + (at < PARTNERS ? at : random.integer(0, longest))
      const amount = String(random.integer(50, LARGEST_ORDER_EUR))
      return [place * orders + at + 1, buyer, paidAt, amount] as const
    })
  })
  await importOrders(core, asUpload(ordersText(lines)))
}

/** Bonuses, balances, seals and disclosures, as text: of these without the instant and the hash of the seal, which names it. */
export async function outcomeOf(core: Core): Promise<string> {
  const { rows } = await sql<{ seal: string }>`
    select encode(records_hash, 'hex') as seal from period_seals order by closing_id`.execute(
    core.database.read,
  )
  const { rows: disclosed } = await sql<{ text: string }>`
    select concat_ws(' ', d.period, d.months,
      ((d.content::jsonb -> 'disclosure') - array['sealedAt', 'seal'])::text, i.partner_ids, i.incomes) as text
    from disclosures d join disclosed_incomes i using (period) order by d.period, d.months`.execute(
    core.database.read,
  )
  const bonuses = await textOf(exportRows(core, 'bonuses'))
  const balances = await textOf(exportRows(core, 'balances'))
  const texts = [...rows.map(({ seal }) => seal), ...disclosed.map(({ text }) => text)]
  return [bonuses, balances, ...texts].join('\n')
}

async function countRecords({ database }: Core): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from bonus_records where period is not null`.execute(database.read)
  return rows[0]!.count
}

async function stageOf(core: Core, all: number): Promise<Stage> {
  const { rows } = await sql<{ begun: boolean; isSealed: boolean }>`
    select exists (select from closings) as begun, exists (select from period_seals) as is_sealed`.execute(
    core.database.read,
  )
  const { begun, isSealed } = rows[0]!
  const records = await countRecords(core)
  if (isSealed) return 'sealed'
  if (!begun) return 'not begun'
  if (records === 0) return 'begun'
  return records === all ? 'posted' : 'posting'
}

type Places = Pick<CloseKillOptions, 'directory' | 'postgresUrl'>

/** Copies of one data directory, or of one database with its directory. */
export class Copies {
  readonly template: Variables
  readonly #options: Places
  #made = 0

  private constructor(options: Places) {
    this.#options = options
    this.template = this.#variables(TEMPLATE)
  }

  static async open(options: Places): Promise<Copies> {
    const copies = new Copies(options)
    await copies.#change('create', TEMPLATE)
    return copies
  }

  async next(): Promise<Variables> {
    this.#made += 1
    const name = `copy${this.#made}`
    const copy = this.#variables(name)
    if (this.#options.postgresUrl === null) {
      cpSync(this.template['DATA_DIR']!, copy['DATA_DIR']!, { recursive: true })
    }
    await this.#change('create', name, `template ${databaseOf(TEMPLATE)}`)
    return copy
  }

  async remove({ DATA_DIR }: Variables): Promise<void> {
    await this.#change('drop', basename(DATA_DIR!), 'with (force)')
    rmSync(DATA_DIR!, { recursive: true, force: true })
  }

  #variables(name: string): Variables {
    const { directory, postgresUrl } = this.#options
    const DATA_DIR = join(directory, name)
    if (postgresUrl === null) return { DATA_DIR }
    const url = new URL(postgresUrl)
    url.pathname = `/${databaseOf(name)}`
    return { DATA_DIR, DATABASE_URL: String(url) }
  }

  async #change(change: 'create' | 'drop', name: string, how = ''): Promise<void> {
    const { postgresUrl } = this.#options
    if (postgresUrl === null) return
    const client = new Client({ connectionString: postgresUrl })
    await client.connect()
    await client.query(`${change} database ${databaseOf(name)} ${how}`)
    await client.end()
  }
}

const databaseOf = (name: string): string => `close_kills_${process.pid}_${name}`
