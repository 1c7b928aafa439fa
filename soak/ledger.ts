/**
 * Random ledger operations of every kind, by several callers at once: single and bulk transfers, both directions, several
 * currencies, repeated keys, keys reused for another transfer, impossible amounts.
 *
 * Figure: each operation has the result that a simple model predicts; after each thousand every currency sums to zero, every
 * balance equals the sum of its transfers and the model, and the hash chains are valid.
 *
 * Usage: node soak/ledger.ts [--operations 100000] [--database embedded|postgres|both] [--seed 1]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { postTransfer, postTransfers } from '../apps/server/src/testing/post-transfers.ts'
import { sealCandidate, sealTransfers } from '../apps/server/src/business/ledger/seal-transfers.ts'
import { importPartners } from '../apps/server/src/business/partners/import-partners.ts'
import { type Database, openDatabase } from '../apps/server/src/db/database.ts'
import { SeededRandom } from '../apps/server/src/demo/random.ts'
import { asUpload, openTestCore } from '../apps/server/src/testing/core.ts'
import { chainText } from '../apps/server/src/testing/network-files.ts'
import { finish, withCluster } from '../bench/lib/report.ts'
import { LedgerCheck } from './lib/ledger-check.ts'
import { LedgerModel, type Outcome } from './lib/ledger-model.ts'
import { type Call, RandomTransfers } from './lib/random-transfers.ts'

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '100000' },
    database: { type: 'string', default: 'both' },
    seed: { type: 'string', default: '1' },
  },
})
const operations = Number(values.operations)
const seed = Number(values.seed)
const PARTNERS = 50
const CALLERS = 8
const CHECK_EVERY = 1_000

const OUTCOME_OF_CODE: Readonly<Record<string, Outcome>> = {
  PO001: 'clashing key',
  '23505': 'key twice in a call',
  '23514': 'impossible amount',
  '22003': 'impossible amount',
}

if (values.database !== 'postgres') await soakEmbedded()
if (values.database !== 'embedded') {
  await withCluster(async ({ newDatabase, version }) => {
    await soak(await openDatabase({ url: await newDatabase('ledger_soak') }), version)
  })
}

async function soakEmbedded(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'partner-office-ledger-'))
  await soak(await openDatabase({ directory }), 'embedded database')
  rmSync(directory, { recursive: true, force: true })
}

async function soak(database: Database, on: string): Promise<void> {
  const core = await openTestCore(database)
  await importPartners(core, asUpload(chainText(PARTNERS)))
  const model = new LedgerModel()
  const check = new LedgerCheck(database, model)
  const callers = Array.from({ length: CALLERS }, (_, caller) => {
    const random = new SeededRandom(seed * CALLERS + caller)
    return new RandomTransfers(random, model, `caller ${caller}`, PARTNERS)
  })
  const seen = new Map<Outcome, number>()
  let done = 0
  let checks = 0
  let problem: string | null = null
  try {
    while (done < operations) {
      const each = Math.ceil(Math.min(CHECK_EVERY, operations - done) / CALLERS)
      const rounds = callers.map((caller) => callRepeatedly(database, model, caller, each, seen))
      const results = await Promise.allSettled(rounds)
      for (const result of results) if (result.status === 'rejected') throw result.reason
      done += each * CALLERS
      await sealTransfers(database.read, await sealCandidate(database.read), done)
      await check.run()
      checks += 1
      if (checks % 10 === 0) console.log(`${on}: ${done} operations, ${model.transfers} transfers`)
    }
  } catch (error) {
    problem = (error as Error).message
  }
  await database.close()
  report(on, problem, [
    `${done} operations by ${CALLERS} callers: ${[...seen].map(([outcome, times]) => `${times} ${outcome}`).join(', ')}`,
    `${model.transfers} transfers, ${checks} looks at all sums, balances and new links of the hash chains`,
  ])
}

async function callRepeatedly(
  database: Database,
  model: LedgerModel,
  caller: RandomTransfers,
  times: number,
  seen: Map<Outcome, number>,
): Promise<void> {
  for (let call = 0; call < times; call += 1) {
    const next = caller.next()
    const outcome = await outcomeOf(database, model, next)
    if (outcome !== next.outcome) {
      throw new Error(`${outcome} in place of ${next.outcome}: ${JSON.stringify(next.transfers)}`)
    }
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
  }
}

/** Checks the result of a call, and which of its transfers it reported as new. */
async function outcomeOf(
  database: Database,
  model: LedgerModel,
  { transfers }: Call,
): Promise<Outcome | string> {
  const [only, ...more] = transfers
  try {
    if (more.length === 0) {
      await database.transaction((tx) => postTransfer(tx, only!))
      model.post(transfers)
      return 'posted'
    }
    const answers = await database.transaction((tx) => postTransfers(tx, transfers))
    const posted = answers.filter((answer) => answer.posted).length
    const due = model.post(transfers)
    return posted === due ? 'posted' : `${posted} new ones in place of ${due}`
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    return OUTCOME_OF_CODE[code] ?? `${code} ${message}`
  }
}

function report(on: string, problem: string | null, lines: readonly string[]): void {
  const failedBefore = process.exitCode === 1
  finish({
    name: 'ledger soak',
    lines: problem === null ? lines : [...lines, problem],
    on,
    passed: problem === null,
  })
  if (failedBefore) process.exitCode = 1
}
