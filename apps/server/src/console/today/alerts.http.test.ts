import { ALERT_NAMES, type AlertName } from '@partner-office/contracts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { audited } from '../../business/audit/audit-log.ts'
import { closePeriod } from '../../business/months/close-period.ts'
import { noteFirstService } from '../../business/months/due-months.ts'
import { importPartners } from '../../business/partners/import-partners.ts'
import { setRates } from '../../business/rates/set-rates.ts'
import { changeSettings } from '../../business/settings/change-settings.ts'
import type { Core } from '../../core/core.ts'
import { asUpload } from '../../testing/core.ts'
import { onBothDatabases, onPostgres } from '../../testing/databases.ts'
import { STEP_MS } from '../../proofs/totp.ts'
import { chainText } from '../../testing/network-files.ts'
import { type Browser, OperatorsDesk } from '../../testing/operators-desk.ts'
import { storeDispute } from '../../testing/store-dispute.ts'
import { noteProcess } from '../processes/note-process.ts'
import { ALERTS, mendOf } from './alert-table.ts'
import { keepAlerts } from './keep-alerts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const REASON = 'it is being mended today'

test('TOD-002 every alert has a condition and a page or command that mends it', () => {
  expect(Object.keys(ALERTS).toSorted()).toEqual([...ALERT_NAMES].toSorted())
  for (const [name, { find, mend }] of Object.entries(ALERTS)) {
    expect({ name, find: typeof find, text: mend.text.length > 10 }).toEqual({
      name,
      find: 'function',
      text: true,
    })
    if (mend.kind === 'page') expect(mend.text).toMatch(/^\/console\//)
  }
  expect(mendOf('monthDue', '2026-10')).toEqual({ kind: 'page', text: '/console/close/2026-10' })
})

type Shown = {
  readonly name: AlertName
  readonly object: string
  readonly sentence: string
  readonly parameters: Readonly<Record<string, string | number>>
  readonly since: number
  readonly mend: { readonly text: string }
  readonly silence: object | null
  readonly acts: readonly string[]
}

/** The condition, as it is brought about and ended; returns the instant from which it holds, where it is known. */
type Case = {
  readonly begin: () => Promise<number | null>
  readonly end: () => Promise<void>
}

onBothDatabases('alerts', (newDatabase) => {
  let desk: OperatorsDesk
  let ann: Browser
  let bob: Browser
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
    ann = await desk.operator('ann@example.com', 'admin', 'finance')
    bob = await desk.operator('bob@example.com', 'admin', 'finance')
    await importPartners(desk.core, asUpload(chainText(2)))
    await note()
    await act('backup')
    // The commands that have added the two operators.
    for (const { id } of await desk.entriesSince()) {
      await desk.as(ann, 'POST', 'today/acknowledgements', { entry: id })
    }
  })
  beforeEach(async () => {
    ann = await desk.signIn(ann)
    bob = await desk.signIn(bob)
  })

  const read = () => desk.core.database.read
  /** An entry of the audit log. */
  const act = (command: string, details: object = {}) =>
    audited(desk.core, { actor: 'test', command, details: () => details }, async () => {})
  /** Signs Ann in so that it is this instant afterwards. */
  const signInAt = async (at: number) => {
    desk.clock.now = at - STEP_MS
    ann = await desk.signIn(ann)
  }
  const asOwner = (...statements: readonly string[]) =>
    desk.core.database.asOwner(async (tx) => {
      for (const each of statements) await sql.raw(each).execute(tx)
    })
  const note = (more: Partial<Core> = {}) =>
    noteProcess({ ...desk.core, ...more }, { dataDir: '/tmp', failures: new Map() })
  const alerts = async (by = ann): Promise<Shown[]> => {
    expect(await keepAlerts(desk.core)).toEqual([])
    return (await desk.as(by, 'GET', 'today')).data.alerts
  }
  const standing = async (name: AlertName) => (await alerts()).filter((each) => each.name === name)
  const untrusted = (apartMs: number): Partial<Core> => ({
    trustedClock: { problem: async () => 'the clocks are apart', apart: async () => apartMs },
  })
  const without = (table: string, condition: string) => [
    `alter table ${table} disable trigger user`,
    `delete from ${table} where ${condition}`,
    `alter table ${table} enable trigger user`,
  ]
  const rate = (to: 'UPT' | 'UCN') =>
    setRates(desk.core, [{ from: 'EUR', to, rateType: 'SELL', rate: '4' }])
  const verified = (found: number) =>
    desk.idOf('ann@example.com').then((byId) =>
      sql`insert into console.jobs (kind, state, started_at, ended_at, by_id, process_id, process_name, result)
        values ('verify', 'DONE', 1, ${desk.clock.now}, ${byId}, gen_random_uuid(), '', ${JSON.stringify({ checks: 9, found, differences: [] })}::jsonb)`.execute(
        read(),
      ),
    )

  const CASES: Partial<Record<AlertName, Case>> = {
    figuresDrift: {
      begin: async () => {
        desk.core.network.countAudit({ partners: 1, differences: 1 })
        await note()
        return null
      },
      end: async () => {
        desk.core.network.countAudit({ partners: 0, differences: -1 })
        await note()
      },
    },
    verifyDifference: {
      begin: async () => {
        await verified(2)
        return desk.clock.now
      },
      end: async () => void (await verified(0)),
    },
    monthDue: {
      begin: async () => {
        await noteFirstService(read(), Date.UTC(2026, 9, 20))
        // Ten minutes after its end a month is due.
        await signInAt(Date.UTC(2026, 10, 1, 0, 10) - 1)
        expect(await standing('monthDue')).toEqual([])
        desk.clock.now += 1
        return Date.UTC(2026, 10)
      },
      end: async () => void (await closePeriod(desk.core, '2026-10')),
    },
    clockUntrusted: {
      begin: async () => {
        await note(untrusted(6_000))
        return null
      },
      end: async () => {
        // At the start no clock is trusted for an hour: that alone is no alert.
        const startedAt = Date.now()
        await asOwner(`delete from console.processes`)
        await note({
          ...untrusted(5_000),
          process: { ...desk.core.process, startedAt },
        })
      },
    },
    rateMissing: {
      begin: async () => {
        await asOwner(...without('rates', `to_currency = 'UPT'`))
        return null
      },
      end: async () => void (await rate('UPT')),
    },
    rateFeed: {
      begin: async () => {
        await changeSettings(desk.core, { exchangeProvider: 'feed' })
        await rate('UCN')
        const at = desk.clock.now
        desk.clock.now += 15 * 60_000
        expect(await standing('rateFeed')).toEqual([])
        desk.clock.now += 1
        return at + 15 * 60_000
      },
      end: () => changeSettings(desk.core, { exchangeProvider: null }),
    },
    mailQueue: {
      begin: async () => {
        const at = desk.clock.now
        await sql`insert into passport.mails (id, user_id, sealed_letter, created_at, next_at)
          values (gen_random_uuid(), 1, '', ${at}, 0)`.execute(read())
        desk.clock.now += 15 * 60_000
        expect(await standing('mailQueue')).toEqual([])
        desk.clock.now += 1
        return at + 15 * 60_000
      },
      end: async () => void (await sql`delete from passport.mails`.execute(read())),
    },
    diskLow: {
      begin: async () => {
        const free = (bytes: number) =>
          sql`update console.processes set free_disk = ${bytes}::bigint`.execute(read())
        // It lives, however slow the tests before were.
        await note()
        await free(1024 ** 3)
        expect(await standing('diskLow')).toEqual([])
        await free(1024 ** 3 - 1)
        return null
      },
      end: () => note(),
    },
    backupOld: {
      begin: async () => {
        await act('backup')
        const at = desk.clock.now
        await signInAt(at + DAY)
        expect(await standing('backupOld')).toEqual([])
        desk.clock.now += 1
        return at + DAY
      },
      end: () => act('backups report', { words: ['backup'] }),
    },
    importUnfinished: {
      begin: async () => {
        await sql`insert into accepted_import (accepted_at, orders, recorded, recorded_until, open_cents)
          values (7, 10, 3, 0, 0)`.execute(read())
        return 7
      },
      end: async () => void (await sql`truncate accepted_import`.execute(read())),
    },
    outsideFourEyes: {
      begin: async () => {
        await desk.run('config set paymentsEnabled FALSE')
        return desk.clock.now
      },
      end: async () => {
        for (const { object } of await standing('outsideFourEyes')) {
          await desk.as(ann, 'POST', 'today/acknowledgements', { entry: Number(object) })
        }
      },
    },
    proposalsExpire: {
      begin: async () => {
        const { data } = await desk.as(ann, 'POST', 'proposals', {
          kind: 'setting',
          object: 'maxPendingPayouts',
          values: { value: '3' },
          reason: REASON,
        })
        await signInAt(data.expiresAt - DAY - 1)
        expect(await standing('proposalsExpire')).toEqual([])
        desk.clock.now += 1
        return data.expiresAt - DAY
      },
      end: async () => {
        const [alert] = await standing('proposalsExpire')
        await desk.as(ann, 'POST', `proposals/${alert!.object}/withdraw`, { version: 1 })
      },
    },
    payoutsTaken: {
      begin: async () => {
        const at = desk.clock.now
        await sql`insert into payouts (partner_id, payout_from, payout_to, currency, address, amount, fee, receive,
            risks, requested_at, created_at)
          values (1, 'A', 'B', 'UCN', 'x', 2, 1, 1, '{}', ${at}, ${at})`.execute(read())
        await sql`update payouts set taken_at = ${at}`.execute(read())
        await signInAt(at + DAY)
        expect(await standing('payoutsTaken')).toEqual([])
        desk.clock.now += 1
        return at + DAY
      },
      end: async () =>
        void (await sql`update payouts set status = 'REJECTED', reason = 'x', ended_at = ${desk.clock.now}`.execute(
          read(),
        )),
    },
    disputesLate: {
      begin: async () => {
        const at = desk.clock.now
        await storeDispute(desk.core, 1)
        await signInAt(at + 3 * DAY)
        expect(await standing('disputesLate')).toEqual([])
        desk.clock.now += 1
        return at + 3 * DAY
      },
      end: async () =>
        void (await sql`update console.disputes set state = 'WITHDRAWN', ended_at = ${desk.clock.now}`.execute(
          read(),
        )),
    },
    webhookOff: {
      begin: async () => {
        await sql`insert into console.endpoints (address, note, types, sealed_secret, is_on, off_because, failing_since, added_at)
          values ('https://hooks.example', '', '{order.recorded}', '', false, 'noSuccess', 7, 7)`.execute(
          read(),
        )
        return 7
      },
      end: async () => void (await sql`delete from console.endpoints`.execute(read())),
    },
    webhookGivenUp: {
      begin: async () => {
        await sql`insert into console.endpoints (id, address, note, types, sealed_secret, added_at) overriding system value
          values (99, 'https://hooks.example', '', '{order.recorded}', '', 7)`.execute(read())
        await sql`with made as (
            insert into console.webhook_events (id, type, at, body, noted_at)
            values ('order.recorded.1', 'order.recorded', 7, '{}', 7) returning number)
          insert into console.deliveries (endpoint_id, event_number, partner_id, state, due_at, ended_at)
          select 99, number, 0, 'GIVEN_UP', 7, 8 from made`.execute(read())
        return 8
      },
      end: async () => void (await sql`delete from console.endpoints`.execute(read())),
    },
    fewApprovers: {
      begin: async () => {
        await desk.run('operator lock bob@example.com')
        return null
      },
      end: async () => {
        await desk.run('operator unlock bob@example.com')
        bob = await desk.signIn(bob)
      },
    },
  }

  test.each(Object.keys(CASES) as AlertName[])(
    'TOD-003 %s comes with its condition and goes with it',
    async (name) => {
      const { begin, end } = CASES[name]!
      expect(await standing(name)).toEqual([])
      const since = await begin()
      const seenAt = desk.clock.now
      const [alert, ...more] = await standing(name)
      expect(more).toEqual([])
      expect(alert).toMatchObject({ name, since: since ?? seenAt, silence: null })
      expect(alert!.sentence).toMatch(/^[A-Z0-9a-z].*\.$/)
      expect(Object.keys(alert!.parameters)).not.toEqual([])
      expect(alert!.mend.text).not.toContain('{')
      await end()
      expect(await standing(name)).toEqual([])
    },
  )

  test('TOD-003 a used rate is old after 72 hours, until it is set again', async () => {
    await rate('UPT')
    const since = desk.clock.now
    const ofUpt = async () =>
      (await standing('rateOld')).filter(({ object }) => object === 'EUR UPT')
    await signInAt(since + 72 * HOUR)
    expect(await ofUpt()).toEqual([])
    desk.clock.now += 1
    expect(await ofUpt()).toMatchObject([{ since: since + 72 * HOUR }])
    await rate('UPT')
    expect(await ofUpt()).toEqual([])
  })

  test('TOD-004 an admin silences an alert for at most 24 hours; it is grey with the name, last, and speaks again by itself', async () => {
    await CASES.diskLow!.begin()
    const [alert] = await standing('diskLow')
    const which = { name: alert!.name, object: alert!.object }
    expect(alert!.acts).toEqual(['silence'])
    const silence = (more: object) =>
      desk.as(ann, 'POST', 'today/silences', { ...which, reason: REASON, hours: 24, ...more })
    expect((await silence({ hours: 25 })).code).toBe('validation_error')
    expect((await silence({ hours: 0 })).code).toBe('validation_error')
    expect((await silence({ reason: 'too short' })).code).toBe('validation_error')
    expect((await silence({ object: 'unknown' })).code).toBe('not_found')
    const before = Math.max(...(await desk.entriesSince()).map(({ id }) => id))
    expect((await silence({})).code).toBeUndefined()
    const until = desk.clock.now + DAY
    expect((await alerts()).at(-1)).toMatchObject({
      ...which,
      silence: { by: 'ann@example.com', until, reason: REASON },
      acts: ['speak'],
    })
    expect(await desk.entriesSince(before)).toMatchObject([
      {
        actor: 'ann@example.com',
        command: 'alert silence',
        details: { alert: 'diskLow', hours: 24 },
      },
    ])
    desk.clock.now = until
    ann = await desk.signIn(ann)
    expect(await standing('diskLow')).toMatchObject([{ silence: null }])

    await silence({ hours: 1 })
    const query = new URLSearchParams(which)
    expect((await desk.as(ann, 'DELETE', `today/silences?${query}`)).data).toEqual({})
    expect(await standing('diskLow')).toMatchObject([{ silence: null }])
    expect((await desk.as(ann, 'DELETE', `today/silences?${query}`)).code).toBe('not_found')

    await silence({})
    await note()
    expect(await standing('diskLow')).toEqual([])
    await CASES.diskLow!.begin()
    expect(await standing('diskLow')).toMatchObject([{ silence: null }])
    await note()
  })

  test('TOD-004 who is no admin sees the alerts and can do nothing about them', async () => {
    const cy = await desk.operator('cy@example.com', 'viewer')
    await CASES.diskLow!.begin()
    const seen = (await alerts(cy)).find(({ name }) => name === 'diskLow')
    expect(seen!.acts).toEqual([])
    await note()
  })

  test('APR-017 an act outside four eyes stands until an admin has confirmed it; each has its own alert', async () => {
    await desk.run('config set paymentsEnabled FALSE')
    await desk.run('config set maxPendingPayouts 4')
    const [first, second] = await standing('outsideFourEyes')
    expect(first!.acts).toEqual(['silence', 'acknowledge'])
    expect(first!.sentence).toContain('config set')
    const confirm = (entry: number) => desk.as(ann, 'POST', 'today/acknowledgements', { entry })
    await confirm(Number(first!.object))
    expect((await standing('outsideFourEyes')).map(({ object }) => object)).toEqual([
      second!.object,
    ])
    await confirm(Number(second!.object))
    const other = (await desk.entriesSince()).find(({ command }) => command === 'backup')
    expect((await confirm(other!.id)).code).toBe('not_found')
    await desk.run('config set proposalDays 8')
    expect(await standing('outsideFourEyes')).toEqual([])
  })
})

onPostgres('alerts of several processes', (newDatabase) => {
  test('TOD-009 what one process changes, another one shows at its next call', async () => {
    const database = await newDatabase()
    const one = await OperatorsDesk.open(database)
    const ann = await one.operator('ann@example.com', 'admin', 'finance')
    const bob = await one.operator('bob@example.com', 'admin', 'finance')
    const other = await OperatorsDesk.open(database, { clock: one.clock, seal: one.core.passwords })
    const seen = async () => (await other.as(bob, 'GET', 'today')).data
    const proposals = async () =>
      (await seen()).waiting.find(({ kind }: { kind: string }) => kind === 'proposals').count
    expect(await proposals()).toBe(0)
    await one.as(ann, 'POST', 'proposals', {
      kind: 'setting',
      object: 'paymentsEnabled',
      values: { value: 'FALSE' },
      reason: REASON,
    })
    expect(await proposals()).toBe(1)
    await one.run('operator lock ann@example.com')
    await keepAlerts(one.core)
    const names = (await seen()).alerts.map(({ name }: { name: string }) => name)
    expect(names).toContain('fewApprovers')
  })

  test('a condition that cannot be looked at keeps its alert, and the others come and go', async () => {
    const database = await newDatabase()
    const desk = await OperatorsDesk.open(database)
    await desk.operator('ann@example.com', 'admin')
    await keepAlerts(desk.core)
    const stored = () => database.read.selectFrom('console.alerts').select('name').execute()
    expect((await stored()).map(({ name }) => name)).toContain('fewApprovers')
    await changeSettings(desk.core, { fourEyes: 'FALSE' })
    const failing: Core = {
      ...desk.core,
      network: new Proxy(desk.core.network, {
        get: (target, key) => {
          if (key === 'plans') throw new Error('away')
          return Reflect.get(target, key, target)
        },
      }),
    }
    expect(await keepAlerts(failing)).toEqual(['rateMissing', 'rateOld'])
    expect((await stored()).map(({ name }) => name)).toContain('rateOld')
    expect((await stored()).map(({ name }) => name)).not.toContain('fewApprovers')
  })
})
