/**
 * ORC-007: the memory of importing a large file of the console with a column mapping, on PostgreSQL: upload, check and import of 1 GB with
 * 1,000,000 orders in the columns of a shop.
 *
 * Figure: upload and check, which read the file, take at most 256 MB above the idle process. The import itself is that of the command,
 * whose memory `bench/import.ts` measures; it is printed.
 *
 * Usage: node bench/import-memory.ts [--lines 1000000] [--bytes 1000000000]
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { importPartners } from '../apps/server/src/business/partners/import-partners.ts'
import { changeForm } from '../apps/server/src/console/imports/change-import.ts'
import { checkImport } from '../apps/server/src/console/imports/run-import.ts'
import { findImport } from '../apps/server/src/console/imports/stored-imports.ts'
import { uploadImport } from '../apps/server/src/console/imports/upload-import.ts'
import type { Progress } from '../apps/server/src/core/core.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { SeededRandom } from '../apps/server/src/demo/random.ts'
import { openTestCore } from '../apps/server/src/testing/core.ts'
import { confirmAndImport } from '../apps/server/src/testing/import-kills.ts'
import { sessionOf } from '../apps/server/src/testing/proposal-kills.ts'
import { runOffice } from '../apps/server/src/testing/run-office.ts'
import { partnerFile } from './lib/large-network.ts'
import { finish, withCluster } from './lib/report.ts'
import { watchMemory } from './lib/watch-memory.ts'

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '1000000' },
    bytes: { type: 'string', default: '1000000000' },
  },
})
const LINES = Number(values.lines)
const LINE_BYTES = Math.floor(Number(values.bytes) / LINES)
const PARTNERS = 100_000
const MOST_MIB = 256
const SETTLING_MS = 2_000
const OPERATOR = 'finn@example.com'

await withCluster(async ({ newDatabase, version }) => run(await newDatabase('memory'), version))

async function run(url: string, version: string): Promise<void> {
  const database = await openDatabase({ url })
  const core = await openTestCore(database)
  await runOffice(core, ['operator', 'add', OPERATOR, '--role', 'finance'])
  await importPartners(core, partnerFile(PARTNERS))
  const session = await sessionOf(core, OPERATOR)
  const idle = await idleMemory()
  console.log(`idle: ${idle.toFixed(0)} MiB`)
  const phases: Phase[] = []
  const watched = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const memory = watchMemory()
    try {
      return await work()
    } finally {
      const mib = memory.stop() - idle
      const phase = { name, mib, seconds: (performance.now() - startedAt) / 1000 }
      phases.push(phase)
      console.log(textOf(phase))
    }
  }
  const { id } = await watched('upload', () => uploadImport(core, parts(), session))
  const { form, bytes } = await findImport(core.database.read, id)
  await changeForm(core, { id, version: 1 }, form, session)
  const { signal } = new AbortController()
  const isRead = Promise.withResolvers<void>()
  const reading = watched('reading and converting', () => isRead.promise)
  const progress: Progress = (_done, _of, part) => {
    if (part === 'check') isRead.resolve()
  }
  const checking = { core, id: 0, object: String(id), progress, signal }
  await watched('the whole check', () => checkImport(checking))
  await reading
  const { result } = await findImport(core.database.read, id)
  if (result?.rows !== LINES || result.bad > 0) {
    throw new Error(`Checked ${result?.rows} lines, ${result?.bad} of them bad`)
  }
  const most = Math.max(...phases.map(({ mib }) => mib))
  await idleMemory()
  await watched('import', () => confirmAndImport(core, { id }))
  finish({
    name: 'memory of a mapped import',
    lines: [
      `${(bytes / 1e6).toFixed(0)} MB, ${LINES.toLocaleString('en')} lines; idle ${idle.toFixed(0)} MiB`,
      ...phases.map(textOf),
      `upload and check at most ${MOST_MIB} MiB above idle: ${most.toFixed(0)}`,
    ],
    on: version,
    passed: most <= MOST_MIB,
  })
  await database.close()
}

type Phase = { readonly name: string; readonly mib: number; readonly seconds: number }

function textOf({ name, mib, seconds }: Phase): string {
  return `${name}: ${mib.toFixed(0)} MiB above idle, ${seconds.toFixed(0)} s`
}

/** The memory when what can be given back has been given back, which takes a moment. Units: MiB. */
async function idleMemory(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let mib = Number.POSITIVE_INFINITY
  for (;;) {
    collect()
    await wait(SETTLING_MS)
    const before = mib
    mib = process.memoryUsage.rss() / 2 ** 20
    if (before - mib < 1) return mib
  }
}

/** The form of an upload, whose file is made while it is read. */
async function* parts() {
  yield { kind: 'field', name: 'kind', value: 'orders' } as const
  const file = { name: 'file', fileName: 'shop.csv', isCut: () => false }
  yield { kind: 'file', ...file, bytes: encoded() } as const
}

async function* encoded(): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for (const line of lines()) yield encoder.encode(line)
}

/** Lines with a long remark, which the mapping leaves out. */
function* lines(): Generator<string> {
  const random = new SeededRandom(3)
  yield 'Status;Order number;Customer number;Paid at;Amount;Remark\n'
  for (let at = 1; at <= LINES; at += 1) {
    const day = String(1 + (at % 28)).padStart(2, '0')
    const start = `ok;${at};${1 + (at % PARTNERS)};2026-01-${day}T10:00:00Z;${10 + (at % 90)}.50;`
    let remark = ''
    while (start.length + remark.length < LINE_BYTES - 1) {
      remark += random.integer(1, 2 ** 40).toString(36)
    }
    yield `${start}${remark.slice(0, LINE_BYTES - 1 - start.length)}\n`
  }
}
