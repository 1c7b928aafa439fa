import { pino } from 'pino'
import { expect, test } from 'vitest'

import { openTestCore } from '../testing/core.ts'
import { onBothDatabases } from '../testing/databases.ts'
import { jobsOf } from './jobs.ts'

onBothDatabases('the jobs of a server', (newDatabase) => {
  test('finish a file of orders that a full disk has stopped, where files are recorded in slices', async () => {
    const core = await openTestCore(await newDatabase())
    let finished = 0
    core.fileLock.finishNext(async () => void (finished += 1))
    const jobs = jobsOf(core, pino({ level: 'silent' }), core.uploads)
    const finishing = jobs.find(({ name }) => name === 'finish files of orders')

    // On PostgreSQL a file is one transaction.
    if (core.database.kind === 'postgres') return expect(finishing).toBeUndefined()
    expect(await finishing!.run()).toBe(false)
    expect(finished).toBe(1)
  })
})
