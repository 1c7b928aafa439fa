// The close cockpit: dry runs, checks, proposals to close, posting and sealed months.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import type { Job } from '@partner-office/contracts'
import { decimalsOf, formatUnits, monthEnd, monthText, parseMonth } from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { audited } from '../business/audit/audit-log.ts'
import { findClosing, readClosings } from '../business/months/closing.ts'
import { readLargestCorrections } from '../business/months/largest-corrections.ts'
import { readCancelledOrders, readLateOrders } from '../business/months/late-orders.ts'
import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { listRates } from '../business/rates/current-rates.ts'
import { setRates } from '../business/rates/set-rates.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { DiskFull } from '../db/disk-full.ts'
import { CloseDesk } from '../testing/close-desk.ts'
import { servingShare } from '../testing/serving-share.ts'
import {
  AFTER_MONTH,
  AFTER_NEXT_MONTH,
  IN_MONTH,
  MONTH,
  NEXT_MONTH,
} from '../testing/closing-network.ts'
import { onBothDatabases, onPostgres } from '../testing/databases.ts'
import { OperatorsDesk, SERVICE_KEY } from '../testing/operators-desk.ts'
import { recordOrder } from '../testing/record-order.ts'
import { tableScans } from '../testing/table-scans.ts'
import { fourEyes } from '../verify/four-eyes.ts'
import { verifyIn } from '../verify/verify-all.ts'
import { words } from '../verify/words.ts'

const DAY = 86_400_000

/** What a command of a close prints last. */
const hashIn = (out: string): string => /SHA-256 ([0-9a-f]{64})/.exec(out)![1]!

const results = ({ result }: Job) => result as { records: number; sha256: string }

/** How many rows each table has. */
const rowCounts = ({ core }: CloseDesk): Promise<Record<string, number>> =>
  core.database.asOwner(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname in ('public', 'console', 'passport')`.execute(tx)
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const counted = sql<{ count: number }>`select count(*) as count from ${sql.raw(name)}`
      counts[name] = (await counted.execute(tx)).rows[0]!.count
    }
    return counts
  })

let nextOrder = 1_000
/** Records an order of 1,000 EUR that was paid at an instant. */
async function order({ core }: CloseDesk, paidAt: number, partnerId = 7): Promise<number> {
  const orderId = (nextOrder += 1)
  await recordOrder(core, { orderId, partnerId, paidAt, cents: 100_000 })
  return orderId
}

onPostgres('a month in the cockpit', (newDatabase) => {
  let at: CloseDesk
  beforeAll(async () => {
    at = await CloseDesk.open(await newDatabase(), { hasThreads: false })
    at.clock.now += DAY
  })
  beforeEach(() => at.signIn())

  test('MON-006 a check that warns is accepted with a reason, and open again with other numbers', async () => {
    const slow = await at.check(MONTH, 'slowOrders')
    expect(slow).toMatchObject({ state: 'warn', accepted: null })
    expect((await at.accept(MONTH, slow, 'too short')).code).toBe('validation_error')
    expect((await at.accept(MONTH, { ...slow, basis: '0'.repeat(64) })).code).toBe(
      'changed_meanwhile',
    )
    const { data } = await at.accept(MONTH, slow)
    expect(data.accepted).toMatchObject({
      by: 'fin@example.com',
      reason: 'as the meeting has decided',
    })
    expect((await at.check(MONTH, 'slowOrders')).accepted).not.toBeNull()
    await order(at, IN_MONTH)
    expect((await at.check(MONTH, 'slowOrders')).accepted).toBeNull()
  })

  test('MON-007 a proposal with a check that is open is refused with its name', async () => {
    const { dryRun } = await at.dryRun(MONTH)
    const refused = await at.propose(MONTH, dryRun.jobId)
    expect(refused.code).toBe('checks_open')
    const warnings = dryRun.checks.filter(
      ({ state, accepted }) => state === 'warn' && accepted === null,
    )
    expect(refused.body.errors[0].errors).toEqual(warnings.map(({ name }) => name))
    expect(warnings.map(({ name }) => name)).toContain('backup')
  })

  test('MON-008 MON-009 what counts in the month outdates a proposal and is named, orders of later months do not', async () => {
    const cancelled = await order(at, IN_MONTH)
    const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['1 order that counts, 1000.00 EUR: ', () => order(at, IN_MONTH)],
      ['1 cancelled order of it, 1000.00 EUR: ', () => cancelOrder(at.core, cancelled, 'returned')],
      ['1 partner blocked or unblocked: 6', () => blockPartner(at.core, 6, true, 'for a test')],
      [
        'lateOrderCorrections was TRUE and is FALSE',
        () => changeSettings(at.core, { lateOrderCorrections: 'FALSE' }),
      ],
      [
        'the rate EUR/UPT was 2 and is 3',
        () => setRates(at.core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '3' }]),
      ],
    ]
    for (const [sentence, change] of changes) {
      const { data } = await at.propose(MONTH, await at.ready(MONTH))
      expect(data.state).toBe('OPEN')
      await change()
      const shown = (await at.period(MONTH)).dryRun!.changes
      expect(shown).toEqual([expect.stringContaining(sentence)])
      const approved = await at.approve(data)
      expect(approved.code).toBe('proposal_outdated')
      expect(approved.body.errors[0].errors).toEqual(shown)
      expect((await at.desk.as(at.fin, 'GET', `proposals/${data.id}`)).data.state).toBe('OUTDATED')
    }
    expect(await readClosings(at.core.database.read)).toEqual([])
    await changeSettings(at.core, { lateOrderCorrections: 'TRUE' })
  })

  test('MON-008 approval begins the closing, which posts what the dry run has computed', async () => {
    const dryRun = await at.ready(MONTH)
    const { data } = await at.propose(MONTH, dryRun)
    expect((await at.period(MONTH)).state).toBe('PROPOSED')
    await order(at, AFTER_MONTH)
    // A feed may set rates meanwhile: the close uses those of the dry run.
    await setRates(at.core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '3.1' }])
    expect((await at.period(MONTH)).dryRun!.changes).toEqual([])
    const approved = await at.approve(data)
    expect(approved.data).toMatchObject({ state: 'DONE' })
    const { jobs, proposal } = await at.period(MONTH)
    expect(proposal).toMatchObject({
      by: 'fin@example.com',
      reason: 'as the meeting has decided',
      decidedBy: 'fay@example.com',
      decisionReason: null,
    })
    const job = await at.ended(jobs.find(({ kind }) => kind === 'close')!.id)
    expect(job).toMatchObject({ state: 'DONE' })
    expect(job.part).toMatch(/BSP \d+\/\d+/)
    const period = await at.period(MONTH)
    expect(period.state).toBe('SEALED')
    expect(results(job).sha256).toBe(data.after.sha256)
    expect(period.seal!.recordsHash).toBe(data.after.sha256)
    const { out } = await at.desk.run(`close ${MONTH}`)
    expect(hashIn(out)).toBe(data.after.sha256)
    expect((await at.post(`periods/${MONTH}/dry-run`)).code).toBe('too_late')
    const verified = at.core.database.snapshot((tx) => verifyIn(tx, at.core, [words, fourEyes]))
    expect((await verified).differences).toEqual([])
  })

  test('MON-013 the seal is that of the tables', async () => {
    const { seal } = await at.period(MONTH)
    const { rows } = await sql`
      select encode(hash, 'hex') as hash, encode(records_hash, 'hex') as records_hash, encode(records_root, 'hex') as records_root,
        encode(late_hash, 'hex') as late_hash, encode(late_root, 'hex') as late_root, c.up_to_fact, c.plan_version, c.begun_at, s.sealed_at
      from period_seals s join closings c on c.id = s.closing_id`.execute(at.core.database.read)
    expect(seal).toMatchObject({ ...(rows[0] as object), before: null, planVersions: [1] })
    expect(seal!.rates).toContainEqual(
      expect.objectContaining({ from: 'EUR', to: 'UPT', rate: '3' }),
    )
  })

  test('MON-015 statements are made as a job with the hash of the command line, and again without a change', async () => {
    const first = await at.run(`periods/${MONTH}/statements`)
    const { out } = await at.desk.run(`reports make ${MONTH}`)
    expect((first.result as { statementsSha256: string }).statementsSha256).toBe(hashIn(out))
    const again = await at.run(`periods/${MONTH}/statements`)
    expect(again.result).toEqual(first.result)
    const { statements } = await at.period(MONTH)
    expect(statements!.byCurrency).toEqual((first.result as { byCurrency: object[] }).byCurrency)
    expect(statements!.finishedAt).not.toBeNull()
  })

  test('MON-004 MON-016 late orders are shown with the close that corrects them, and what it credits', async () => {
    const late = [await order(at, IN_MONTH, 2), await order(at, IN_MONTH + 1, 3)]
    at.clock.now = AFTER_NEXT_MONTH
    await at.signIn()
    const { late: groups } = await at.period(MONTH)
    const { rows } = await sql<{ first: number; last: number }>`
      select min(recorded_at) as first, max(recorded_at) as last from orders where id = any(${late}::bigint[])`.execute(
      at.core.database.read,
    )
    const expected = { orders: 2, eur: '2000.00', firstAt: rows[0]!.first, lastAt: rows[0]!.last }
    expect(groups).toEqual([{ ...expected, correctedBy: NEXT_MONTH, isCorrected: false }])
    const { dryRun } = await at.dryRun(NEXT_MONTH)
    expect(dryRun.corrections).toEqual([
      expect.objectContaining({ month: MONTH, orders: 2, ordersEur: '2000.00', orderIds: late }),
    ])
    const { out } = await at.desk.run(`close ${NEXT_MONTH} --dry-run`)
    const printed = out.split('\n').filter((each) => each.startsWith(MONTH))
    expect(printed.length).toBeGreaterThan(0)
    expect(
      dryRun.corrections[0]!.sums.map(
        ({ type, currency, records, amount }) =>
          `${MONTH} ${type} ${currency} ${records} ${amount}`,
      ),
    ).toEqual(
      printed.map((each) =>
        each
          .split(/[\t ]+/)
          .join(' ')
          .trim(),
      ),
    )
    const check = dryRun.checks.find(({ name }) => name === 'late')!
    expect(check).toMatchObject({ state: 'warn', count: 2, threshold: '1' })
    expect(check.numbers).toEqual({ orders: '2', eur: '2000.00', months: MONTH })
    const dry = (await at.period(NEXT_MONTH)).corrections!
    await at.close(NEXT_MONTH)
    expect((await at.period(MONTH)).late).toEqual([
      { ...expected, correctedBy: NEXT_MONTH, isCorrected: true },
    ])
    const { corrections } = await at.period(NEXT_MONTH)
    expect(corrections!.months).toEqual(dry.months)
    expect(dry.months).toEqual(dryRun.corrections)
    const withoutRecord = { recordId: null }
    expect(corrections!.largest.map((each) => ({ ...each, ...withoutRecord }))).toEqual(dry.largest)
    const posted = await sql<{ recordId: number; partnerId: number }>`
      select id as record_id, partner_id from bonus_records b
      where period = ${MONTH} and closing_id = (select id from closings where period = ${NEXT_MONTH})
      order by amount / rate / power(10::numeric, case currency when 'ULTIMA' then 6 else 8 end) desc nulls last,
        amount desc, partner_id, type collate "C" limit 5`.execute(at.core.database.read)
    expect(
      corrections!.largest.map(({ recordId, partner }) => ({ recordId, partnerId: partner.id })),
    ).toEqual(posted.rows)
  })

  test('MON-016 orders that are cancelled since the seal are shown with the credits that are taken back', async () => {
    expect((await at.period(MONTH)).cancelled).toBeNull()
    const ids = [15, 16]
    for (const id of ids) await cancelOrder(at.core, id, 'returned')
    const { rows } = await sql<{ currency: string; units: string }>`
      select currency, sum(amount)::text as units from bonus_records
      where order_id = any(${ids}::bigint[]) and reverses_id is null group by currency order by currency`.execute(
      at.core.database.read,
    )
    expect(rows.length).toBeGreaterThan(0)
    const { cancelled } = await at.period(MONTH)
    expect(cancelled).toEqual({
      orders: 2,
      eur: '19000.50',
      firstAt: at.clock.now,
      lastAt: at.clock.now,
      takenBack: rows.map(({ currency, units }) => ({
        currency,
        amount: formatUnits(BigInt(units), decimalsOf(currency as 'UPT')),
      })),
    })
    // An order of another month is none of this one.
    expect((await at.period(NEXT_MONTH)).cancelled).toBeNull()
  })

  test('MON-016 what has changed since the seal is found by indexes', async () => {
    const closing = (await findClosing(at.core.database.read, MONTH))!
    const closings = await readClosings(at.core.database.read)
    const scans = await at.core.database.transaction(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const before = await tableScans(tx)
      await readCancelledOrders(tx, closing)
      await readLateOrders(tx, closings, closing)
      await readLargestCorrections(tx, closings.at(-1)!)
      return [before, await tableScans(tx)]
    })
    expect(scans[1]).toEqual(scans[0])
  })

  test('MON-014 a sealed month that is computed again is identical, and a changed order is named', async () => {
    const { seal } = await at.period(MONTH)
    const same = await at.run(`periods/${MONTH}/recompute`, {})
    expect(same.result).toEqual({ found: 0, lines: [], sha256: seal!.recordsHash })
    const now = await at.run(`periods/${MONTH}/recompute`, { now: true })
    expect(now.result).toMatchObject({ found: 0 })
    const late = await order(at, IN_MONTH, 5)
    const corrections = await at.run(`periods/${MONTH}/recompute`, { now: true })
    const { found, lines } = corrections.result as { found: number; lines: string[] }
    expect(found).toBeGreaterThan(0)
    expect(lines.join()).toContain(`order ${late}: fact`)
    await at.core.database.asOwner(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update orders set amount_cents = amount_cents + 1 where id = 14`.execute(tx)
    })
    const changed = await at.run(`periods/${MONTH}/recompute`, {})
    const result = changed.result as { found: number; lines: string[] }
    expect(result.lines.join()).toContain('(order 14: fact')
    const file = await at.desk.app.inject({
      url: `/console/v1/periods/${MONTH}/differences`,
      headers: { host: 'localhost:3002', cookie: at.fin.cookie },
    })
    const [header, ...rows] = file.body.trimEnd().split('\n')
    expect(header).toBe(
      'difference,partnerId,type,orderId,level,currency,amount,paidAt,period,fact',
    )
    expect(rows).toHaveLength(result.found)
    expect((await at.post('periods/2026-05/recompute', {})).code).toBe('not_found')
  })
})

onBothDatabases('a dry run of the cockpit', (newDatabase, kind) => {
  test('MON-002 a dry run has hash and totals of the command line, and writes nothing but its result', async () => {
    const at = await CloseDesk.open(await newDatabase(), { hasThreads: kind === 'PostgreSQL' })
    at.clock.now += DAY
    await at.signIn()
    const before = await rowCounts(at)
    const job = await at.run(`periods/${MONTH}/dry-run`)
    const after = await rowCounts(at)
    const changed = Object.keys(after).filter((table) => after[table] !== before[table])
    expect(changed.toSorted()).toEqual([
      'console.dry_runs',
      'console.job_events',
      'console.jobs',
      'public.audit_log',
    ])
    const { out } = await at.desk.run(`close ${MONTH} --dry-run`)
    expect(results(job).sha256).toBe(hashIn(out))
    const { dryRun, state } = await at.period(MONTH)
    expect(state).toBe('DUE')
    const lines = dryRun!.programmes.map(
      ({ type, currency, records, amount }) => `${MONTH} ${type} ${currency} ${records} ${amount}`,
    )
    const printed = out
      .split('\n')
      .slice(1)
      .filter((each) => each.startsWith(MONTH))
    expect(lines).toEqual(
      printed.map((each) =>
        each
          .split(/[\t ]+/)
          .join(' ')
          .trim(),
      ),
    )
    expect(lines.length).toBeGreaterThan(5)
  })
})

onPostgres('dry runs of the cockpit', (newDatabase) => {
  test('MON-018 a dry run that is cancelled ends and leaves its job alone', async () => {
    const at = await CloseDesk.open(await newDatabase())
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const { snapshot } = at.core.database
    // The run waits for the database, as a long one does.
    Object.assign(at.core.database, {
      snapshot: async (...work: Parameters<typeof snapshot>) => {
        await held
        return snapshot(...work)
      },
    })
    const { data } = await at.post(`periods/${MONTH}/dry-run`)
    expect((await at.post(`periods/${MONTH}/dry-run`)).code).toBe('job_running')
    const cancelledAt = performance.now()
    expect((await at.desk.as(at.fin, 'DELETE', `jobs/${data.jobId}`)).code).toBeUndefined()
    Object.assign(at.core.database, { snapshot })
    release()
    const ended = await at.ended(data.jobId)
    expect(performance.now() - cancelledAt).toBeLessThan(2_000)
    expect(ended).toMatchObject({ state: 'CANCELLED', result: null })
    expect((await at.period(MONTH)).dryRun).toBeNull()
    const left = await at.core.database.read.selectFrom('console.dryRuns').selectAll().execute()
    expect(left).toEqual([])
  })

  test('MON-019 an open month has a forecast that cannot be proposed, and a later month has none', async () => {
    const at = await CloseDesk.open(await newDatabase(), { hasThreads: false })
    await order(at, AFTER_MONTH - 1)
    const { dryRun, ...next } = await at.dryRun(NEXT_MONTH)
    expect(next).toMatchObject({ state: 'OPEN', isOver: false, earlier: MONTH, later: null })
    expect(await at.period(MONTH)).toMatchObject({ earlier: null, later: NEXT_MONTH })
    expect(dryRun.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect((await at.propose(NEXT_MONTH, dryRun.jobId)).code).toBe('checks_open')
    expect((await at.post('periods/2026-05/dry-run')).code).toBe('not_found')
  })

  /** A month that is approved while each batch of records fails with an error; `mend` ends that. */
  async function failing(error: unknown) {
    const at = await CloseDesk.open(await newDatabase(), { hasThreads: false })
    at.clock.now += DAY
    await at.signIn()
    const { data } = await at.propose(MONTH, await at.ready(MONTH))
    const { transaction } = at.core.database
    Object.assign(at.core.database, {
      transaction: async (...work: Parameters<typeof transaction>) => {
        if (String(work[0]).includes('lastKey')) throw error
        return transaction(...work)
      },
    })
    await at.approve(data)
    const { jobs } = await at.period(MONTH)
    const failed = await at.ended(jobs.find(({ kind }) => kind === 'close')!.id)
    const mend = () => Object.assign(at.core.database, { transaction })
    return { at, failed, mend, sha256: data.after.sha256 as string }
  }
  const STOPPED = { state: 'POSTING', posted: 0, canContinue: true }

  test('MON-020 a close that fails says why and what to do, and is continued', async () => {
    const { at, failed, mend, sha256 } = await failing(new DiskFull(1))
    expect(failed).toMatchObject({
      state: 'FAILED',
      error: expect.stringContaining('disk is full'),
    })
    expect(await at.period(MONTH)).toMatchObject(STOPPED)
    mend()
    const job = await at.run(`periods/${MONTH}/continue`)
    expect(results(job).sha256).toBe(sha256)
    expect((await at.post(`periods/${MONTH}/continue`)).code).toBe('not_found')
  })

  test('MON-020 a close without its database, and then without a rate that it began with, says so and is continued', async () => {
    const gone = Object.assign(new Error('terminating connection'), { code: '57P01' })
    const { at, failed, mend, sha256 } = await failing(gone)
    expect(failed).toMatchObject({
      state: 'FAILED',
      error:
        'The database does not answer. Start it again, then continue: what is posted stays, and nothing is posted twice.',
    })
    expect(await at.period(MONTH)).toMatchObject(STOPPED)
    mend()
    const move = (by: number) =>
      at.core.database.asOwner(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`update rates set id = id + ${by}`.execute(tx)
      })
    await move(1_000_000)
    const without = await at.run(`periods/${MONTH}/continue`)
    expect(without.state).toBe('FAILED')
    expect(without.error).toMatch(
      /^A rate that this close began with is missing \(EUR \w+ SELL\)\. Run office verify, /,
    )
    expect(await at.period(MONTH)).toMatchObject(STOPPED)
    await move(-1_000_000)
    expect(results(await at.run(`periods/${MONTH}/continue`)).sha256).toBe(sha256)
  })
})

onPostgres('a process that is killed', (newDatabase) => {
  /** What a kill leaves of a job: it ends no more, and its process says nothing. */
  const killed = (at: CloseDesk, kind: Job['kind']) =>
    sql`update console.jobs set process_id = ${randomUUID()} where kind = ${kind} and ended_at is null`.execute(
      at.core.database.read,
    )
  const NEVER = new Promise<never>(() => {})

  test('MON-011 its close is continued by another process and has the hash of the dry run; its dry run is interrupted', async () => {
    const database = await newDatabase()
    const at = await CloseDesk.open(database, { hasThreads: false })
    at.clock.now += DAY
    await at.signIn()
    const { data } = await at.propose(MONTH, await at.ready(MONTH))
    const { transaction, snapshot } = database
    const posted = Promise.withResolvers<void>()
    Object.assign(database, {
      transaction: async (...work: Parameters<typeof transaction>) => {
        const done = await transaction(...work)
        if (!String(work[0]).includes('lastKey')) return done
        posted.resolve()
        return NEVER
      },
    })
    await at.approve(data)
    await posted.promise
    await killed(at, 'close')
    const halfway = await at.period(MONTH)
    expect(halfway.state).toBe('POSTING')
    expect(halfway.posted).toBeGreaterThan(0)
    Object.assign(database, { transaction, snapshot: () => NEVER })
    const { data: dry } = await at.post(`periods/${NEXT_MONTH}/dry-run`)
    await killed(at, 'dryRun')
    Object.assign(database, { snapshot })

    const other = await OperatorsDesk.open(database, { clock: at.clock })
    await other.jobs.adopt()
    expect((await at.ended(dry.jobId)).state).toBe('INTERRUPTED')
    const { jobs } = await at.period(MONTH)
    const close = await at.ended(jobs.find(({ kind }) => kind === 'close')!.id)
    expect(close.state).toBe('DONE')
    expect(results(close)).toMatchObject({ records: data.after.records, sha256: data.after.sha256 })
    expect((await at.period(MONTH)).seal!.recordsHash).toBe(data.after.sha256)
  })

  test('MON-017 a dry run leaves the thread that serves most of its time', async () => {
    const at = await CloseDesk.open(await newDatabase())
    expect(await servingShare(() => at.dryRun(MONTH))).toBeLessThan(0.5)
  })
})

onPostgres('two pages of two processes', (newDatabase) => {
  /** Reads the events of a job, at most so many, and then cuts the connection. */
  const follow = async (
    { desk, fin }: CloseDesk,
    jobId: number,
    { last = 0, most = Infinity } = {},
  ) => {
    const { cookie } = fin
    const response = await desk.app.inject({
      url: `/console/v1/jobs/${jobId}/events`,
      headers: { host: 'localhost:3002', cookie, 'last-event-id': String(last) },
      payloadAsStream: true,
    })
    let text = ''
    const events = () => [...text.matchAll(/^id: (\d+)\ndata: (.*)\n\n/gm)].slice(0, most)
    for await (const chunk of response.stream()) {
      text += String(chunk)
      if (events().length === most) break
    }
    return events().map(([, number, data]) => ({ number: Number(number), ...JSON.parse(data!) }))
  }

  test('MON-010 a page whose connection is cut continues at another process without a gap', async () => {
    const database = await newDatabase()
    const at = await CloseDesk.open(database, { hasThreads: false })
    const other = await OperatorsDesk.open(database, { clock: at.clock })
    at.clock.now += DAY
    await at.signIn()
    const { data } = await at.propose(MONTH, await at.ready(MONTH))
    const { transaction } = at.core.database
    Object.assign(at.core.database, {
      transaction: async (...work: Parameters<typeof transaction>) => {
        // As slow as a large month, so that the cut comes while it is posted.
        if (String(work[0]).includes('lastKey')) await wait(700)
        return transaction(...work)
      },
    })
    await at.approve(data)
    const { jobs } = await at.period(MONTH)
    const { id } = jobs.find(({ kind }) => kind === 'close')!
    const second = Object.assign(Object.create(at) as CloseDesk, { desk: other })
    const cut = async () => {
      const first = await follow(second, id, { most: 1 })
      return [...first, ...(await follow(at, id, { last: first.at(-1)!.number }))]
    }
    const [whole, continued] = await Promise.all([follow(at, id), cut()])
    expect(whole.map(({ number }) => number)).toEqual(whole.map((_, place) => place + 1))
    expect(whole.length).toBeGreaterThan(2)
    expect(continued).toEqual(whole)
    expect(whole.at(-1)).toMatchObject({ state: 'DONE', part: expect.stringMatching(/BSP/) })
  })
})

onPostgres('two closes of the same month', (newDatabase) => {
  const ROUNDS = 100

  const dryRunOf = async (at: CloseDesk, month: string): Promise<number> =>
    (await at.run(`periods/${month}/dry-run`)).id

  /** No check has anything to warn of: accepting it in each round would take longer than the dry run. */
  async function withoutWarnings(at: CloseDesk): Promise<void> {
    const { core } = at
    await setRates(core, await listRates(core.database.read))
    await changeSettings(core, { 'closeCheck.totals': '100' })
    await audited(core, { actor: 'cron', command: 'backup', details: () => ({}) }, async () => {})
    await sql`insert into console.jobs (kind, state, started_at, ended_at, by_id, process_id, process_name, result)
      select 'verify', 'DONE', ${core.clock()}, ${core.clock()}, id, gen_random_uuid(), '', '{"checks": 9, "found": 0, "differences": []}'
      from console.operators limit 1`.execute(core.database.read)
  }

  test(`MON-012 ${ROUNDS} rounds of console, command line and machine at once post once`, async () => {
    // All these months are over, so that the operators stay signed in.
    const clock = { now: Date.UTC(2026, 3 + ROUNDS, 2) }
    const at = await CloseDesk.open(await newDatabase(), { clock, hasThreads: false })
    at.clock.now += DAY
    await at.signIn()
    await withoutWarnings(at)
    let month = MONTH
    for (let round = 0; round < ROUNDS; round += 1) {
      // Only the orders of the first month are something to warn of.
      const dryRun = round === 0 ? at.ready(month) : dryRunOf(at, month)
      const { data } = await at.propose(month, await dryRun)
      const [approved, ran, machine] = await Promise.all([
        at.approve(data),
        at.desk.run(`close ${month}`),
        at.desk.call('POST', `/internal/v1/periods/${month}/close`, undefined, {
          headers: { host: 'localhost:3002', authorization: `Bearer ${SERVICE_KEY}` },
        }),
      ])
      const hash = hashIn(ran.out)
      expect(machine.data.sha256).toBe(hash)
      if (approved.data?.state === 'DONE') expect(data.after.sha256).toBe(hash)
      else expect(['proposal_outdated', 'changed_meanwhile']).toContain(approved.code)
      const closings = await readClosings(at.core.database.read)
      expect(closings.filter(({ period }) => period === month)).toHaveLength(1)
      month = monthText(monthEnd(parseMonth(month)!))
    }
    const { rows } = await sql<{ twice: number }>`
      select count(*) - count(distinct idempotency_key) as twice from transfers`.execute(
      at.core.database.read,
    )
    expect(rows[0]!.twice).toBe(0)
  }, 500_000)
})

onPostgres('closes outside the console', (newDatabase) => {
  test('APR-017 a close by command or service key is marked, or refused with the page to go to; a preview and a closed month are not', async () => {
    const at = await CloseDesk.open(await newDatabase(), { hasThreads: false })
    const byKey = async () => {
      const answer = await at.desk.app.inject({
        method: 'POST',
        url: `/internal/v1/periods/${MONTH}/close`,
        headers: { host: 'localhost:3002', authorization: `Bearer ${SERVICE_KEY}` },
      })
      return answer.json().errors?.[0]?.code as string | undefined
    }
    const marks = async () =>
      (await at.desk.entriesSince())
        .filter(({ command }) => command === 'close')
        .map(({ details }) => (details as { outsideFourEyes?: boolean }).outsideFourEyes)
    await at.desk.run('config set fourEyesCommandLine TRUE')
    const refused = await at.desk.run(`close ${MONTH}`)
    expect([refused.exit, refused.notes]).toEqual([
      1,
      ['this needs a second operator: propose it in the console, at /console/proposals'],
    ])
    expect(await byKey()).toBe('proposal_required')
    expect((await at.desk.run(`close ${MONTH} --dry-run`)).exit).toBe(0)
    expect((await at.period(MONTH)).state).toBe('DUE')
    await at.desk.run('config set fourEyesCommandLine FALSE')
    expect(await byKey()).toBe(undefined)
    expect((await marks()).at(-1)).toBe(true)
    await at.desk.run('config set fourEyesCommandLine TRUE')
    // The month is closed: closing it again changes nothing.
    expect((await at.desk.run(`close ${MONTH}`)).exit).toBe(0)
    expect((await marks()).at(-1)).toBe(undefined)
  })
})
