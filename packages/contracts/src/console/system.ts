import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Instant } from '../primitives.ts'
import { ROLES } from './roles.ts'

const Bytes = z.number().nonnegative()
const readable = { method: 'GET', auth: 'operator', roles: ROLES, refusals: [] } as const

/**
 * A process on the database. `isGone`: it has said nothing for 15 s; an hour later it leaves the list.
 *
 * Units: instants of the database's clock; bytes; milliseconds. `clockDifference`: how far its clock is ahead of the database's.
 * `connections`: null where they cannot be told apart. `freeDisk`: of its data directory; null where it is not known.
 * Source: requirements SYS-001.
 */
export const Process = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  startedAt: Instant,
  seenAt: Instant,
  isGone: z.boolean(),
  fact: z.int().nonnegative(),
  figuresAge: z.number().nonnegative(),
  memory: Bytes,
  connections: z.int().nonnegative().nullable(),
  clockDifference: z.number(),
  isLeader: z.boolean(),
  freeDisk: Bytes.nullable(),
})
export type Process = z.infer<typeof Process>

/** Every process, by name. */
export const getProcesses = {
  ...readable,
  path: '/console/v1/system/processes',
  reply: z.object({ content: z.array(Process) }),
} as const satisfies Contract

/**
 * The database. `servers`: the one that is asked first.
 *
 * Units: bytes, seconds; null is "not known": free disk of a server on another machine, the lag of a standby without the right to
 * read it. `longestStatement`: of any client, in seconds; null when none runs.
 * Source: requirements SYS-002.
 */
export const getDatabase = {
  ...readable,
  path: '/console/v1/system/database',
  reply: z.object({
    kind: z.enum(['embedded', 'postgres']),
    version: z.string(),
    bytes: Bytes,
    groups: z.array(z.object({ name: z.string(), bytes: Bytes })),
    servers: z.array(
      z.object({
        name: z.string(),
        role: z.enum(['embedded', 'primary', 'standby', 'synchronousStandby']),
        lagBytes: Bytes.nullable(),
        lagSeconds: z.number().nonnegative().nullable(),
      }),
    ),
    connections: z.object({ used: z.int(), allowed: z.int() }).nullable(),
    longestStatement: z.number().nonnegative().nullable(),
    freeDisk: Bytes.nullable(),
  }),
} as const satisfies Contract

/**
 * Work that waits in the database. `tries` is the most that one of it was tried; null where tries are not counted.
 *
 * Units: `oldest` is since when. `lastError` holds no addresses; null where none is known since the processes started.
 * Source: requirements SYS-004.
 */
export const getQueues = {
  ...readable,
  path: '/console/v1/system/queues',
  reply: z.object({
    content: z.array(
      z.object({
        name: z.enum([
          'mails',
          'notices',
          'payout_mails',
          'tickets',
          'statements',
          'payouts',
          'webhooks',
        ]),
        length: z.int().nonnegative(),
        oldest: Instant.nullable(),
        tries: z.int().nonnegative().nullable(),
        lastError: z.object({ at: Instant, text: z.string() }).nullable(),
      }),
    ),
  }),
} as const satisfies Contract

/**
 * The last backup of each kind, and the last restore tests.
 *
 * Units: bytes; null where the size is not known. `source`: `pgbackrest` where it is set up on the machine of the process that is
 * asked; `product` for `office backup` and those before an update; `report` for what `office backups report` has told.
 * `isRestored`: a restore test that began later has succeeded.
 * Source: requirements SYS-005.
 */
export const getBackups = {
  ...readable,
  path: '/console/v1/system/backups',
  reply: z.object({
    content: z.array(
      z.object({
        source: z.enum(['pgbackrest', 'product', 'report']),
        kind: z.string(),
        at: Instant,
        bytes: Bytes.nullable(),
        isRestored: z.boolean(),
      }),
    ),
    restoreTestAt: Instant.nullable(),
    hasRestoreFailed: z.boolean(),
  }),
} as const satisfies Contract

/**
 * Versions. `differ`: processes that live run different versions of the program.
 *
 * Units: `schema` is the last migration; `plan` the newest version; `timeZones` the version of the time zone data of this process.
 * Source: requirements SYS-006.
 */
export const getVersions = {
  ...readable,
  path: '/console/v1/system/versions',
  reply: z.object({
    program: z.string(),
    schema: z.string(),
    plan: z.int().nonnegative(),
    node: z.string(),
    database: z.string(),
    timeZones: z.string(),
    differ: z.boolean(),
  }),
} as const satisfies Contract
