import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { Client } from 'pg'

const SEGMENT_BYTES = 16 * 1024 * 1024
const SEGMENTS_A_FILE_NUMBER = 0x1_0000_0000 / SEGMENT_BYTES

/** The position of an embedded database's log, by segment: read from its files, as its process cannot be queried. */
export function embeddedLogBytes(dataDir: string): number {
  const directory = join(dataDir, 'db', 'pg_wal')
  const segments = readdirSync(directory).filter((name) => /^[0-9A-F]{24}$/.test(name))
  // Old segments are renamed to future names: the segment written last is the current one.
  const writtenAt = (name: string) => statSync(join(directory, name)).mtimeMs
  const newest = segments.toSorted((a, b) => writtenAt(a) - writtenAt(b)).at(-1)
  if (newest === undefined) return 0
  const file = Number.parseInt(newest.slice(8, 16), 16)
  const segment = Number.parseInt(newest.slice(16), 16)
  return (file * SEGMENTS_A_FILE_NUMBER + segment) * SEGMENT_BYTES
}

/** The position of a PostgreSQL's log. */
export async function postgresLogBytes(url: string): Promise<number> {
  return Number(await answerOf(url, `select (pg_current_wal_insert_lsn() - '0/0')::text as answer`))
}

/** Crashes a PostgreSQL and starts it again. */
export async function crashCluster({
  url,
  origin,
}: {
  url: string
  origin: string
}): Promise<void> {
  const data = await answerOf(url, `select current_setting('data_directory') as answer`)
  const { uid, gid } = statSync(data)
  const log = join(dirname(data), 'log')
  const words = ['-D', data, '-m', 'immediate', '-w', '-l', log, 'restart']
  await promisify(execFile)(join(origin, 'pg_ctl'), words, { uid, gid, cwd: dirname(data) })
}

async function answerOf(url: string, query: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ answer: string }>(query)
  await client.end()
  return rows[0]!.answer
}
