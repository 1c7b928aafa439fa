import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { NO_PROGRESS, type Progress } from '../core/core.ts'
import type { Database } from '../db/database.ts'
import { onBothDatabases } from '../testing/databases.ts'
import type { Given } from '../testing/thread-of-tests.ts'
import { runInThread } from './run-in-thread.ts'

const FILE = new URL('../testing/thread-of-tests.ts', import.meta.url)

onBothDatabases('work in a thread', (newDatabase, kind) => {
  const run = async (
    act: Given['act'],
    { progress = NO_PROGRESS, signal = new AbortController().signal, database }: Options = {},
  ): Promise<unknown> => {
    const given = { act, setting: 'given' }
    const on = database ?? (await newDatabase())
    return runInThread<Given, unknown>(FILE, { database: on, given, progress, signal })
  }
  type Options = {
    readonly progress?: Progress
    readonly signal?: AbortSignal
    readonly database?: Database
  }

  const settingOf = async ({ read }: Database): Promise<string | undefined> => {
    const row = read.selectFrom('settings').select('value').where('name', '=', 'a setting')
    return (await row.executeTakeFirst())?.value
  }
  const backends = async ({ read }: Database): Promise<number[]> => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and pid is not null`.execute(
      read,
    )
    return rows.map(({ pid }) => pid)
  }

  test('reads, by a connection of its own where there is more than one, and answers values of every kind', async () => {
    const database = await newDatabase()
    const before = await backends(database)
    const heard: unknown[] = []
    const progress: Progress = (...said) => void heard.push(said)
    const found = await run('read', { progress, database })
    expect(found).toEqual({
      rows: [
        {
          oneName: 1,
          document: { kept_name: 2 },
          setting: 'given',
          process: expect.any(Number) as number,
        },
      ],
      units: 10n ** 20n,
      bytes: new Uint8Array([1, 2]),
    })
    expect(heard).toEqual([[1, 2, 'read']])
    if (kind === 'embedded') return
    const [row] = (found as { readonly rows: readonly { readonly process: number }[] }).rows
    expect(before).not.toContain(row!.process)
    await vi.waitFor(async () => expect(await backends(database)).not.toContain(row!.process))
  })

  test('the caller gets the errors of the work, of its queries, and of a thread that stops', async () => {
    const database = await newDatabase()
    await expect(run('fail', { database })).rejects.toThrow(
      expect.objectContaining({ message: 'It failed', code: 'EWORK' }),
    )
    await expect(run('read nonsense', { database })).rejects.toThrow(
      expect.objectContaining({ message: 'column "nonsense" does not exist', code: '42703' }),
    )
    await expect(run('change and fail', { database })).rejects.toThrow('It failed after its change')
    expect(await settingOf(database)).toBeUndefined()
    await expect(run('leave', { database })).rejects.toThrow('The thread stopped (3)')
  })

  test('changes what a transaction changes; one that is open when its thread is stopped is rolled back', async () => {
    const database = await newDatabase()
    const stopper = new AbortController()
    const progress: Progress = (done) => {
      if (done === 2) stopper.abort(new Error('Cancelled'))
    }
    const { signal } = stopper
    await expect(run('change and never end', { database, progress, signal })).rejects.toThrow(
      'Cancelled',
    )
    expect(await settingOf(database)).toBeUndefined()
    await run('change', { database })
    expect(await settingOf(database)).toBe('given')
  })

  test('work that never ends is stopped with the reason, also before it begins', async () => {
    const database = await newDatabase()
    const stopper = new AbortController()
    const begun = Promise.withResolvers<void>()
    const running = run('never end', {
      database,
      signal: stopper.signal,
      progress: () => begun.resolve(),
    })
    await begun.promise
    stopper.abort(new Error('Cancelled'))
    await expect(running).rejects.toThrow('Cancelled')
    await expect(run('never end', { database, signal: stopper.signal })).rejects.toThrow(
      'Cancelled',
    )
  })

  test('what the caller throws at its progress stops it', async () => {
    const heard: number[] = []
    const progress: Progress = (done) => {
      heard.push(done)
      throw new Error('Cancelled at a step')
    }
    await expect(run('never end', { progress })).rejects.toThrow('Cancelled at a step')
    await wait(50)
    expect(heard).toEqual([1])
  })
})
