import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Kysely, sql } from 'kysely'

import { DiskFull } from './disk-full.ts'
import type { Schema } from './schema.ts'

/** What a database needs of the program: maintenance of the embedded engine, and room on the disk before each change. */
export type Upkeep = {
  /** Writes a checkpoint when the log has grown, so that a restart after a crash stays short. */
  checkpointIfDue(db?: Kysely<Schema>): Promise<void>
  /** The same in small steps, for long work beside other calls: a checkpoint then holds them up for some 30 ms, not for 500. */
  checkpointOften(): Promise<void>
  /** Called before each change. Throws `DiskFull` when the disk may have no room for it. */
  requireRoom(): Promise<void>
}

const MEBIBYTE = 1024 * 1024
const CHECKPOINT_AFTER_BYTES = 64 * MEBIBYTE
const SMALL_STEP_BYTES = 8 * MEBIBYTE
const FREE_FLOOR_BYTES = 64 * MEBIBYTE
const RESERVE_BYTES = 32 * MEBIBYTE
const ROOM_CHECKED_EVERY_MS = 500

export function embeddedUpkeep(read: Kysely<Schema>, directory: string | null): Upkeep {
  let checkpointAt = 0
  let roomCheckedAt = 0
  let free = Number.POSITIVE_INFINITY

  const checkpointAfter = async (bytes: number, db: Kysely<Schema>) => {
    const { rows } = await sql<{ bytes: string }>`
      select (pg_current_wal_insert_lsn() - '0/0')::text as bytes`.execute(db)
    const written = Number(rows[0]?.bytes)
    if (checkpointAt !== 0 && written - checkpointAt < bytes) return
    if (checkpointAt !== 0) await sql`checkpoint`.execute(db)
    checkpointAt = written
  }
  return {
    checkpointIfDue: (db = read) => checkpointAfter(CHECKPOINT_AFTER_BYTES, db),
    checkpointOften: () => checkpointAfter(SMALL_STEP_BYTES, read),
    async requireRoom() {
      if (directory === null) return
      if (performance.now() - roomCheckedAt > ROOM_CHECKED_EVERY_MS) {
        free = freeBytes(directory)
        roomCheckedAt = performance.now()
      }
      if (free < FREE_FLOOR_BYTES) throw new DiskFull(Math.floor(free / MEBIBYTE))
    },
  }
}

/** A foreign table of `deploy/` that asks the machine of the server that answers; see docs/operations.md, "A full disk". */
const FREE_SPACE = 'node.free_space'
const SPACE_ASKED_EVERY_MS = 1_000
/** A server that does not tell is asked this often whether it does. */
const LOOKED_FOR_EVERY_MS = 60_000

/**
 * PostgreSQL maintains itself. Where it tells how much room its disk has, changes are refused before it stops; the answer is at
 * most a second old, and no change waits for it.
 *
 * Source: cluster.md, CLU-022.
 */
export function postgresUpkeep(read: Kysely<Schema>): Upkeep {
  let free = Number.POSITIVE_INFINITY
  let isTold = false
  let askedAt = Number.NEGATIVE_INFINITY

  const ask = async () => {
    const { rows: known } = await sql<{ isTold: boolean }>`
      select to_regclass(${FREE_SPACE}) is not null as is_told`.execute(read)
    isTold = known[0]!.isTold
    if (!isTold) return Number.POSITIVE_INFINITY
    const { rows } = await sql<{ bytes: number }>`
      select bytes from ${sql.raw(FREE_SPACE)}`.execute(read)
    return rows[0]?.bytes ?? Number.POSITIVE_INFINITY
  }
  return {
    checkpointIfDue: async () => {},
    checkpointOften: async () => {},
    async requireRoom() {
      const now = performance.now()
      if (now - askedAt > (isTold ? SPACE_ASKED_EVERY_MS : LOOKED_FOR_EVERY_MS)) {
        askedAt = now
        // A server that cannot be asked has said what it last said.
        void ask().then(
          (bytes) => (free = bytes),
          () => {},
        )
      }
      if (free < FREE_FLOOR_BYTES) throw new DiskFull(Math.floor(free / MEBIBYTE))
    },
  }
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

/**
 * Keeps a reserve file on the disk: the engine cannot open its files on a full disk.
 *
 * Called before the engine opens, after `freeReserve`. With room it creates the reserve again.
 */
export function keepReserve(dataDir: string): void {
  const file = join(dataDir, 'reserve')
  if (freeBytes(dataDir) > FREE_FLOOR_BYTES + RESERVE_BYTES && !existsSync(file)) {
    writeFileSync(file, Buffer.alloc(RESERVE_BYTES), { mode: 0o600 })
  }
}

/** Gives the reserve back when the disk is full. Called before a start creates anything, the file of its ownership too. */
export function freeReserve(dataDir: string): void {
  if (freeBytes(dataDir) < FREE_FLOOR_BYTES / 4) rmSync(join(dataDir, 'reserve'), { force: true })
}
