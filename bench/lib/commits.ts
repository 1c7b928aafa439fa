import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'

import { spread } from './report.ts'

const PAGE_BYTES = 8192
const WRITES = 400

/**
 * The time to write a log page and force it to the disk, which each commit waits for and a bulk saves.
 *
 * Units: milliseconds, the median of 400.
 */
export function forcedWriteMs(): number {
  const directory = mkdtempSync(join(tmpdir(), 'partner-office-forced-'))
  const file = openSync(join(directory, 'log'), 'w')
  const page = Buffer.alloc(PAGE_BYTES, 1)
  const took = Array.from({ length: WRITES }, () => {
    const started = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  rmSync(directory, { recursive: true })
  return spread(took).median
}

/** Adds microseconds to each commit of a database, as for a slower disk. Takes effect in new sessions. */
export async function delayCommits(url: string, us: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const name = new URL(url).pathname.slice(1)
  await client.query(`alter database ${name} set commit_delay = ${us}`)
  await client.query(`alter database ${name} set commit_siblings = 0`)
  await client.end()
}
