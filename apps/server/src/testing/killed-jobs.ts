import { setTimeout as wait } from 'node:timers/promises'

import type { JobRunner } from '../console/jobs/job-runner.ts'
import type { Core } from '../core/core.ts'

/** A job of a killed process must be shown as continued or interrupted within this time. Source: requirements MON-011, PLN-017. */
export const LONGEST_ADOPTION_MS = 60_000
/** As the job of a server. */
const ADOPTS_EVERY_MS = 5_000
const POLLED_EVERY_MS = 50

const openJobs = (core: Core) =>
  core.database.read
    .selectFrom('console.jobs')
    .select(['id', 'processId'])
    .where('endedAt', 'is', null)
    .execute()

/** Waits until no job is open. */
export async function untilEnded(core: Core): Promise<void> {
  while ((await openJobs(core)).length > 0) await wait(POLLED_EVERY_MS)
}

/** Takes over what a killed process has left, as a server does again and again; returns the time since the kill. Units: ms. */
export async function adopted(core: Core, jobs: JobRunner, killedAt: number): Promise<number> {
  for (;;) {
    await jobs.adopt()
    const foreign = (await openJobs(core)).some(({ processId }) => processId !== core.process.id)
    const ms = performance.now() - killedAt
    if (!foreign || ms > LONGEST_ADOPTION_MS) return ms
    await wait(ADOPTS_EVERY_MS)
  }
}
