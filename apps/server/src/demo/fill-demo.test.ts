import { BONUS_TYPES, monthStart, monthText, STARTING_RATES } from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { explainedRecord } from '../business/bonuses/explain/explained-amount.ts'
import { readBalances } from '../business/ledger/read-balances.ts'
import { listRates } from '../business/rates/current-rates.ts'
import { listSettings } from '../business/settings/read-settings.ts'
import type { Core } from '../core/core.ts'
import { exportRows } from '../business/exports/export-rows.ts'
import { generateStatements } from '../business/statements/generate-statements.ts'
import type { Statement } from '../business/statements/statement.ts'
import { readHolders } from '../business/statements/statement-holder.ts'
import { readTickets } from '../business/support/read-tickets.ts'
import { readAllRecords } from '../testing/all-records.ts'
import { openTestCore, TEST_NOW, textOf } from '../testing/core.ts'
import { onBothDatabases, onPostgres } from '../testing/databases.ts'
import { faultsOf } from '../testing/explained-sums.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { readDemoCode } from './demo-code.ts'
import { BLOCKED_EMAIL, DEMO_EMAIL, DEMO_PASSWORD, fillDemo, FRESH_EMAIL } from './fill-demo.ts'

const SIZE = { partners: 2_000, months: 18, seed: 1 }

async function idOf(core: Core, email: string): Promise<number> {
  const { id } = await core.database.read
    .selectFrom('partners')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return id
}

const ranksOf = async (core: Core): Promise<Map<number, string>> =>
  new Map(
    (await textOf(exportRows(core, 'ranks')))
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
      .map(([id, , code]) => [Number(id), code!]),
  )

onPostgres('demo network', (newDatabase) => {
  describe('of the default size', () => {
    let core: Core
    beforeAll(async () => {
      core = await openTestCore(await newDatabase())
      await fillDemo(core, SIZE)
    })

    test('has 2,000 partners below one root, twelve lines deep or more', async () => {
      const { engine } = core.network
      expect(await core.network.figures(1)).toMatchObject({ teamSize: 2_000 })
      expect(engine.size).toBe(2_001)
      const depths = Array.from({ length: engine.size }, (_, row) => engine.depthOf(row))
      expect(Math.max(...depths)).toBeGreaterThanOrEqual(12)
    })

    test('the demo partner has statements of the closed months, each balance where the one before ended', async () => {
      const id = await idOf(core, DEMO_EMAIL)
      const { rows } = await sql<{ period: string; statement: Statement }>`
        select period, content::jsonb -> 'statement' as statement from statements
        where partner_id = ${id} and currency = 'UPT' order by period`.execute(core.database.read)
      const { periods } = await core.database.read
        .selectFrom('closings')
        .select(({ fn }) => fn.count<number>('period').distinct().as('periods'))
        .executeTakeFirstOrThrow()
      expect(rows.length).toBeGreaterThan(periods / 2)
      for (const [at, { statement }] of rows.entries()) {
        expect(statement.opening).toBe(rows[at - 1]?.statement.closing ?? '0.00000000')
      }
      const kinds = new Set(
        rows.flatMap(({ statement }) => statement.entries.map(({ kind }) => kind)),
      )
      const texts = rows.flatMap(({ statement }) => statement.entries.map(({ text }) => text))
      expect(texts.find((text) => text.startsWith('Payout '))).toMatch(
        /^Payout \d+ to \w{26,64}\.$/,
      )
      expect(texts.find((text) => text.startsWith('Fee '))).toMatch(/^Fee of payout \d+\.$/)
      expect([...kinds]).toEqual(expect.arrayContaining(['PAYOUT', 'PAYOUT_FEE', 'PAYOUT_REFUND']))
    })

    test('the demo partner is verified as a statement needs it, and can generate one', async () => {
      const id = await idOf(core, DEMO_EMAIL)
      const lastMonth = new Date(monthStart(TEST_NOW) - 1)
      const [year, month] = [lastMonth.getUTCFullYear(), lastMonth.getUTCMonth() + 1]
      await expect(generateStatements(core, id, { year, month })).resolves.toEqual({
        billingPeriod: monthText(monthStart(lastMonth.getTime())),
      })
      const holder = (await readHolders(core.database.read, [id])).get(id)!
      expect(holder).toMatchObject({
        name: 'Anna Keller',
        isNameVerified: true,
        address: ['1 Example Street', '10000 Sampletown', expect.stringMatching(/^[A-Z]{2}$/)],
        isAddressVerified: true,
      })
      const documents = await core.database.read
        .selectFrom('passport.verifications')
        .select(['documentType', 'status', 'wasApproved'])
        .where('userId', '=', id)
        .orderBy('documentType')
        .execute()
      expect(documents).toEqual(
        ['ADDRESS', 'PASSPORT'].map((documentType) => ({
          documentType,
          status: 'APPROVED',
          wasApproved: true,
        })),
      )
    })

    test('the demo partner has pending, sent, rejected and cancelled payouts, and more money on both balances', async () => {
      const id = await idOf(core, DEMO_EMAIL)
      const payouts = await core.database.read
        .selectFrom('payouts')
        .select(['status', 'reason'])
        .where('partnerId', '=', id)
        .execute()
      const counted = Object.groupBy(payouts, ({ status }) => status)
      expect(counted.SUCCESS!.length).toBeGreaterThanOrEqual(2)
      expect(counted.PENDING).toHaveLength(2)
      expect(counted.REJECTED!.map(({ reason }) => reason === 'cancelled')).toEqual([false, true])
      const balances = await readBalances(core.database.read, id, [
        'UCHAIN_UCN_BONUS',
        'UCHAIN_UPT_BONUS',
      ])
      for (const balance of Object.values(balances)) expect(Number(balance)).toBeGreaterThan(100)
    })

    test('the demo partner has sent tickets, one of them with a file', async () => {
      const tickets = await readTickets(core.database.read, await idOf(core, DEMO_EMAIL))
      expect(tickets.map(({ type, files }) => [type, files.length])).toEqual([
        [8, 0],
        [3, 1],
        [1, 0],
      ])
      expect(tickets.every(({ createdAt }) => createdAt < TEST_NOW)).toBe(true)
    })

    test('has news in English, German and Arabic, newer than the account of the demo partner', async () => {
      const newest = await core.database.read
        .selectFrom('newsPosts')
        .select(({ fn }) => ['language', fn.max('publishedAt').as('at')])
        .groupBy('language')
        .orderBy('language')
        .execute()
      expect(newest.map(({ language }) => language)).toEqual(['ar', 'de', 'en'])
      const { at } = await core.database.read
        .selectFrom('partners')
        .select('registeredAt as at')
        .where('email', '=', DEMO_EMAIL)
        .executeTakeFirstOrThrow()
      for (const post of newest) expect(post.at).toBeGreaterThan(at)
    })

    test('every rank of the ladder is present', async () => {
      const plan = await core.plans.at(core.database.read, core.clock())
      const present = new Set((await ranksOf(core)).values())
      expect(plan.plan.ranks.map(({ code }) => code).filter((code) => !present.has(code))).toEqual(
        [],
      )
    })

    test('the demo partner is RUBY or above, active, with over 12 in the first line, three lines and money', async () => {
      const id = await idOf(core, DEMO_EMAIL)
      const { flSize, activeUntil } = await core.network.figures(id)
      expect(flSize).toBeGreaterThan(12)
      expect(activeUntil).toBeGreaterThan(TEST_NOW)
      expect((await ranksOf(core)).get(id)).toMatch(/^(RUBY|EMERALD|DIAMOND)$/)
      const { partnerIds } = await core.network.downline(id)
      const { engine } = core.network
      const depths = partnerIds.map((each) => engine.depthOf(engine.rowOf(each)))
      const own = engine.depthOf(engine.rowOf(id))
      expect(Math.max(...depths) - own).toBeGreaterThan(3)
      const account = await core.database.read
        .selectFrom('accounts')
        .select('balance')
        .where('partnerId', '=', id)
        .executeTakeFirstOrThrow()
      expect(Number(account.balance)).toBeGreaterThan(0)
    })

    test('the fresh partner has no team, the blocked one is blocked, only those three have a password, the demo partner an authenticator, and only the fresh one has terms to accept', async () => {
      expect(await core.network.figures(await idOf(core, FRESH_EMAIL))).toMatchObject({
        teamSize: 0,
      })
      const accepted = await core.database.read
        .selectFrom('legalAcceptances')
        .select('partnerId')
        .execute()
      const signedUp = [await idOf(core, DEMO_EMAIL), await idOf(core, BLOCKED_EMAIL)]
      expect(accepted.map(({ partnerId }) => partnerId)).toEqual(signedUp)
      const blocked = core.network.engine.rowOf(await idOf(core, BLOCKED_EMAIL))
      expect(core.network.engine.blocked[blocked]).toBe(1)
      const { rows } = await sql<{ userId: number; email: string; sealedPassword: Buffer }>`
        select user_id, email, sealed_password from passport.accounts
        where sealed_password is not null order by email`.execute(core.database.read)
      expect(rows.map(({ email }) => email)).toEqual([BLOCKED_EMAIL, DEMO_EMAIL, FRESH_EMAIL])
      for (const { userId, sealedPassword } of rows) {
        expect(core.passwords.open(userId, sealedPassword)).toBe(DEMO_PASSWORD)
      }
      expect(await readDemoCode(core)).toMatch(/^\d{6}$/)
      const authenticators = await core.database.read
        .selectFrom('passport.authenticators')
        .select(['userId', 'sealedSecret'])
        .where('confirmedAt', 'is not', null)
        .execute()
      expect(authenticators.map(({ userId }) => userId)).toEqual([await idOf(core, DEMO_EMAIL)])
      const [{ userId, sealedSecret }] = authenticators as [(typeof authenticators)[0]]
      expect(core.passwords.open(userId, sealedSecret!)).toBe('JBSWY3DPEHPK3PXP')
    })

    test('orders range from 18 months ago to the last days, and some are cancelled', async () => {
      const { rows } = await sql<{ first: number; last: number; cancelled: number }>`
        select min(paid_at) as first, max(paid_at) as last, (select count(*) from cancellations) as cancelled
        from orders`.execute(core.database.read)
      const months = (instant: number) => (TEST_NOW - instant) / (30.4375 * 86_400_000)
      expect(months(rows[0]!.first)).toBeGreaterThan(16)
      expect(months(rows[0]!.last)).toBeLessThan(0.1)
      expect(rows[0]!.cancelled).toBe(10)
    })

    test('every order, rank and month was credited at a rate that held then, and the rates changed since', async () => {
      const { rows } = await sql<{ late: number; later: number; upt: number }>`
        select
          (select count(*) from order_decisions d join orders o on o.id = d.order_id join rates r on r.id = d.rate_id
            where r.set_at > o.paid_at) as late,
          (select count(*) from bonus_records b join rates r on r.id = b.rate_id
            where r.set_at > b.paid_at) as later,
          (select count(distinct rate_id) from order_decisions) as upt`.execute(core.database.read)
      expect(rows).toEqual([{ late: 0, later: 0, upt: 4 }])
      const inForce = await listRates(core.database.read)
      expect(inForce.map(({ to, rate }) => [to, rate]).toSorted()).toEqual(
        STARTING_RATES.map(({ to, rate }) => [to, rate]).toSorted(),
      )
      expect(inForce.every(({ setAt }) => setAt === core.clock())).toBe(true)
    })

    test('TEA-009 the three public sites are pages of the office', async () => {
      const sites = (await listSettings(core.database.read)).filter(({ name }) =>
        name.startsWith('publicSite.'),
      )
      expect(sites.map(({ name, value }) => [name, value])).toEqual([
        ['publicSite.1', '/en/partner'],
        ['publicSite.2', '/de/partner'],
        ['publicSite.3', '/es/partner'],
      ])
    })

    test('past months are closed, and the demo partner has money in UCN and in UPT', async () => {
      const { rows } = await sql<{ months: number; last: string }>`
        select count(*) as months, max(c.period) as last
        from closings c join period_seals s on s.closing_id = c.id`.execute(core.database.read)
      expect(rows[0]!.months).toBeGreaterThanOrEqual(16)
      expect(rows[0]!.last).toBe('2026-10')
      const balances = await core.database.read
        .selectFrom('accounts')
        .select('balance')
        .where('partnerId', '=', await idOf(core, DEMO_EMAIL))
        .where('currency', 'in', ['UCN', 'UPT'])
        .execute()
      expect(balances.map(({ balance }) => Number(balance) > 0)).toEqual([true, true])
    })

    test('every record can be explained: its leaves add up to its amount', async () => {
      const records = await readAllRecords(core.database.read)
      const wrong = records.flatMap((record) =>
        faultsOf(explainedRecord(record)).map((fault) => `${record.type} ${record.id}: ${fault}`),
      )
      expect(wrong).toEqual([])
      expect(new Set(records.map(({ type }) => type))).toEqual(new Set(BONUS_TYPES))
    })

    test('a database with partners is refused', async () => {
      await expect(fillDemo(core, SIZE)).rejects.toMatchObject({ code: 'validation_error' })
    })
  })

  test('the same size and seed create the same network, another seed another network', async () => {
    const files = []
    for (const seed of [5, 5, 6]) {
      const core = await openTestCore(await newDatabase())
      await fillDemo(core, { partners: 60, months: 6, seed })
      files.push(await textOf(exportRows(core, 'bonuses')))
      if (seed === 6) expect((await verifyAll(core)).differences).toEqual([])
    }
    expect(files[0]).toBe(files[1])
    expect(files[0]).not.toBe(files[2])
  })
})

onBothDatabases('a small demo network', (newDatabase, kind) => {
  const sizes = [
    [1, 1],
    [2, 1],
    [3, 1],
    [10, 1],
    [150, 3],
  ] as const
  test.for(kind === 'embedded' ? [sizes[3]] : sizes)(
    'of %i over %i months is created, too',
    async ([partners, months]) => {
      const core = await openTestCore(await newDatabase())
      await fillDemo(core, { partners, months, seed: 1 })
      expect(core.network.engine.size).toBe(partners + 1)
      expect((await verifyAll(core)).differences).toEqual([])
    },
  )
})
