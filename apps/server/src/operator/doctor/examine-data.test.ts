import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { writeEntries } from '../../business/audit/audit-log.ts'
import { changeSettings } from '../../business/settings/change-settings.ts'
import { setRates } from '../../business/rates/set-rates.ts'
import type { Core } from '../../core/core.ts'
import { openTestCore } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { examineData } from './examine-data.ts'

const DAY_MS = 86_400_000
const noProgram = () => Promise.reject(new Error('ENOENT'))

onPostgres('OBS-009 the data', (newDatabase) => {
  let core: Core
  let now: number

  const done = (...commands: string[]) =>
    core.database.transaction((tx) =>
      writeEntries(
        tx,
        now,
        commands.map((command) => ({ actor: 'ann', command, details: () => ({}) })),
      ),
    )
  const reported = (kind: string, failure: object = {}) =>
    core.database.transaction((tx) => {
      const details = () => ({ words: [kind], ...failure })
      return writeEntries(tx, now, [{ actor: 'ann', command: 'backups report', details }])
    })
  const codes = async (runs: () => Promise<string> = noProgram): Promise<string[]> =>
    (await examineData(core.database.read, { now, runs })).map(({ code }) => code)

  describe('of a company', () => {
    beforeAll(async () => {
      const plan = { ...DEFAULT_PLAN_DOCUMENT, unilevelCurrency: 'DBSP' }
      core = await openTestCore(await newDatabase(), { plan })
      now = core.clock()
    })

    test('without a rate, a backup and exported keys', async () => {
      expect(await codes()).toEqual(['rate_missing', 'keys_not_exported', 'backup_missing'])
    })

    test('with all of them: nothing, for a day', async () => {
      await setRates(core, [{ from: 'EUR', to: 'DBSP', rate: '2', rateType: 'SELL' }])
      await done('keys export', 'backup')
      await reported('restore-test')
      expect(await codes()).toEqual([])
      now += DAY_MS
      expect(await codes()).toEqual([])
      now += 1
      expect(await codes()).toEqual(['backup_missing'])
    })

    test('with four eyes and one operator who decides, until there are two or it is off', async () => {
      const add = async (email: string, role: 'viewer' | 'finance' | 'admin') => {
        const { id } = await core.database.read
          .insertInto('console.operators')
          .values({ email, addedAt: now })
          .returning('id')
          .executeTakeFirstOrThrow()
        await core.database.read
          .insertInto('console.operatorRoles')
          .values({ operatorId: id, role })
          .execute()
        return id
      }
      const found = async () => (await codes()).includes('approver_missing')
      expect(await found()).toBe(false)
      await add('viewer@example.com', 'viewer')
      expect(await found()).toBe(true)
      await add('ann@example.com', 'finance')
      expect(await found()).toBe(true)
      const second = await add('bob@example.com', 'admin')
      expect(await found()).toBe(false)
      const change = (to: object) =>
        core.database.read
          .updateTable('console.operators')
          .set(to)
          .where('id', '=', second)
          .execute()
      await change({ lockedAt: now })
      expect(await found()).toBe(true)
      await changeSettings(core, { fourEyes: 'FALSE' })
      expect(await found()).toBe(false)
      await change({ lockedAt: null })
      await changeSettings(core, { fourEyes: 'TRUE' })
      expect(await found()).toBe(false)
    })

    test('OBS-009 with an endpoint that was switched off because nothing reached it, without its address', async () => {
      const add = (offBecause: 'operator' | 'noSuccess') =>
        core.database.read
          .insertInto('console.endpoints')
          .values({
            address: 'https://shop.example.com/canary',
            note: '',
            types: ['order.recorded'],
            sealedSecret: Buffer.alloc(0),
            isOn: false,
            offBecause,
            addedAt: now,
          })
          .execute()
      await add('operator')
      expect(await codes()).not.toContain('endpoint_off')
      await add('noSuccess')
      const found = await examineData(core.database.read, { now, runs: noProgram })
      expect(found.map(({ code }) => code)).toContain('endpoint_off')
      expect(JSON.stringify(found)).not.toContain('canary')
      await core.database.read.deleteFrom('console.endpoints').execute()
    })

    test('with a backup of pgBackRest instead', async () => {
      const info = (seconds: number) => async () =>
        JSON.stringify([{ backup: [{ timestamp: { stop: 1 } }, { timestamp: { stop: seconds } }] }])
      expect(await codes(info((now - DAY_MS) / 1_000))).toEqual([])
      expect(await codes(info((now - DAY_MS) / 1_000 - 1))).toEqual(['backup_missing'])
      expect(await codes(async () => 'no JSON')).toEqual(['backup_missing'])
    })

    test('with a backup that was reported, unless as failed', async () => {
      now += DAY_MS
      await reported('backup', { failed: 'no room' })
      expect(await codes()).toEqual(['backup_missing'])
      await reported('backup')
      expect(await codes()).toEqual([])
    })

    test('whose backups nobody has restored for 31 days', async () => {
      await reported('restore-test')
      now += 31 * DAY_MS
      await reported('restore-test', { failed: 'a changed byte' })
      expect(await codes()).toEqual(['backup_missing'])
      now += 1
      expect(await codes()).toEqual(['backup_missing', 'restore_test_missing'])
      await reported('restore-test')
    })

    test.each(['keys renew', 'reports rotate-key'])(
      'whose keys changed by %s after their export',
      async (command) => {
        await done('backup', 'keys export')
        now += 1
        expect(await codes()).toEqual([])
        await done(command)
        expect(await codes()).toEqual(['keys_not_exported'])
        now += 1
        await done('keys export')
        expect(await codes()).toEqual([])
      },
    )
  })

  describe('of a demo', () => {
    beforeAll(async () => {
      core = await openTestCore(await newDatabase())
      now = core.clock()
      await done('demo')
    })
    beforeEach(() => void (now += 1))

    test('need neither a backup nor exported keys', async () => {
      expect(await codes()).toEqual([])
    })

    test.each(['import partners', 'import orders', 'order'])(
      'beside which %s recorded others',
      async (command) => {
        await done(command, 'keys export', 'backup')
        await reported('restore-test')
        expect(await codes()).toEqual(['demo_with_real_data'])
      },
    )
  })
})
