import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'kysely'
import { z } from 'zod'

import type { Database } from '../../db/database.ts'

/**
 * What a process has seen of its database. `database` names it as the server knows it: one that was restored to an earlier instant
 * keeps its name. `quarantines` counts its restores so far: after a further one that was noticed there is nothing to compare.
 */
const Seen = z.object({
  database: z.string(),
  quarantines: z.int().nonnegative(),
  fact: z.int().nonnegative(),
  seal: z.object({ number: z.int().positive(), hash: z.string() }).nullable(),
})
type Seen = z.infer<typeof Seen>

const fileIn = (dataDir: string): string => join(dataDir, 'seen.json')

/** Notes what the database holds now. An embedded database lies beside the file: there is nothing to compare. */
export async function noteSeen(database: Database, dataDir: string): Promise<void> {
  if (database.kind === 'embedded') return
  const file = fileIn(dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(`${file}.part`, JSON.stringify(await readSeen(database)), { mode: 0o600 })
  await rename(`${file}.part`, file)
}

/**
 * Says what the database lacks of what a process with this data directory has seen of it; null when it lacks nothing.
 *
 * Source: cluster.md, BKP-004.
 */
export async function lostSince(database: Database, dataDir: string): Promise<string | null> {
  if (database.kind === 'embedded') return null
  const seen = await storedIn(dataDir)
  if (seen === null) return null
  const now = await readSeen(database)
  if (seen.database !== now.database || seen.quarantines < now.quarantines) return null
  if (now.fact < seen.fact) return `it holds ${now.fact} of ${seen.fact} facts`
  if (seen.seal === null || (await hasSeal(database, seen.seal))) return null
  return `block ${seen.seal.number} of its history is missing or another one`
}

async function readSeen({ read }: Database): Promise<Seen> {
  type Row = Omit<Seen, 'seal'> & { readonly number: number | null; readonly hash: string }
  const { rows } = await sql<Row>`
    select (select system_identifier from pg_control_system()) || '/' || d.oid as database, f.last_fact as fact,
      (select count(*) from quarantines) as quarantines, s.number, encode(s.hash, 'hex') as hash
    from fact_log f cross join pg_database d
      left join lateral (select * from history_seals order by number desc limit 1) s on true
    where d.datname = current_database()`.execute(read)
  const { number, hash, ...seen } = rows[0]!
  return { ...seen, seal: number === null ? null : { number, hash } }
}

async function hasSeal(
  { read }: Database,
  { number, hash }: NonNullable<Seen['seal']>,
): Promise<boolean> {
  const row = await read
    .selectFrom('historySeals')
    .select('hash')
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.hash.toString('hex') === hash
}

/** A file that cannot be read tells nothing. */
async function storedIn(dataDir: string): Promise<Seen | null> {
  try {
    return Seen.parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')))
  } catch {
    return null
  }
}
