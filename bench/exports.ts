/**
 * The ledger of a partner with 1,000,000 transfers as a file, read over HTTP, while other calls are made and new transfers are
 * posted to the same account.
 *
 * Figures (EXP-002): the process takes at most 64 MiB more than idle; the 99th percentile of the other calls is at most 1.5 × that
 * of a quiet service; the file has exactly the transfers of one moment, whose last balance is the sum of its rows.
 *
 * Usage: node bench/exports.ts [--rows 1000000] [--seconds 10]
 */
import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'

import { changeSettings } from '../apps/server/src/business/settings/change-settings.ts'
import { type Database, openDatabase } from '../apps/server/src/db/database.ts'
import { PartnersService } from '../apps/server/src/testing/partners-service.ts'
import { load } from './lib/http-load.ts'
import { credit, postAll } from './lib/ledger-content.ts'
import { finish, withCluster } from './lib/report.ts'
import { watchMemory } from './lib/watch-memory.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '10' },
  },
})
const ROWS = Number(values.rows)
const SECONDS = Number(values.seconds)
const ROWS_A_STEP = 20_000
const MOST_MIB = 64
const MOST_SLOWER = 1.5
/** Differences below this are noise of the timer and the scheduler. Units: milliseconds. */
const NOISE_MS = 5
const ACCOUNT = 'UCHAIN_UPT_BONUS'
/** Other calls a second, on four connections. */
const RATE = 100

/**
 * Reads the file in a process of its own, whose memory does not count, and checks the sum of its rows. Partners read on
 * machines of their own: here the reader takes what processor time the others leave.
 */
const READER = `
import { constants, setPriority } from 'node:os'
setPriority(constants.priority.PRIORITY_LOW)
const [url, token] = process.argv.slice(1)
const response = await fetch(url, { headers: { authorization: 'Bearer ' + token } })
let rest = '', rows = -1, sum = 0n, balance = 0n
const units = (text) => BigInt(text.replace('.', ''))
for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + chunk).split('\\n')
  rest = lines.pop()
  for (const line of lines) {
    rows += 1
    if (rows === 0) continue
    const cells = line.split(',')
    sum += units(cells[3])
    balance = units(cells[4])
  }
}
console.log(JSON.stringify({ rows, isSound: sum === balance }))`

await withCluster(async ({ newDatabase, version }) => {
  const database = await openDatabase({ url: await newDatabase('exports') })
  try {
    await measure(database, version)
  } finally {
    await database.close()
  }
})

async function measure(database: Database, version: string): Promise<void> {
  const service = await PartnersService.open(database)
  await changeSettings(service.core, { 'rateLimit.user': '0', enforceLegalsOnApi: 'FALSE' })
  const before = await countOf(database)
  for (let from = before; from < ROWS; from += ROWS_A_STEP) {
    await post(database, `row ${from}`, Math.min(ROWS_A_STEP, ROWS - from))
  }
  const token = await service.signIn(1)
  await service.office.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.office.server.address() as AddressInfo
  const others = () =>
    load({
      port,
      paths: ['/v1/user', `/v1/balances?balances=${ACCOUNT}`, '/v1/team?sponsorId=1'],
      headers: { authorization: `Bearer ${token}` },
      connections: 4,
      seconds: SECONDS,
      rate: RATE,
    })
  await others()
  globalThis.gc?.()
  const idle = watchMemory()
  const asking = others()
  const postedBefore = await postWhile(database, 'quiet', asking)
  const quiet = await asking
  const idleMib = idle.stop()
  const watched = watchMemory()
  const started = performance.now()
  const reading = read(`http://127.0.0.1:${port}/v1/ledger/export?account=${ACCOUNT}`, token)
  const posting = postWhile(database, 'busy', reading)
  const busy = await others()
  const file = await reading
  const exportMs = performance.now() - started
  const mib = watched.stop() - idleMib
  const posted = await posting
  await service.office.close()
  const slower = busy.p99 / quiet.p99
  const isFast = slower <= MOST_SLOWER || busy.p99 - quiet.p99 <= NOISE_MS
  finish({
    name: `An export of ${ROWS.toLocaleString('en')} rows`,
    on: version,
    passed:
      mib <= MOST_MIB &&
      isFast &&
      file.rows === ROWS + postedBefore &&
      file.isSound &&
      busy.errors === 0,
    lines: [
      `memory above idle: ${mib.toFixed(1)} MiB (idle ${idleMib.toFixed(0)} MiB; figure: at most ${MOST_MIB})`,
      `other calls, 99th percentile: ${busy.p99.toFixed(1)} ms beside ${quiet.p99.toFixed(1)} ms quiet, ${slower.toFixed(2)} × (figure: at most ${MOST_SLOWER}, or ${NOISE_MS} ms more); medians ${busy.median.toFixed(1)} and ${quiet.median.toFixed(1)} ms`,
      `rows: ${file.rows} in ${(exportMs / 1_000).toFixed(1)} s, sums ${file.isSound ? 'right' : 'WRONG'}, while ${posted} others were posted`,
    ],
  })
}

async function post(database: Database, name: string, count: number): Promise<void> {
  const credits = Array.from({ length: count }, (_, at) =>
    credit({ key: `${name}:${at}`, partnerId: 1, account: ACCOUNT }),
  )
  await postAll(database, credits)
}

async function countOf({ read: db }: Database): Promise<number> {
  const { count } = await db
    .selectFrom('transfers as t')
    .innerJoin('accounts as a', 'a.id', 't.partnerAccountId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('a.partnerId', '=', 1)
    .where('a.name', '=', ACCOUNT)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Posts to the exported account until `reading` ends, beside the quiet calls too: each transfer makes the process read anew. The first
 * one waits until the snapshot has begun.
 */
async function postWhile(
  database: Database,
  name: string,
  reading: Promise<unknown>,
): Promise<number> {
  const reader = { isReading: true }
  const ending = reading.finally(() => (reader.isReading = false))
  await wait(2_000)
  let posted = 0
  while (reader.isReading) {
    await post(database, `${name} ${posted}`, 1)
    posted += 1
    await wait(100)
  }
  await ending
  return posted
}

async function read(url: string, token: string): Promise<{ rows: number; isSound: boolean }> {
  const words = ['--input-type=module', '-e', READER, url, token]
  const { stdout } = await promisify(execFile)(process.execPath, words)
  return JSON.parse(stdout) as { rows: number; isSound: boolean }
}
