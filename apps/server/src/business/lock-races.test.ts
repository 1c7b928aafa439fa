import { DEFAULT_PLAN_DOCUMENT, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { seedDefaults } from '../plans/seed-defaults.ts'
import { sharedSecret } from '../keys/secrets.ts'
import type { Db, Tx } from '../db/database.ts'
import { postTransfer } from '../testing/post-transfers.ts'
import { asUpload, openTestCore, TEST_NOW } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { chainText } from '../testing/network-files.ts'
import { transferOf } from '../testing/order-races.ts'
import { race, RACERS } from '../testing/races.ts'
import { sealCandidate, sealTransfers } from './ledger/seal-transfers.ts'
import { acceptTerms } from './partners/legals.ts'
import { confirmAddress } from '../passport/accounts/accounts.ts'
import { enrollPartner } from './partners/enroll-partner.ts'
import { blockPartner } from './partners/block-partner.ts'
import { erasePartner } from './partners/erase-partner.ts'
import { importPartners } from './partners/import-partners.ts'
import { type NewPartner, registerPartner } from './partners/register-partner.ts'
import { cancelOrder } from './orders/intake/cancel-order.ts'
import { recordOrder } from '../testing/record-order.ts'
import { loadPlan } from './settings/load-plan.ts'
import { listRates } from './rates/current-rates.ts'
import { refreshRates } from './rates/refresh-rates.ts'
import { changeSettings } from './settings/change-settings.ts'
import { readSetting } from './settings/read-settings.ts'

const racers = <T>(call: (racer: number) => Promise<T>) =>
  Array.from({ length: RACERS }, (_, racer) => () => call(racer))

const holdFactLog = (tx: Tx) => sql`select from fact_log for update`.execute(tx)
const holdTable = (name: string) => (tx: Tx) =>
  sql`lock table ${sql.table(name)} in exclusive mode`.execute(tx)
const holdAdvisory = (name: string) => (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)

/** Values of calls that succeeded; any other failure than the expected refusal fails the test. */
function succeeded<T>(results: readonly PromiseSettledResult<T>[], refusal?: string): T[] {
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    expect(result.reason).toBeInstanceOf(Refusal)
    expect(result.reason).toMatchObject({ code: refusal })
  }
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

const newPartner = (email: string): NewPartner => ({
  email,
  passwordHash: 'hash',
  firstName: 'New',
  lastName: 'Partner',
  countryId: 'DE',
  language: 'en',
  referral: null,
})

/** The id of the oldest open transaction of the cluster, or the next id. */
async function oldestOpen(db: Db): Promise<bigint> {
  const { rows } = await sql<{ id: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as id`.execute(db)
  return BigInt(rows[0]!.id)
}

onPostgres('calls at the same time', (newDatabase) => {
  test('one registration of many with the same e-mail, in any case of letters, succeeds', async () => {
    const core = await openTestCore(await newDatabase())
    const emails = ['New@example.com', 'new@example.com']
    const results = await race(
      core.database,
      holdFactLog,
      racers((racer) => registerPartner(core, newPartner(emails[racer % 2]!))),
    )
    expect(succeeded(results, 'not_unique')).toEqual([1])
  })

  test('registrations get ids, and confirmed ones fact numbers, without gaps; each becomes one partner', async () => {
    const core = await openTestCore(await newDatabase())
    const results = await race(
      core.database,
      holdFactLog,
      racers((racer) => registerPartner(core, newPartner(`p${racer}@example.com`))),
    )
    const wanted = Array.from({ length: RACERS }, (_, at) => at + 1)
    expect(succeeded(results).toSorted((a, b) => a - b)).toEqual(wanted)

    const admitted = await race(
      core.database,
      holdFactLog,
      racers((racer) => enrollPartner(core, 1 + (racer >> 1), async () => {})),
    )
    expect(succeeded(admitted)).toHaveLength(RACERS)
    const { rows } = await sql<{ fact: number }>`select fact from partners order by fact`.execute(
      core.database.read,
    )
    expect(rows.map(({ fact }) => fact)).toEqual(wanted.slice(0, RACERS / 2))
  })

  test('a registration that is confirmed and erased at the same time ends as one of both', async () => {
    const core = await openTestCore(await newDatabase())
    const id = await registerPartner(core, newPartner('both@example.com'))
    const confirm = (tx: Tx) => confirmAddress(tx, id)
    await race<unknown>(
      core.database,
      (tx) => sql`select from registrations for update`.execute(tx),
      racers((racer) =>
        racer % 2 === 0 ? enrollPartner(core, id, confirm) : erasePartner(core, id),
      ),
    )
    const { rows } = await sql`
      select (select count(*) from registrations) as registrations, a.closed_at is not null as closed,
        (select bool_and(erased_at is not null) from partners) is not false as erased
      from passport.accounts a`.execute(core.database.read)
    expect(rows).toEqual([{ registrations: 0, closed: true, erased: true }])
  })

  test('an erasure changes the partner once', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(core, asUpload(chainText(2)))
    const changes = async () => {
      const { rows } = await sql<{ changes: number }>`
        select count(*) as changes from partner_changes where partner_id = 2`.execute(
        core.database.read,
      )
      return rows[0]!.changes
    }
    const before = await changes()
    const results = await race(
      core.database,
      (tx) => sql`select from partners where id = 2 for update`.execute(tx),
      racers((racer) => erasePartner({ ...core, clock: () => TEST_NOW + racer }, 2)),
    )
    expect(succeeded(results)).toHaveLength(RACERS)
    expect(await changes()).toBe(before + 1)
  })

  test('a block is one fact', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(core, asUpload(chainText(2)))
    const results = await race(
      core.database,
      holdFactLog,
      racers(() => blockPartner(core, 2, true, 'for a test')),
    )
    expect(succeeded(results)).toHaveLength(RACERS)
    const { rows } = await sql`select blocked, fact from partner_blocks`.execute(core.database.read)
    expect(rows).toEqual([{ blocked: true, fact: 3 }])
  })

  test('a cancellation reverses the credits of an order once', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(core, asUpload(chainText(2)))
    await recordOrder(core, { orderId: 1, partnerId: 2, paidAt: TEST_NOW, cents: 10_000 })
    const results = await race(
      core.database,
      holdFactLog,
      racers(() => cancelOrder(core, 1, 'returned')),
    )
    expect(succeeded(results)).toHaveLength(RACERS)
    const { rows } = await sql`
      select sum(amount)::text as total, count(*) as records from bonus_records`.execute(
      core.database.read,
    )
    expect(rows).toEqual([{ total: '0', records: 2 }])
  })

  test('the terms are accepted once', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(core, asUpload(chainText(1)))
    const results = await race(
      core.database,
      holdTable('legal_acceptances'),
      racers(() => acceptTerms(core, 1, 'partner')),
    )
    expect(succeeded(results, 'legals_already_accepted')).toEqual([{ acceptedAt: TEST_NOW }])
  })

  test('plans get versions without gaps', async () => {
    const core = await openTestCore(await newDatabase())
    const results = await race(
      core.database,
      holdFactLog,
      racers((racer) =>
        loadPlan(core, { ...DEFAULT_PLAN_DOCUMENT, validFrom: TEST_NOW + racer * 86_400_000 }),
      ),
    )
    const versions = succeeded(results).map(({ version }) => version)
    expect(versions.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: RACERS }, (_, at) => at + 2),
    )
  })

  test('an unset setting can be set by all', async () => {
    const core = await openTestCore(await newDatabase())
    const results = await race(
      core.database,
      holdTable('settings'),
      racers((racer) => changeSettings(core, { maxPendingPayouts: String(racer + 1) })),
    )
    expect(succeeded(results)).toHaveLength(RACERS)
    const stored = Number(await readSetting(core.database.read, 'maxPendingPayouts'))
    expect(stored).toBeGreaterThanOrEqual(1)
    expect(stored).toBeLessThanOrEqual(RACERS)
  })

  test('an unchanged quote is confirmed by all', async () => {
    const core = await openTestCore(await newDatabase())
    const before = await listRates(core.database.read)
    const feed = async () => [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '2' } as const]
    const results = await race(
      core.database,
      holdTable('rate_confirmations'),
      racers(() => refreshRates(core, feed)),
    )
    expect(succeeded(results)).toEqual(Array(RACERS).fill(0))
    expect(await listRates(core.database.read)).toEqual(before)
  })

  test('a block of transfers is sealed once', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(core, asUpload(chainText(1)))
    await core.database.transaction((tx) => postTransfer(tx, transferOf('one')))
    const { read } = core.database
    const candidate = await sealCandidate(read)
    // A block waits for the open transactions of all databases, so for those of other tests.
    const openBefore = BigInt(candidate.openBefore)
    await expect
      .poll(() => oldestOpen(read), { timeout: 20_000 })
      .toBeGreaterThanOrEqual(openBefore)
    const results = await race(
      core.database,
      holdAdvisory('partner-office: seal'),
      racers(() => sealTransfers(read, candidate, TEST_NOW)),
    )
    expect(succeeded(results)).toHaveLength(RACERS)
    const { rows } =
      await sql`select last_transfer_id, hash is null as open from ledger_seals`.execute(read)
    expect(rows).toEqual([{ lastTransferId: 1, open: false }])
  })

  test('servers that start on an empty database write one plan and each rate once', async () => {
    const database = await newDatabase()
    const results = await race(
      database,
      holdAdvisory('partner-office: seed'),
      racers((racer) => seedDefaults(database, racer)),
    )
    expect(succeeded(results)).toHaveLength(RACERS)
    const { rows } = await sql`
      select (select count(*) from plans) as plans, count(*) as rates,
        count(distinct (from_currency, to_currency, rate_type)) as pairs from rates`.execute(
      database.read,
    )
    expect(rows).toEqual([{ plans: 1, rates: 6, pairs: 6 }])
  })

  test('servers that start at once share one secret', async () => {
    const database = await newDatabase()
    const results = await race(
      database,
      holdTable('settings'),
      racers(() => sharedSecret(database, 'no-directory', 'operator-key')),
    )
    const secrets = succeeded(results)
    expect(secrets).toHaveLength(RACERS)
    expect(new Set(secrets).size).toBe(1)
  })
})
