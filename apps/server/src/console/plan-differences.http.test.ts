// Drafts of plans over closed months, beside what these months have credited.
import { createHash, randomUUID } from 'node:crypto'

import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { changingPlans } from '../../../../oracle/changing-plans.ts'
import { type Side, sides } from '../../../../oracle/difference.ts'
import { randomDraft } from '../../../../oracle/drafts.ts'
import { defaultPlan, type Plan } from '../../../../oracle/plan.ts'
import { Random } from '../../../../oracle/random.ts'
import { randomMonths } from '../../../../oracle/random-months.ts'
import { closePeriod } from '../business/months/close-period.ts'
import { reading } from '../business/plans/differences/difference-role.ts'
import { finishedDifferenceOf } from '../business/plans/differences/finished-difference.ts'
import { runDifference } from '../business/plans/differences/run-difference.ts'
import { NO_PROGRESS, type Progress } from '../core/core.ts'
import { DIFFERENCE_ROLE } from '../db/postgres-pools.ts'
import { jobKinds } from '../operator/job-kinds.ts'
import { MONTH, openClosingNetwork } from '../testing/closing-network.ts'
import { onBothDatabases, onPostgres } from '../testing/databases.ts'
import { DifferenceDesk, type Finished, unitsOf } from '../testing/difference-desk.ts'
import { documentOf } from '../testing/scenario.ts'
import { servingShare } from '../testing/serving-share.ts'
import { WITHOUT_THREADS } from '../testing/without-threads.ts'
import { type JobKinds, JobRunner } from './jobs/job-runner.ts'

const PLAN = defaultPlan()
const [SUMMER] = changingPlans(PLAN) as [Plan]
/** The months before and after the one in which the plan changes. */
const BEFORE_CHANGE = ['2025-05', '2025-06']
const AFTER_CHANGE = ['2025-08', '2025-09', '2025-10']
/** The month before the first order of the closing network. */
const EMPTY_MONTH = '2026-02'

/** A side without the numbers of records, which the file does not tell. */
const amounts = (side: Side) =>
  new Map(
    Array.from(side, ([key, { coins, eur }]) => [key, { coins, eur }] as const).toSorted(
      ([a], [b]) => (a < b ? -1 : 1),
    ),
  )

const sumOf = (texts: readonly (string | null)[]): bigint =>
  texts.reduce((sum, text) => sum + unitsOf(text ?? '0'), 0n)

onPostgres('a draft over closed months', (newDatabase) => {
  const scenario = randomMonths({
    seed: 7,
    shape: 'preferential',
    partners: 50,
    oddRates: true,
    plan: PLAN,
    laterPlans: [SUMMER],
  })
  let at: DifferenceDesk
  let changed: Finished
  beforeAll(async () => {
    at = await DifferenceDesk.open(await newDatabase(), { scenario })
    changed = await at.run(documentOf(randomDraft(PLAN, new Random(2))), AFTER_CHANGE)
  })

  test.for([
    [{ ...PLAN, validFrom: Date.UTC(2025, 1, 1) }, BEFORE_CHANGE],
    [SUMMER, AFTER_CHANGE],
  ] as const)(
    'PLN-011 the version in force gives an empty difference over late orders, cancellations and blocks: %#',
    async ([plan, months]) => {
      const { id, result } = await at.run(documentOf(plan), months)
      expect(result).toMatchObject({ records: 0, partners: 0, gains: [], losses: [] })
      const { real, draft } = await at.sides(id)
      expect(real.size).toBeGreaterThan(20)
      expect(draft).toEqual(real)
    },
  )

  test.for([
    [2, [...BEFORE_CHANGE, '2025-07', ...AFTER_CHANGE]],
    [3, ['2025-09', '2025-06']],
    [4, AFTER_CHANGE],
  ] as const)(
    'PLN-010 both sides are those of an independent computation: draft %i',
    async ([seed, months]) => {
      const draft = randomDraft(PLAN, new Random(seed))
      const { id, months: sorted, result } = await at.run(documentOf(draft), months)
      expect(sorted).toEqual([...months].toSorted())
      const expected = sides(scenario, draft, months)
      const found = await at.sides(id)
      expect(amounts(found.real)).toEqual(amounts(expected.real))
      expect(amounts(found.draft)).toEqual(amounts(expected.draft))
      expect(result.partners).toBeGreaterThan(0)
    },
  )

  test('PLN-012 the changes by rank add up to the totals, to the last unit', async () => {
    const { id, result } = changed
    const { totals, ranks } = result
    const difference = sumOf(totals.map(({ differenceEur }) => differenceEur))
    expect(difference).not.toBe(0n)
    expect(sumOf(ranks.map((each) => each.differenceEur))).toBe(difference)
    expect(sumOf(ranks.flatMap(({ gainEur, lossEur }) => [gainEur, lossEur]))).toBe(difference)
    for (const currency of ['UPT', 'WIN', 'ULTIMA']) {
      const ofRanks = ranks.flatMap(({ coins }) =>
        coins.filter((each) => each.currency === currency),
      )
      const ofTotals = totals.filter((each) => each.currency === currency)
      expect(sumOf(ofRanks.map((each) => each.difference))).toBe(
        sumOf(ofTotals.map((each) => each.difference)),
      )
    }
    const changes = await changesByRank(id)
    expect(
      ranks.map(({ rank, more, less, same, medianEur }) => ({ rank, more, less, same, medianEur })),
    ).toEqual(changes)
  })

  /** The same numbers from the lines of the file. */
  async function changesByRank(id: number) {
    const byRank = new Map<string, Map<string, { eur: bigint; coins: bigint }>>()
    for (const row of await at.rows(id)) {
      const partners = byRank.get(row['rank']!) ?? new Map<string, { eur: bigint; coins: bigint }>()
      byRank.set(row['rank']!, partners)
      const known = partners.get(row['partnerId']!) ?? { eur: 0n, coins: 0n }
      const hasEur = row['realEur'] !== ''
      partners.set(row['partnerId']!, {
        eur: known.eur + (hasEur ? unitsOf(row['differenceEur']!) : 0n),
        coins: known.coins + (hasEur ? 0n : unitsOf(row['difference']!)),
      })
    }
    return [...byRank]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([rank, partners]) => {
        const all = [...partners.values()].map(({ eur, coins }) => ({
          eur,
          sign: eur === 0n ? coins : eur,
        }))
        const eur = all.map((each) => each.eur).toSorted((a, b) => Number(a - b))
        return {
          rank,
          more: all.filter(({ sign }) => sign > 0n).length,
          less: all.filter(({ sign }) => sign < 0n).length,
          same: all.filter(({ sign }) => sign === 0n).length,
          medianEur: inEur(eur[Math.ceil(eur.length / 2) - 1]!),
        }
      })
  }

  test('PLN-013 the ten largest changes come with both explanations, whose parts add up to the amounts', async () => {
    const { id, result } = changed
    expect(result.gains).toHaveLength(10)
    expect(result.losses.length).toBeGreaterThan(0)
    for (const [changes, sign] of [
      [result.gains, 1],
      [result.losses, -1],
    ] as const) {
      const eur = changes.map(({ differenceEur }) => Number(differenceEur) * sign)
      expect(eur).toEqual(eur.toSorted((a, b) => b - a))
      expect(eur.every((each) => each > 0)).toBe(true)
      for (const { partnerId, type, sides: shown } of changes) {
        const explained = await at.explained(id, `partnerId=${partnerId}&type=${type}`)
        for (const { currency, real, draft } of shown) {
          const own = explained.filter((each) => each.currency === currency)
          expect(sumOf(own.map((each) => each.real))).toBe(unitsOf(real))
          expect(sumOf(own.map((each) => each.draft))).toBe(unitsOf(draft))
        }
        for (const { parts, real, draft, first } of explained) {
          expect(sumOf(parts.map((part) => part.real?.amount ?? null))).toBe(unitsOf(real))
          expect(sumOf(parts.map((part) => part.draft?.amount ?? null))).toBe(unitsOf(draft))
          expect(first === null).toBe(parts.every((part) => same(part.real, part.draft)))
          if (first === null) continue
          expect(parts.slice(0, first.part).every((part) => same(part.real, part.draft))).toBe(true)
          const marked = parts[first.part]!
          if (first.step === 'part') expect([marked.real, marked.draft]).toContain(null)
          else expect(marked.real![first.step]).not.toBe(marked.draft![first.step])
        }
      }
    }
    const { partnerId, type } = result.gains[0]!
    const other = await at.get(`${id}/explanation?partnerId=${partnerId + 1_000_000}&type=${type}`)
    expect(other.code).toBe('not_found')
  })

  test('PLN-014 filtered totals, ranks and lines add up to the whole', async () => {
    const { id, result } = changed
    const whole = await at.rows(id)
    for (const [name, values] of Object.entries({
      month: AFTER_CHANGE,
      type: result.choices.types,
      currency: result.choices.currencies,
      rank: result.choices.ranks,
      country: result.choices.countries,
    })) {
      const parts = []
      let [eur, ofRanks, lines] = [0n, 0n, 0]
      for (const value of values) {
        const { data } = await at.get(`${id}?${name}=${value}`)
        parts.push(...data.result.totals)
        eur += unitsOf(data.result.differenceEur)
        ofRanks += sumOf(
          data.result.ranks.map((each: { differenceEur: string }) => each.differenceEur),
        )
        const rows = await at.rows(id, `?${name}=${value}`)
        expect(rows.every((row) => row[name] === value)).toBe(true)
        lines += rows.length
      }
      expect(lines).toBe(whole.length)
      expect(eur).toBe(unitsOf(result.differenceEur))
      expect(ofRanks).toBe(eur)
      for (const side of ['real', 'draft', 'realEur', 'draftEur'] as const) {
        expect(sumOf(parts.map((each) => each[side]))).toBe(
          sumOf(result.totals.map((each) => each[side])),
        )
      }
    }
    const both = await at.get(`${id}?month=2025-09&type=TEAM&currency=UPT&rank=FREE&country=DE`)
    expect(both.status).toBe(200)
    expect((await at.get(`${id}?month=2025`)).code).toBe('validation_error')
  })

  test('PLN-010 a rank whose code the draft lacks becomes the highest one whose turnover is not above', async () => {
    const draft = structuredClone(SUMMER)
    draft.ranks = draft.ranks.filter(({ code }) => code !== 'JADE')
    const { id, result } = await at.run(documentOf(draft), AFTER_CHANGE)
    expect(result.replaced).toEqual([{ code: 'JADE', by: 'AMBER' }])
    expect(amounts((await at.sides(id)).draft)).toEqual(
      amounts(sides(scenario, draft, AFTER_CHANGE).draft),
    )
  })

  test('PLN-010 bad input is refused by its field, and nothing is stored', async () => {
    const draft = await at.draft(documentOf(PLAN))
    const { data: before } = await at.list()
    const refusals = [
      await at.start(draft, ['2025-04']),
      await at.start(draft, ['2025-05', '2025-05']),
      await at.start(draft, []),
      await at.start(
        draft,
        Array.from({ length: 25 }, () => '2025-05'),
      ),
      await at.start(await at.draft('{'), ['2025-05']),
      await at.start(await at.draft({}), ['2025-05']),
      await at.start(draft + 1_000, ['2025-05']),
    ]
    expect(refusals.map(({ code }) => code)).toEqual([
      ...Array.from({ length: 6 }, () => 'validation_error'),
      'not_found',
    ])
    expect(JSON.stringify(refusals[0]!.body)).toContain('2025-04 is not closed')
    const { data: after } = await at.list()
    expect(after).toEqual(before)
  })

  test('PLN-015 a difference changes nothing but its own tables', async () => {
    const before = await tableHashes()
    await at.run(documentOf(randomDraft(PLAN, new Random(2))), AFTER_CHANGE)
    const after = await tableHashes()
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual([
      'console.job_events',
      'console.jobs',
      'console.plan_difference_amounts',
      'console.plan_difference_results',
      'console.plan_differences',
      // The test itself stores a draft; starting a job is one entry of the audit log, which is a chain.
      'console.plan_drafts',
      'public.audit_log',
      'public.chain_heads',
    ])
  })

  const tableHashes = (): Promise<Record<string, string>> =>
    at.core.database.asOwner(async (tx) => {
      const { rows } = await sql<{ name: string }>`
        select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
        where schemaname in ('public', 'console', 'passport') and tablename not in ('sessions', 'processes')
        order by 1`.execute(tx)
      const hashes: Record<string, string> = {}
      for (const { name } of rows) {
        const hashed = sql<{ hash: string }>`
          select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${sql.raw(name)} t`
        hashes[name] = (await hashed.execute(tx)).rows[0]!.hash
      }
      return hashes
    })
})

const same = (a: object | null, b: object | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

const inEur = (units: bigint): string => {
  const digits = String(units < 0n ? -units : units).padStart(9, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
}

onBothDatabases('a difference as a job', (newDatabase) => {
  let at: DifferenceDesk
  let draftId: number
  beforeAll(async () => {
    const database = await newDatabase()
    const { core, clock } = await openClosingNetwork(database)
    await closePeriod(core, MONTH)
    at = await DifferenceDesk.open(database, { clock, kinds: jobKinds(null) })
    draftId = await at.draft({ ...DEFAULT_PLAN_DOCUMENT, teamNeedsActivity: false })
  })

  test('PLN-015 its role reads facts and writes results of differences alone', async () => {
    const { rows } = await at.core.database.asOwner((tx) =>
      sql<{ name: string; rights: string[] }>`
        select c.oid::regclass::text as name, array_agg(p order by p) as rights
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
          cross join unnest(array['insert', 'update', 'delete', 'truncate']) p
        where n.nspname in ('public', 'console', 'passport') and c.relkind in ('r', 'p')
          and has_table_privilege(${DIFFERENCE_ROLE}, c.oid, p)
        group by c.oid order by 1`.execute(tx),
    )
    expect(rows).toEqual([
      { name: 'console.plan_difference_amounts', rights: ['delete', 'insert'] },
      { name: 'console.plan_difference_results', rights: ['insert'] },
    ])
    for (const statement of [
      'update partners set email = email',
      'insert into cancellations values (11, $$x$$, 1, 1)',
      'delete from bonus_records',
      'insert into plans (version, valid_from, document, loaded_at) values (9, 0, $${}$$, 0)',
      'select post_transfers(null)',
      'select * from transfers',
      'select * from console.plan_drafts',
    ]) {
      const done = reading(at.core.database, (tx) => sql.raw(statement).execute(tx))
      await expect(done, statement).rejects.toThrow(/permission denied|does not exist/)
    }
  })

  test('PLN-016 PLN-017 a difference leaves the thread that serves most of its time, shows its progress by month and keeps the bytes of the draft', async () => {
    const { data } = await at.start(draftId, [MONTH])
    expect(await servingShare(() => at.ended(data.jobId))).toBeLessThan(0.5)
    const job = await at.ended(data.jobId)
    expect(job).toMatchObject({
      kind: 'planDifference',
      object: String(data.id),
      state: 'DONE',
      part: MONTH,
    })
    expect([job.done, job.of]).toEqual([2, 2])
    const { data: found } = await at.get(String(data.id))
    expect(job.result).toEqual({
      changedRecords: found.result.records,
      changedPartners: found.result.partners,
    })
    await at.core.database.read
      .updateTable('console.planDrafts')
      .set({ document: '{}' })
      .where('id', '=', draftId)
      .execute()
    const { data: kept } = await at.get(String(data.id))
    expect(kept.planVersion).toBe(1)
    expect(createHash('sha256').update(kept.text).digest('hex')).toBe(found.sha256)
    const again = await finishedDifferenceOf(at.core.database.read, found.sha256)
    expect(again).toMatchObject({
      id: data.id,
      from: MONTH,
      to: MONTH,
      records: found.result.records,
    })
    expect(await finishedDifferenceOf(at.core.database.read, '0'.repeat(64))).toBeNull()
  })

  test('PLN-017 one that is cancelled while it computes leaves nothing, and runs again', async () => {
    const unilevel = DEFAULT_PLAN_DOCUMENT.unilevel.map((row) => ({ ...row, percent: '4.5' }))
    const changing = await at.draft({ ...DEFAULT_PLAN_DOCUMENT, unilevel })
    const id = await at.stored(changing, [MONTH])
    const stored = async (): Promise<number> => {
      const { rows } = await sql<{ amounts: number }>`
        select count(*) as amounts from console.plan_difference_amounts where difference_id = ${id}`.execute(
        at.core.database.read,
      )
      return rows[0]!.amounts
    }
    const stopper = new AbortController()
    const { signal } = stopper
    // All amounts are stored, and the result is not.
    const progress: Progress = (done, of) => {
      if (done === of) stopper.abort(new Error('Cancelled'))
    }
    await expect(runDifference(at.core, id, { progress, signal })).rejects.toThrow('Cancelled')
    expect(await stored()).toBe(0)
    const going = { progress: NO_PROGRESS, signal: new AbortController().signal }
    const { records } = await runDifference(at.core, id, going)
    expect(records).toBeGreaterThan(0)
    expect(await stored()).toBeGreaterThan(0)
  })
})

onPostgres('a difference of an empty month', (newDatabase) => {
  test('PLN-012 of a month that credits nothing, there is no amount and nothing to filter by', async () => {
    const database = await newDatabase()
    const { core, clock } = await openClosingNetwork(database)
    await closePeriod(core, EMPTY_MONTH)
    const at = await DifferenceDesk.open(database, { clock })
    const { result } = await at.run(DEFAULT_PLAN_DOCUMENT, [EMPTY_MONTH])
    expect(result).toMatchObject({
      records: 0,
      credited: 0,
      totals: [],
      ranks: [],
      choices: { types: [], currencies: [], ranks: [], countries: [] },
    })
  })
})

/** Work of a difference that waits where a test lets it wait. */
function heldUp() {
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  const kinds: JobKinds = {
    ...WITHOUT_THREADS,
    planDifference: {
      isContinued: false,
      run: async (working) => {
        await held
        return WITHOUT_THREADS.planDifference.run(working)
      },
    },
  }
  return { kinds, go: () => go() }
}

onPostgres('differences of several operators and processes', (newDatabase) => {
  test('PLN-017 one runs at a time and the refusal names it; cancelling leaves nothing; it can be started again', async () => {
    const database = await newDatabase()
    const { core, clock } = await openClosingNetwork(database)
    await closePeriod(core, MONTH)
    const { kinds, go } = heldUp()
    const at = await DifferenceDesk.open(database, { clock, kinds })
    const draft = await at.draft({ ...DEFAULT_PLAN_DOCUMENT, teamNeedsActivity: false })
    const answers = await Promise.all(Array.from({ length: 4 }, () => at.start(draft, [MONTH])))
    const started = answers.filter(({ code }) => code === undefined)
    expect(started).toHaveLength(1)
    const { id, jobId } = started[0]!.data
    for (const { code, body } of answers) {
      if (code === undefined) continue
      expect(code).toBe('job_running')
      expect(JSON.stringify(body)).toContain(String(jobId))
    }
    expect((await at.list()).data.content).toHaveLength(1)

    await at.desk.as(at.pia, 'DELETE', `jobs/${jobId}`)
    const cancelledAt = performance.now()
    go()
    expect((await at.ended(jobId)).state).toBe('CANCELLED')
    expect(performance.now() - cancelledAt).toBeLessThan(2_000)
    expect((await at.get(String(id))).data.result).toBeNull()
    expect(await leftOver()).toBe(0)

    const { data: again } = await at.desk.as(at.pia, 'POST', `jobs/${jobId}/again`)
    expect((await at.ended(again.jobId)).state).toBe('DONE')
    const { data: found } = await at.get(String(id))
    expect(found.job.id).toBe(again.jobId)
    expect(found.result.totals.length).toBeGreaterThan(0)

    async function leftOver(): Promise<number> {
      const { rows } = await sql<{ rows: number }>`
        select count(*) as rows from console.plan_difference_amounts`.execute(core.database.read)
      return rows[0]!.rows
    }
  })

  test('PLN-017 a difference whose process is gone is interrupted, and another process starts it again', async () => {
    const database = await newDatabase()
    const { core, clock } = await openClosingNetwork(database)
    await closePeriod(core, MONTH)
    const at = await DifferenceDesk.open(database, { clock, kinds: heldUp().kinds })
    const { data } = await at.start(await at.draft(DEFAULT_PLAN_DOCUMENT), [MONTH])
    await sql`update console.jobs set process_id = ${randomUUID()} where id = ${data.jobId}`.execute(
      core.database.read,
    )
    const jobs = new JobRunner(at.core, jobKinds(null))
    await jobs.adopt()
    expect((await at.ended(data.jobId)).state).toBe('INTERRUPTED')
    const other = await DifferenceDesk.open(database, { clock, as: at.pia })
    const { data: again } = await other.desk.as(at.pia, 'POST', `jobs/${data.jobId}/again`)
    expect((await other.ended(again.jobId)).state).toBe('DONE')
    expect((await other.get(String(data.id))).data.result).toMatchObject({
      records: 0,
      partners: 0,
    })
  })
})
