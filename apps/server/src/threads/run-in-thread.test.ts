import { setTimeout as wait } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { NO_PROGRESS, type Progress } from '../core/core.ts'
import type { Database } from '../db/database.ts'
import { onBothDatabases } from '../testing/databases.ts'
import type { Given } from '../testing/thread-of-tests.ts'
import { runInThread } from './run-in-thread.ts'

const FILE = new URL('../testing/thread-of-tests.ts', import.meta.url)

onBothDatabases('work in a thread', (newDatabase) => {
  const run = async (
    act: Given['act'],
    { progress = NO_PROGRESS, signal = new AbortController().signal, database }: Options = {},
  ): Promise<unknown> => {
    const { read: db } = database ?? (await newDatabase())
    const given = { act, setting: 'given' }
    return runInThread<Given, unknown>(FILE, { db, given, progress, signal })
  }
  type Options = {
    readonly progress?: Progress
    readonly signal?: AbortSignal
    readonly database?: Database
  }

  test('reads by the connections of the process, and answers values of every kind', async () => {
    const heard: unknown[] = []
    const progress: Progress = (...said) => void heard.push(said)
    expect(await run('read', { progress })).toEqual({
      rows: [{ oneName: 1, document: { kept_name: 2 }, setting: 'given' }],
      units: 10n ** 20n,
      bytes: new Uint8Array([1, 2]),
    })
    expect(heard).toEqual([[1, 2, 'read']])
  })

  test('the caller gets the errors of the work, of its queries, and of a thread that stops', async () => {
    const database = await newDatabase()
    await expect(run('fail', { database })).rejects.toThrow(
      expect.objectContaining({ message: 'It failed', code: 'EWORK' }),
    )
    await expect(run('read nonsense', { database })).rejects.toThrow(
      expect.objectContaining({ message: 'column "nonsense" does not exist', code: '42703' }),
    )
    await expect(run('change', { database })).rejects.toThrow('A thread only reads')
    await expect(run('leave', { database })).rejects.toThrow('The thread stopped (3)')
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
