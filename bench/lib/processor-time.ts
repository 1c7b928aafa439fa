import { readdirSync, readFileSync } from 'node:fs'

import { sql } from 'kysely'

import type { Db } from '../../apps/server/src/db/database.ts'

/** Clock ticks of Linux a second. */
const TICKS = 100

/** The first process of a PostgreSQL on this machine. */
export async function postmasterOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return Number(fieldsOf(rows[0]!.pid)[PARENT])
}

/**
 * The processor time of this process and of a PostgreSQL with its live and ended connections: other work on the machine makes
 * the wall time longer, and this hardly. Units: milliseconds.
 */
export function processorMs(postmaster: number): number {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1000
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ticksOf(Number(name), postmaster))
    .reduce((sum, each) => sum + each, 0)
  return own + (ticks / TICKS) * 1000
}

/** Places in /proc/PID/stat behind the name of the program. */
const PARENT = 1
const USER = 11
const SYSTEM = 12
const ENDED = [13, 14]

function ticksOf(pid: number, postmaster: number): number {
  try {
    const fields = fieldsOf(pid)
    const isFirst = pid === postmaster
    if (!isFirst && Number(fields[PARENT]) !== postmaster) return 0
    const places = [USER, SYSTEM, ...(isFirst ? ENDED : [])]
    return places.reduce((sum, place) => sum + Number(fields[place]), 0)
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

function fieldsOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
