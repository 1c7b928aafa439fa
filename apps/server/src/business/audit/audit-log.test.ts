import { Refusal } from '@partner-office/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openTestCore, TEST_NOW } from '../../testing/core.ts'
import { openEmbedded } from '../../testing/databases.ts'
import type { Core } from '../../core/core.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { forRequest, noteCaller } from '../../input/request-id.ts'
import { audited, type AuditRow, readAuditLog, writeEntries } from './audit-log.ts'

describe('the audit log', () => {
  let core: Core
  beforeAll(async () => {
    core = await openTestCore(await openEmbedded())
  })
  afterAll(() => core.database.close())

  const entry = (command: string, details: object = {}) => ({
    actor: 'ann',
    command,
    details: () => details,
  })
  const entries = async () => {
    const all: AuditRow[] = []
    for await (const row of readAuditLog(core.database.read)) all.push(row)
    return all
  }
  const commands = async () => (await entries()).map(({ command }) => command)

  test('a change is stored with its actor, time and content', async () => {
    await audited(core, entry('set', { name: 'newsfeed' }), (on) =>
      changeSettings(on, { newsfeed: 'FALSE' }),
    )
    expect(await entries()).toEqual([
      {
        id: expect.any(Number),
        at: TEST_NOW,
        actor: 'ann',
        command: 'set',
        details: { name: 'newsfeed' },
      },
    ])
  })

  test('a refused command leaves no entry, and a rollback removes its entry', async () => {
    const refused = audited(core, entry('refused'), (on) => changeSettings(on, { newsfeed: 'no' }))
    await expect(refused).rejects.toBeInstanceOf(Refusal)
    const broken = audited(core, entry('broken'), (on) =>
      on.database.transaction(async () => {
        throw new Error('broken')
      }),
    )
    await expect(broken).rejects.toThrow('broken')
    expect(await commands()).toEqual(['set'])
  })

  test('many transactions of one command are one entry, in the first that commits', async () => {
    await audited(core, entry('twice'), async (on) => {
      await changeSettings(on, { newsfeed: 'TRUE' })
      expect(await commands()).toContain('twice')
      await changeSettings(on, { newsfeed: 'FALSE' })
    })
    expect((await commands()).filter((command) => command === 'twice')).toHaveLength(1)
  })

  test('a command without a transaction of its own has an entry, too', async () => {
    await audited(core, entry('reads'), async () => {})
    expect(await commands()).toContain('reads')
  })

  test('OBS-011 an entry names the request that the running code works for, unless it names its own', async () => {
    await forRequest('request-1', () =>
      core.database.transaction((tx) =>
        writeEntries(tx, TEST_NOW, [
          entry('of the request'),
          { ...entry('of another'), requestId: 'request-2' },
          { ...entry('of none'), requestId: undefined },
        ]),
      ),
    )
    await core.database.transaction((tx) => writeEntries(tx, TEST_NOW, [entry('of a job')]))
    await forRequest('request-3', () => audited(core, entry('audited'), async () => {}))
    const written = (await entries()).slice(-5)
    expect(written.map(({ command, details }) => [command, details])).toEqual([
      ['of the request', { requestId: 'request-1' }],
      ['of another', { requestId: 'request-2' }],
      ['of none', {}],
      ['of a job', {}],
      ['audited', { requestId: 'request-3' }],
    ])
  })

  test('AUD-001 an entry of an operator’s request names the network address, and no other one does', async () => {
    await forRequest('request-4', () => {
      noteCaller('192.0.2.7')
      return core.database.transaction((tx) =>
        writeEntries(tx, TEST_NOW, [
          entry('from somewhere'),
          { ...entry('of another'), requestId: undefined, callerAddress: undefined },
        ]),
      )
    })
    noteCaller('192.0.2.8')
    await forRequest('request-5', () => audited(core, entry('of a program'), async () => {}))
    const written = (await entries()).slice(-3)
    expect(written.map(({ details }) => details)).toEqual([
      { requestId: 'request-4', callerAddress: '192.0.2.7' },
      {},
      { requestId: 'request-5' },
    ])
  })

  test('an entry can be neither changed nor removed', async () => {
    await expect(core.database.read.deleteFrom('auditLog').execute()).rejects.toThrow()
    await expect(
      core.database.read.updateTable('auditLog').set({ actor: 'bob' }).execute(),
    ).rejects.toThrow()
  })
})
