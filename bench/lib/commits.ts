import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'

import { spread } from './report.ts'

const PAGE_BYTES = 8192
const WRITES = 400

/**
 * How long it takes to write a page of a log and have it forced to the disk: what each commit waits for, and so what a
 * bulk saves. Units: milliseconds, the middle of 400.
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

/** From the next session on each commit on a database waits so many microseconds more, as it does for a slower disk. */
export async function delayCommits(url: string, us: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const name = new URL(url).pathname.slice(1)
  await client.query(`alter database ${name} set commit_delay = ${us}`)
  await client.query(`alter database ${name} set commit_siblings = 0`)
  await client.end()
}
