/**
 * Makes the monthly statements of a large network on PostgreSQL: a first run is killed half-way, a second one continues.
 *
 * Figures: >= 1,000 statements a minute on one core, made and drawn as PDF one after the other; <= 1 GiB of memory; after the kill, the
 * same statements byte for byte as a run without a kill.
 *
 * Usage: node bench/statements.ts [--partners 100000]
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { importOrders } from '../apps/server/src/business/orders/import/import-orders.ts'
import { importPartners } from '../apps/server/src/business/partners/import-partners.ts'
import { closePeriod } from '../apps/server/src/business/months/close-period.ts'
import { countStatements } from '../apps/server/src/business/statements/count-statements.ts'
import type { Core } from '../apps/server/src/core/core.ts'
import { asUpload } from '../apps/server/src/testing/core.ts'
import { OfficeRun } from '../apps/server/src/testing/kill-victim.ts'
import { ordersText, partnersText } from '../apps/server/src/testing/network-files.ts'
import { withCore } from '../apps/server/src/testing/with-core.ts'
import type { Making } from './lib/make-statements.ts'
import { finish, withCluster } from './lib/report.ts'

const { values } = parseArgs({ options: { partners: { type: 'string', default: '100000' } } })
const partners = Number(values.partners)

const MONTH = '2024-05'
const MONTH_START = Date.UTC(2024, 4, 1)
const LEAST_A_MINUTE = 1_000
const MOST_BYTES = 2 ** 30
const DRAWN = 300
const MAKE = join(import.meta.dirname, 'lib', 'make-statements.ts')

const directory = mkdtempSync(join(tmpdir(), 'partner-office-statements-'))
await withCluster(async ({ newDatabase, version }) => {
  const variables = { DATA_DIR: directory, DATABASE_URL: await newDatabase('statements') }
  await withCore(variables, fill)
  const beforeKill = await killHalfWay(variables)
  const making = make(variables)
  const resumed = await withCore(variables, ({ database }) => countStatements(database, MONTH))
  await withCore(variables, ({ database }) =>
    database.read.deleteFrom('statements').where('period', '=', MONTH).execute(),
  )
  make(variables)
  const whole = await withCore(variables, ({ database }) => countStatements(database, MONTH))

  const all = [...whole.byCurrency.values()].reduce((sum, count) => sum + count, 0)
  const made = all - beforeKill
  const aMinute = 60_000 / (making.makeMs / made + making.drawAllMs / all)
  const isSame = resumed.sha256 === whole.sha256
  finish({
    name: 'statements',
    lines: [
      `${partners} partners: ${all} statements, of which ${beforeKill} before the kill`,
      `made and drawn: ${aMinute.toFixed(0)} a minute, at least ${LEAST_A_MINUTE}; made alone ${((60_000 * made) / making.makeMs).toFixed(0)}, drawn alone, by processor time, ${((60_000 * all) / making.drawAllMs).toFixed(0)}, from the longest and ${making.drawn} others`,
      `memory: ${(making.peakBytes / 2 ** 20).toFixed(0)} MiB, at most ${MOST_BYTES / 2 ** 20}`,
      `after the kill the ${isSame ? 'same statements' : 'statements DIFFER'}, SHA-256 ${whole.sha256.slice(0, 16)}`,
    ],
    on: version,
    passed:
      aMinute >= LEAST_A_MINUTE &&
      making.peakBytes <= MOST_BYTES &&
      isSame &&
      beforeKill > 0 &&
      made > 0,
  })
})
rmSync(directory, { recursive: true, force: true })

/** Half an order per partner, all in one month, which is closed. */
async function fill(core: Core): Promise<void> {
  const tree = Array.from({ length: partners }, (_, at) => {
    return [at + 1, at === 0 ? null : Math.ceil(at / 3)] as const
  })
  await importPartners(core, asUpload(partnersText(tree)))
  const orders = Array.from({ length: Math.ceil(partners / 2) }, (_, at) => {
    return [at + 1, 2 * at + 1, MONTH_START + at, '500'] as const
  })
  await importOrders(core, asUpload(ordersText(orders)))
  await closePeriod(core, MONTH)
}

/** Kills a run once it has made some statements; returns how many. */
async function killHalfWay(variables: Record<'DATA_DIR' | 'DATABASE_URL', string>) {
  const client = new Client({ connectionString: variables.DATABASE_URL })
  await client.connect()
  const counted = async (): Promise<number> => {
    const { rows } = await client.query<{ made: number }>(
      'select count(*)::int as made from statements',
    )
    return rows[0]!.made
  }
  const run = new OfficeRun(['reports', 'make', MONTH], variables)
  while ((await counted()) < partners / 4) await wait(100)
  await run.kill()
  const made = await counted()
  await client.end()
  return made
}

function make(variables: Record<string, string>): Making {
  const env = { ...process.env, ...variables }
  const out = execFileSync(process.execPath, [MAKE, MONTH, String(DRAWN)], {
    env,
    encoding: 'utf8',
  })
  return JSON.parse(out.trim().split('\n').at(-1)!) as Making
}
