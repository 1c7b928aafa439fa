import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'

import { finishInterrupted } from '../business/orders/import/finish-import.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { changeForm, confirmImport } from '../console/imports/change-import.ts'
import { checkImport } from '../console/imports/run-import.ts'
import { findImport } from '../console/imports/stored-imports.ts'
import { uploadImport } from '../console/imports/upload-import.ts'
import { JobRunner } from '../console/jobs/job-runner.ts'
import type { Core } from '../core/core.ts'
import { NO_PROGRESS } from '../core/core.ts'
import { jobKinds } from '../operator/job-kinds.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { asUpload } from './core.ts'
import { type KillOptions, type KillRounds, runRounds } from './kill-at-step.ts'
import { chainText } from './network-files.ts'
import { sessionOf } from './proposal-kills.ts'
import { runOffice } from './run-office.ts'

/** A file that is confirmed and imported. */
export type Importing = { readonly id: number }

export type ImportKillSummary = {
  readonly killed: number
  /** Of confirming and importing, to the end. */
  readonly steps: number
  /** Kills that left nothing, and whose file was imported after all, and those that left the whole file. */
  readonly continued: number
  readonly whole: number
  /** Files that are half imported, imported twice or not at all, and what `verify` finds; must be empty. */
  readonly faults: readonly string[]
}

const OPERATOR = 'finn@example.com'
const SOURCE = 'shop'
const PARTNERS = 5
const ORDERS = 40
const CENTS = 1_250
const POLLED_EVERY_MS = 20

/** Confirms a file as the console does and waits until its job has ended. Refuses: as `confirmImport`. */
export async function confirmAndImport(core: Core, { id }: Importing): Promise<void> {
  const jobs = new JobRunner(core, jobKinds(null))
  const { version } = await findImport(core.database.read, id)
  const session = await sessionOf(core, OPERATOR)
  await confirmImport({ core, jobs }, { id, version }, 'to be killed at a step', session)
  await untilEnded(core, id)
  await jobs.stop()
}

/**
 * Kills a process with SIGKILL at one step of the import of a mapped file, goes on as the next process does, and checks that
 * each order of the file is there once.
 *
 * Source: requirements ORC-011; decisions 0037.
 */
export async function importKills(options: KillOptions): Promise<ImportKillSummary> {
  const rounds = new ImportKills()
  await runRounds('import-kill-child.ts', rounds, options)
  return rounds
}

class ImportKills implements ImportKillSummary, KillRounds<Importing> {
  readonly prepare = prepare
  readonly faults: string[] = []
  killed = 0
  steps = 0
  continued = 0
  whole = 0
  #uploaded = 0

  /** Uploads a file with columns of its own and external ids, and checks it. */
  async next(core: Core): Promise<Importing> {
    this.#uploaded += 1
    const session = await sessionOf(core, OPERATOR)
    const { id } = await uploadImport(core, partsOf(this.#uploaded), session)
    const { form } = await findImport(core.database.read, id)
    await changeForm(core, { id, version: 1 }, { ...form, source: SOURCE }, session)
    const { signal } = new AbortController()
    await checkImport({ core, id: 0, object: String(id), progress: NO_PROGRESS, signal })
    return { id }
  }

  /** Looks at what the kill has left, goes on with the job or confirms again, and looks again. */
  async follow(core: Core, step: number, { id }: Importing): Promise<void> {
    const note = (fault: string) => this.faults.push(`killed at step ${step}: ${fault}`)
    // As each process that opens the data does.
    await finishInterrupted(core)
    const left = JSON.stringify(await leftBy(core, id, this.#uploaded))
    const isWhole = left === JSON.stringify(WHOLE)
    if (!isWhole && left !== JSON.stringify(NOTHING)) note(`left ${left}`)
    if (isWhole) this.whole += 1
    else this.continued += 1

    const jobs = new JobRunner(core, jobKinds(null))
    await jobs.adopt()
    await untilEnded(core, id)
    await jobs.stop()
    if ((await findImport(core.database.read, id)).state !== 'DONE') {
      await confirmAndImport(core, { id })
    }
    const done = JSON.stringify(await leftBy(core, id, this.#uploaded))
    if (done !== JSON.stringify(WHOLE)) note(done)
    for (const difference of (await verifyAll(core)).differences) note(difference)
  }
}

/** What a file leaves: its orders, their cents and numbers, and the entries of the audit log. */
type Left = {
  readonly orders: number
  readonly cents: number
  readonly numbers: number
  readonly acts: number
  readonly isDone: boolean
}
const NOTHING: Left = { orders: 0, cents: 0, numbers: 0, acts: 0, isDone: false }
const WHOLE: Left = {
  orders: ORDERS,
  cents: ORDERS * CENTS,
  numbers: ORDERS,
  acts: 1,
  isDone: true,
}

async function leftBy({ database }: Core, id: number, file: number): Promise<Left> {
  const { rows } = await sql<Left>`
    with own as (select number from external_ids where kind = 'order' and external like ${`${file}-%`})
    select (select count(*)::int from orders where id in (select number from own)) as orders,
      (select coalesce(sum(amount_cents), 0)::int from orders where id in (select number from own)) as cents,
      (select count(*)::int from own) as numbers,
      (select count(*)::int from audit_log where command = 'import orders' and arguments ->> 'import' = ${String(id)}) as acts,
      (select state = 'DONE' from console.imports where id = ${id}) as is_done`.execute(
    database.read,
  )
  return rows[0]!
}

async function untilEnded({ database }: Core, id: number): Promise<void> {
  const running = database.read
    .selectFrom('console.jobs')
    .select('id')
    .where('object', '=', String(id))
    .where('endedAt', 'is', null)
  while ((await running.executeTakeFirst()) !== undefined) await wait(POLLED_EVERY_MS)
}

async function* partsOf(file: number) {
  const lines = Array.from({ length: ORDERS }, (_, at) => {
    return `ok;${file}-${at};P${1 + (at % PARTNERS)};${13 + (at % 15)}.01.2026;12,50`
  })
  const text = ['Status;Bestellnummer;Kundennummer;Bezahlt am;Betrag', ...lines, ''].join('\n')
  yield { kind: 'field', name: 'kind', value: 'orders' } as const
  const bytes = asUpload(text)
  yield { kind: 'file', name: 'file', fileName: 'o.csv', bytes, isCut: () => false } as const
}

async function prepare(core: Core): Promise<void> {
  await runOffice(core, ['operator', 'add', OPERATOR, '--role', 'finance'])
  await importPartners(core, asUpload(chainText(PARTNERS)))
  await core.database.transaction((tx) =>
    sql`
      insert into external_ids (kind, source, external, number)
      select 'partner', ${SOURCE}, 'P' || id, id from partners`.execute(tx),
  )
}
