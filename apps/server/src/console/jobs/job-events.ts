import { setTimeout as wait } from 'node:timers/promises'

import type { FileReply, JobEvent } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import type { Console, Operating } from '../console.ts'
import { useSession } from '../sign-in/sessions.ts'
import { readJob } from './stored-jobs.ts'

const ASKED_EVERY_MS = 500
/** A line without meaning: a proxy keeps the connection, and one that is gone is noticed. */
const KEPT_EVERY_MS = 5_000
/** A browser asks again after this time: a stream that lasts holds a connection of the process. */
const LONGEST_MS = 60_000
const EVENTS_A_READ = 100

type Stored = JobEvent & { readonly number: number }

/**
 * The events of a job with their numbers, after the one that the caller saw last, until the job ends. A caller whose session ends
 * sees no more.
 *
 * Refuses: `not_found`.
 */
export async function jobEvents(
  console: Console,
  id: number,
  caller: Operating,
): Promise<FileReply> {
  await readJob(console.core.database.read, id, caller.session)
  return { name: 'events', chunks: events(console, id, caller) }
}

async function* events(console: Console, id: number, caller: Operating): AsyncGenerator<string> {
  const { core } = console
  const endsAt = performance.now() + LONGEST_MS
  let last = lastSeen(caller.lastEventId)
  let keptAt = performance.now()
  yield 'retry: 1000\n\n'
  while (performance.now() < endsAt && !console.isStopping()) {
    const { isOver, event } = await stateOf(core, id)
    const found = await eventsAfter(core, id, last)
    for (const each of found) {
      yield lineOf(each)
      last = each.number
    }
    if (isOver && (last >= event || found.length === 0)) return
    await wait(ASKED_EVERY_MS, undefined, { ref: false })
    if (performance.now() - keptAt < KEPT_EVERY_MS) continue
    keptAt = performance.now()
    if (!(await isOpen(core, caller))) return
    yield ': \n\n'
  }
}

const lineOf = ({ number, ...event }: Stored): string =>
  `id: ${number}\ndata: ${JSON.stringify(event)}\n\n`

const lastSeen = (header: string | null): number =>
  header !== null && /^\d{1,15}$/.test(header) ? Number(header) : 0

async function stateOf({ database: { read } }: Core, id: number) {
  const { endedAt, event } = await read
    .selectFrom('console.jobs')
    .select(['endedAt', 'event'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { isOver: endedAt !== null, event }
}

const eventsAfter = ({ database: { read } }: Core, id: number, last: number): Promise<Stored[]> =>
  read
    .selectFrom('console.jobEvents')
    .select(['number', 'state', 'done', 'of', 'part'])
    .where('jobId', '=', id)
    .where('number', '>', last)
    .orderBy('number')
    .limit(EVENTS_A_READ)
    .execute()

const isOpen = (core: Core, { token }: Operating): Promise<boolean> =>
  useSession(core, token, { isUse: false, isHalf: false }).then(
    () => true,
    () => false,
  )
