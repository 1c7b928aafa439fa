import type { CONSOLE } from '@partner-office/contracts'

import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { jobEvents } from './job-events.ts'
import { listJobs, readJob } from './stored-jobs.ts'

/** The calls about jobs. */
export const jobCalls = (console: Console): Handlers<typeof CONSOLE.jobs, Caller> => {
  const { core, jobs } = console
  const { read } = core.database
  const sessionOf = (caller: Caller) => signedIn(caller).session
  return {
    getJobs: ({ query }, caller) => listJobs(read, query, sessionOf(caller)),
    getJob: ({ params: { id } }, caller) => readJob(read, id, sessionOf(caller)),
    getJobEvents: ({ params: { id } }, caller) => jobEvents(console, id, signedIn(caller)),
    postJob: async ({ body: { kind } }, caller) => ({
      jobId: await jobs.start(core, { kind, object: '' }, sessionOf(caller)),
    }),
    postJobAgain: async ({ params: { id } }, caller) => ({
      jobId: await jobs.startAgain(core, id, sessionOf(caller)),
    }),
    deleteJob: async ({ params: { id } }, caller) => {
      await jobs.cancel(core, id, sessionOf(caller))
      return {}
    },
  }
}
