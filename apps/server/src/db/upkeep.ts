import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Kysely, sql } from 'kysely'

import { DiskFull } from './disk-full.ts'
import type { Schema } from './schema.ts'

/** Maintenance that the embedded engine does not do itself. */
export type Upkeep = {
  /** Writes a checkpoint when the log has grown, so that a restart after a crash stays short. */
  checkpointIfDue(db?: Kysely<Schema>): Promise<void>
  /** The same in small steps, for long work beside other calls: a checkpoint then holds them up for some 30 ms, not for 500. */
  checkpointOften(): Promise<void>
  /** Called before each change. Throws `DiskFull` when the disk may have no room for it. */
  requireRoom(): Promise<void>
}

/** PostgreSQL maintains itself. */
export const NO_UPKEEP: Upkeep = {
  checkpointIfDue: async () => {},
  checkpointOften: async () => {},
  requireRoom: async () => {},
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
