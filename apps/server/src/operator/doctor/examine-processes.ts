import { totalmem } from 'node:os'

import { sql } from 'kysely'

import { GONE_MS } from '../../console/processes/read-processes.ts'
import type { Db } from '../../db/database.ts'
import { type Finding, findingIf } from './finding.ts'

const GIB = 2 ** 30
/** What a process needs without partners, and for each of them. Source: docs/scale.md. Units: bytes. */
const NEEDED = { alone: 0.3 * GIB, aPartner: 140 } as const

type Looked = {
  readonly now: number
  /** Memory that this process may use. Units: bytes. */
  readonly memory?: number
}

/** Faults of the processes on one PostgreSQL, and of the machine of this one. Source: cluster.md, OBS-009. */
export async function examineProcesses(
  db: Db,
  { now, memory = ownMemory() }: Looked,
): Promise<readonly Finding[]> {
  return [...(await versionsOf(db, now)), ...(await memoryOf(db, memory))]
}

/** A container may use less than its machine has. */
function ownMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

async function versionsOf(db: Db, now: number): Promise<readonly Finding[]> {
  const live = await db
    .selectFrom('console.processes')
    .select(['name', 'version'])
    .where('seenAt', '>', now - GONE_MS)
    .orderBy('name')
    .execute()
  const versions = new Set(live.map(({ version }) => version))
  return findingIf(versions.size > 1, {
    code: 'versions_mixed',
    problem: `Processes of different versions run: ${live.map(({ name, version }) => `${name} ${version}`).join(', ')}.`,
    effect: 'What is new works at some of them only, and the upgrade cannot be finished.',
    remedy: 'Restart each of them with the newest program, then: office upgrade finish',
  })
}

async function memoryOf(db: Db, memory: number): Promise<readonly Finding[]> {
  const { rows } = await sql<{ count: number }>`select count(*) from partners`.execute(db)
  const { count } = rows[0]!
  const needed = NEEDED.alone + count * NEEDED.aPartner
  return findingIf(memory < needed, {
    code: 'memory_low',
    problem: `A process may use ${gib(memory)} GiB of memory here; ${count} partners need ${gib(needed)} GiB.`,
    effect: 'The system ends the process while it loads the figures, or while a month closes.',
    remedy: `Give the machine or the container at least ${gib(needed)} GiB for each process.`,
  })
}

/** Rounding: to two decimals. */
const gib = (bytes: number): string => (bytes / GIB).toFixed(2)
