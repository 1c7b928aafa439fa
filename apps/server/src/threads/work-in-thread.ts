import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

import type { Progress } from '../core/core.ts'
import type { Db, Work as Queries } from '../db/database.ts'
import { inSnapshot, inTransaction, kyselyOn } from '../db/kysely-on.ts'
import { threadPool } from '../db/postgres-pools.ts'
import { postgresUpkeep } from '../db/upkeep.ts'
import { sharedSession } from './session-of-thread.ts'
import { failureOf, type FromThread, type ThreadData } from './thread-messages.ts'

/** The work of a thread, with its connection to the database. */
type Work<Given, Result> = (database: Queries, given: Given, progress: Progress) => Promise<Result>

/** Does the work of this thread: see `runInThread`. */
export async function workInThread<Given, Result>(work: Work<Given, Result>): Promise<void> {
  giveWay()
  const { given, postgres } = workerData as ThreadData<Given>
  const db = postgres === null ? sharedSession(send) : kyselyOn(threadPool(postgres))
  const requireRoom = postgres === null ? async () => {} : postgresUpkeep(db).requireRoom
  const progress: Progress = (done, of, part) =>
    send({ kind: 'progress', done, of, ...(part !== undefined && { part }) })
  try {
    const result = await work(queriesOn(db, requireRoom), given, progress)
    await db.destroy()
    send({ kind: 'result', result })
  } catch (error) {
    send({ kind: 'failure', failure: failureOf(error) })
  }
}

const queriesOn = (db: Db, requireRoom: () => Promise<void>): Queries => ({
  read: db,
  snapshot: (work) => inSnapshot(db, work),
  transaction: async (work) => {
    await requireRoom()
    return inTransaction(db, work)
  },
})

/** On a busy processor calls go first. Only Linux knows priorities of threads. */
function giveWay(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')))
    setPriority(thread, constants.priority.PRIORITY_LOW)
  } catch {
    // Without /proc, the work has the priority of the process.
  }
}

function send(message: FromThread<unknown>): void {
  if (parentPort === null) throw new Error('This file runs as a worker thread')
  parentPort.postMessage(message)
}
