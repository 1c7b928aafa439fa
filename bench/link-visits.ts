/**
 * Counts 1,000 visits a second of one link over HTTP while its invite page is read, with the database there and then away.
 *
 * Figures (LNK-006): they add at most one write a second, and every visit is counted; with the database away the visits are dropped,
 * every one of them is answered, and the invite page answers as fast as without any visit (99 of 100: at most 10 times as long, or
 * 100 ms).
 *
 * Server, pages and visits share the machine: the load comes from threads of its own.
 *
 * Usage: node bench/link-visits.ts [--seconds 10] [--rate 1000]
 */
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { importPartners } from '../apps/server/src/business/partners/import-partners.ts'
import { changeSettings } from '../apps/server/src/business/settings/change-settings.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { asUpload, openTestCore } from '../apps/server/src/testing/core.ts'
import { proxyTo } from '../apps/server/src/testing/cut-off.ts'
import { PartnersService } from '../apps/server/src/testing/partners-service.ts'
import { load } from './lib/http-load.ts'
import { finish, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '1000' },
  },
})
const seconds = Number(values.seconds)
const rate = Number(values.rate)
const PAGES_A_SECOND = 40
/** Fewer than a network may make in a minute, whatever the minute. */
const VISITS_OF_ADDRESS = 10
/** Visits are written a second after the first of them; statistics of the database follow within another. */
const WRITTEN_MS = 2_500
const MOST_MS = 100
const MOST_TIMES = 10
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const PARTNER = `id,sponsorId,email,firstName,lastName,registeredAt,countryId
1,,ada@example.com,Ada,Own,2025-01-02T00:00:00Z,DE
`

await withCluster(async ({ newDatabase, version }) => {
  const url = await newDatabase('link_visits')
  const proxy = await proxyTo(url)
  const database = await openDatabase({ url: proxy.url })
  const clock = { now: Date.now() }
  const core = await openTestCore(database, { clock })
  await importPartners(core, asUpload(PARTNER))
  await changeSettings(core, { 'rateLimit.address': '0' })
  const { inviteCode } = await database.read
    .selectFrom('partners')
    .select('inviteCode')
    .executeTakeFirstOrThrow()
  const { office } = await PartnersService.around(core, clock)
  await office.listen({ port: 0, host: '127.0.0.1' })
  const { port } = office.server.address() as AddressInfo

  const page = `/en/partner/${inviteCode}`
  await readPages(port, page, 2)
  const quiet = await readPages(port, page)
  const before = await counted(url)
  const there = await visitAndRead(port, inviteCode)
  await wait(WRITTEN_MS)
  const after = await counted(url)
  proxy.cut()
  const away = await visitAndRead(port, inviteCode)
  await wait(WRITTEN_MS)
  proxy.restore()
  const last = await counted(url)
  await office.close()
  await database.close()
  await proxy.close()

  const writes = after.writes - before.writes
  const most = Math.max(MOST_MS, MOST_TIMES * quiet.p99)
  const failed = [quiet, ...Object.values(there), ...Object.values(away)].filter(
    ({ errors }) => errors > 0,
  )
  finish({
    name: 'link visits',
    lines: [
      `${there.visits.requests} visits of one link in ${seconds} s (${rate} a second): ${after.visits} counted, in ${writes} writes (at most ${seconds + 1})`,
      `the database away: ${away.visits.requests} visits answered, ${last.visits - after.visits} counted (none)`,
      `99 of 100 invite pages: quiet ${quiet.p99.toFixed(1)} ms, with visits ${there.pages.p99.toFixed(1)} ms, with the database away ${away.pages.p99.toFixed(1)} ms (at most ${most.toFixed(0)})`,
      ...failed.map(({ errors, firstError }) => `${errors} failed: ${firstError.slice(0, 200)}`),
    ],
    on: version,
    passed:
      failed.length === 0 &&
      there.visits.requests >= 0.95 * rate * seconds &&
      after.visits - before.visits === there.visits.requests &&
      writes <= seconds + 1 &&
      last.visits === after.visits &&
      Math.max(there.pages.p99, away.pages.p99) <= most,
  })
})

/** The invite page at a constant rate. */
function readPages(port: number, page: string, during = seconds) {
  return load({
    port,
    paths: [page],
    headers: { 'user-agent': CHROME },
    connections: 8,
    seconds: during,
    rate: PAGES_A_SECOND,
  })
}

/** Visits of one link from many addresses, and its invite page meanwhile. */
async function visitAndRead(port: number, invite: string) {
  const body = JSON.stringify({ invite })
  const addresses = Math.ceil((rate * seconds) / VISITS_OF_ADDRESS)
  const visiting = load({
    port,
    paths: ['/v1/links/visit'],
    bodies: Array.from({ length: 2 * rate * seconds }, () => body),
    headers: { 'user-agent': CHROME },
    from: Array.from({ length: addresses }, (_, at) => `198.18.${at >> 8}.${at & 255}`),
    connections: 32,
    seconds,
    rate,
  })
  const [visits, pages] = await Promise.all([visiting, readPages(port, `/en/partner/${invite}`)])
  return { visits, pages }
}

/** What the database has counted, and with how many writes of a row. */
async function counted(url: string): Promise<{ visits: number; writes: number }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ visits: number; writes: number }>(
    `select (select coalesce(sum(visits), 0)::int from link_visits) as visits, (n_tup_ins + n_tup_upd)::int as writes
     from pg_stat_user_tables where schemaname = 'public' and relname = 'link_visits'`,
  )
  await client.end()
  return rows[0]!
}
