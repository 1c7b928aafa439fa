import type { FastifyBaseLogger } from 'fastify'

import { REPORTED_APART_MS } from '../core/clock-watch.ts'
import { KEPT_AGAIN_EVERY_MS, keepBuiltFiles } from '../content/built-files.ts'
import type { Core } from '../core/core.ts'
import { MirroredFiles } from '../business/files/mirror-files.ts'
import { auditAndReport } from '../business/figures/audit-and-report.ts'
import { keepFigures } from '../business/figures/keep-figures.ts'
import {
  type SealCandidate,
  sealCandidate,
  sealHistory,
  sealTransfers,
} from '../business/ledger/seal-transfers.ts'
import { closeDueMonths } from '../business/months/close-due-months.ts'
import { makeDueStatements } from '../business/statements/make-due-statements.ts'
import { askForStatements } from '../business/statements/statement-runs.ts'
import { ExternalFeeds } from '../business/news/external-feeds.ts'
import { readQuarantine } from '../business/quarantine/quarantine.ts'
import { noteSeen } from '../business/quarantine/seen-state.ts'
import { RateProvider } from '../business/rates/rate-provider.ts'
import { handOverNext } from '../business/support/hand-over-tickets.ts'
import { sweepFolders } from '../business/support/ticket-folder.ts'
import { takeOverFiles } from '../business/support/ticket-parts.ts'
import { findWords } from '../business/support/desk-words.ts'
import { deleteOldExports } from '../console/exports/stored-exports.ts'
import { deleteOldImports } from '../console/imports/stored-imports.ts'
import type { JobRunner } from '../console/jobs/job-runner.ts'
import { noteProcess } from '../console/processes/note-process.ts'
import { keepAlerts } from '../console/today/keep-alerts.ts'
import { keepSums } from '../console/today/keep-sums.ts'
import { hashPending } from '../passport/accounts/accounts.ts'
import { digestNextDocument } from '../passport/accounts/reviewed-documents.ts'
import type { Job } from './background-work.ts'
import type { JobFailures } from './job-failures.ts'

const KEPT_AGAIN_AFTER_MS = 10 * 60_000
const HELD_LOGGED_AGAIN_AFTER_MS = 10 * 60_000

/** Background jobs of every process: they keep its own figures and files. */
export function jobsOf(core: Core, log: FastifyBaseLogger, dataDir: string): Job[] {
  const own = [
    indexing(core),
    keeping(core, dataDir),
    auditing(core, log),
    sweeping(core),
    mirroring(core, dataDir),
  ]
  return core.database.kind === 'postgres'
    ? [...own, comparingClocks(core, log), noting(core, dataDir), keepingBuiltFiles(core)]
    : [...own, checkpointing(core), finishing(core)]
}

/** What the console shows of this process, and jobs of operators whose process is gone. */
export const consoleJobsOf = (core: Core, { dataDir, failures, runner }: ConsoleParts): Job[] => [
  {
    name: 'note this process',
    everyMs: 5_000,
    run: async () => {
      await noteProcess(core, { dataDir, failures: failures.last })
      return false
    },
  },
  {
    name: 'take over jobs of operators',
    everyMs: 5_000,
    run: async () => {
      await runner.adopt()
      return false
    },
  },
]

type ConsoleParts = {
  readonly dataDir: string
  readonly failures: JobFailures
  readonly runner: Pick<JobRunner, 'adopt'>
}

/** Background jobs that run once, at the leader. */
export const leaderJobsOf = (core: Core, log: FastifyBaseLogger): Job[] => [
  sealing(core),
  hashing(core, log),
  digesting(core),
  { name: 'find words of tickets and disputes', everyMs: 60_000, run: () => findWords(core) },
  stating(core, log),
  deletingExports(core),
  summing(core),
  alerting(core, log),
  fetchingNews(core, log),
  ...[closing(core, log), quoting(core, log), handingOver(core)].map((job) =>
    unlessRestored(core, job),
  ),
]

/** A job whose work leaves the installation or cannot be undone waits while a restored database is in quarantine. */
export const unlessRestored = ({ database: { read } }: Core, job: Job): Job => ({
  ...job,
  run: async () => ((await readQuarantine(read)) === null ? job.run() : false),
})

/** On PostgreSQL, notes what the database holds: a start finds out whether it was restored to an earlier instant. */
function noting({ database }: Core, dataDir: string): Job {
  return {
    name: 'note what the database holds',
    everyMs: 5_000,
    run: async () => {
      await noteSeen(database, dataDir)
      return false
    },
  }
}

/** Source: decisions D-144, C11.25. */
function sealing({ database, clock }: Core): Job {
  let candidate: SealCandidate | null = null
  return {
    name: 'seal transfers',
    everyMs: 2_000,
    run: async () => {
      const last = candidate
      candidate = await sealCandidate(database.read)
      if (last === null) return false
      await sealTransfers(database.read, last, clock())
      await sealHistory(database.read, last, clock())
      return false
    },
  }
}

/** Files of documents that were stored before files had digests. Source: requirements DOC-004. */
function digesting(core: Core): Job {
  return { name: 'digest documents', everyMs: 60_000, run: () => digestNextDocument(core) }
}

/** Source: decisions D-146. */
function hashing(core: Core, log: FastifyBaseLogger): Job {
  let after = 0
  let isLogged = false
  return {
    name: 'hash passwords',
    everyMs: 1_000,
    run: async () => {
      const round = await hashPending(core, after)
      after = round.after
      if (round.unreadable > 0 && !isLogged) {
        log.warn(
          'there are passwords that another seal key has sealed; their partners must set new ones',
        )
        isLogged = true
      }
      return after > 0 && round.hashed > 0
    },
  }
}

/** Source: requirements EXP-006. */
function deletingExports(core: Core): Job {
  return {
    name: 'delete old exports',
    everyMs: 60_000,
    run: async () => {
      await deleteOldExports(core)
      await deleteOldImports(core)
      return false
    },
  }
}

/** Source: requirements TOD-005, TOD-006. */
const summing = (core: Core): Job => ({
  name: 'keep the sums of the console',
  everyMs: 1_000,
  run: () => keepSums(core),
})

/** Source: requirements TOD-003, TOD-009. */
function alerting(core: Core, log: FastifyBaseLogger): Job {
  let logged = ''
  return {
    name: 'look for alerts',
    everyMs: 2_000,
    run: async () => {
      const failed = await keepAlerts(core)
      if (failed.length > 0 && failed.join() !== logged) {
        log.warn({ alerts: failed }, 'conditions of alerts could not be looked at')
      }
      logged = failed.join()
      return false
    },
  }
}

function indexing({ network, clock }: Core): Job {
  return {
    name: 'index the network',
    everyMs: 1_000,
    run: async () => {
      await network.reindexIfDue(clock())
      return false
    },
  }
}

function auditing(core: Core, log: FastifyBaseLogger): Job {
  return {
    name: 'audit the figures',
    everyMs: 30_000,
    run: async () => {
      await auditAndReport(core, log, Math.random)
      return false
    },
  }
}

/** Writes the figures to their file at quiet times. A server that is never quiet writes them only when it stops. */
function keeping(core: Core, dataDir: string): Job {
  let seen = ''
  let kept = ''
  let keptAt = Number.NEGATIVE_INFINITY
  return {
    name: 'keep the figures',
    everyMs: 5_000,
    run: async () => {
      const now = `${core.network.asOf} ${core.network.change}`
      const isQuiet = now === seen
      seen = now
      const isDue = now !== kept && performance.now() - keptAt > KEPT_AGAIN_AFTER_MS
      if (isQuiet && isDue && (await keepFigures(core, dataDir))) {
        kept = now
        keptAt = performance.now()
      }
      return false
    },
  }
}

/** Source: cluster.md, D-197. */
function comparingClocks({ database, trustedClock }: Core, log: FastifyBaseLogger): Job {
  return {
    name: 'compare the clocks',
    everyMs: 60_000,
    run: async () => {
      const apart = await trustedClock.apart(database.read)
      if (Math.abs(apart) > REPORTED_APART_MS) {
        log.warn({ apartMs: apart }, 'the clocks of this machine and of the database differ')
      }
      return false
    },
  }
}

function checkpointing({ database }: Core): Job {
  return {
    name: 'checkpoint',
    everyMs: 5_000,
    run: async () => {
      await database.upkeep.checkpointIfDue()
      return false
    },
  }
}

/** Records the rest of an accepted file that a full disk has stopped: each holder of the lock does so first. */
function finishing({ fileLock }: Core): Job {
  return {
    name: 'finish files of orders',
    everyMs: 10_000,
    run: async () => {
      await fileLock.run(async () => {})
      return false
    },
  }
}

/** Source: decisions C4, C11.11. */
function closing(core: Core, log: FastifyBaseLogger): Job {
  let heldLoggedAt = Number.NEGATIVE_INFINITY
  return {
    name: 'close months',
    everyMs: 30_000,
    run: async () => {
      const { closed, heldBy } = await closeDueMonths(core, askForStatements)
      for (const month of closed) log.info({ month }, 'a month was closed')
      if (heldBy !== null && performance.now() - heldLoggedAt > HELD_LOGGED_AGAIN_AFTER_MS) {
        heldLoggedAt = performance.now()
        log.warn(
          { reason: heldBy },
          'a month is due and is not closed by itself: an operator may close it',
        )
      }
      return false
    },
  }
}

/** Source: decisions D-062. */
function stating(core: Core, log: FastifyBaseLogger): Job {
  return {
    name: 'make statements',
    everyMs: 30_000,
    run: async () => {
      const made = await makeDueStatements(core)
      for (const month of made) log.info({ month }, 'the statements of a month were made')
      return false
    },
  }
}

/** Source: decisions D-099. */
function quoting(core: Core, log: FastifyBaseLogger): Job {
  const provider = new RateProvider(core)
  return {
    name: 'refresh rates',
    everyMs: 1_000,
    run: async () => {
      const rates = await provider.refreshIfDue()
      if (rates > 0) log.info({ rates }, 'the feed has changed rates')
      return false
    },
  }
}

/** Source: cluster.md, CLU-032. */
function fetchingNews(core: Core, log: FastifyBaseLogger): Job {
  const feeds = new ExternalFeeds(core, (error) =>
    log.warn({ err: error }, 'the news feed could not be read'),
  )
  return {
    name: 'fetch the news feed',
    everyMs: 1_000,
    run: async () => {
      await feeds.renewWanted()
      return false
    },
  }
}

/** Source: decisions D-078. */
function handingOver(core: Core): Job {
  return { name: 'hand over tickets', everyMs: 5_000, run: () => handOverNext(core) }
}

/** Source: cluster.md, UPG-007. */
function keepingBuiltFiles(core: Core): Job {
  return {
    name: 'keep the built files',
    everyMs: KEPT_AGAIN_EVERY_MS,
    run: async () => {
      await keepBuiltFiles(core)
      return false
    },
  }
}

/** Source: cluster.md, CLU-027. */
function mirroring(core: Core, dataDir: string): Job {
  const files = new MirroredFiles(core, dataDir)
  return {
    name: 'follow the shared files',
    everyMs: 500,
    run: async () => {
      await files.follow()
      return false
    },
  }
}

function sweeping(core: Core): Job {
  return {
    name: 'store files of tickets, and remove those without',
    everyMs: 3_600_000,
    run: async () => {
      await sweepFolders(core)
      await takeOverFiles(core)
      return false
    },
  }
}
