/**
 * From the start of the process to the first answer about teams: from PostgreSQL alone, and from the snapshot file with the
 * facts since.
 *
 * Figures for 10,000,000 partners: at most 60 s from PostgreSQL, at most 5 s from the file; in proportion for smaller
 * networks.
 *
 * Each start is a new process, so only the file cache is warm. The first answer is a page of the largest team, sorted and
 * filtered.
 *
 * Usage: node bench/restart.ts [--partners 1000000] [--url postgres://… of an existing network]
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { fillNetwork } from './lib/postgres-network.ts'
import { finish, withCluster } from './lib/report.ts'
import type { FirstAnswer } from './lib/first-answer.ts'

const { values } = parseArgs({
  options: { partners: { type: 'string', default: '1000000' }, url: { type: 'string' } },
})
const partners = Number(values.partners)
const LARGEST = 10_000_000
const MOST_SECONDS = { database: 60, file: 5 }
const TAIL_FACTS = 1_000

if (values.url === undefined) {
  await withCluster(async (cluster) => {
    const url = await cluster.newDatabase('restart')
    await fillNetwork(url, partners)
    measure(url, cluster.version)
  })
} else {
  measure(values.url)
}

function measure(url: string, on?: string): void {
  const directory = mkdtempSync(join(tmpdir(), 'partner-office-restart-'))
  const file = join(directory, 'figures.snapshot')
  try {
    const database = start(['--url', url, '--keep', file])
    const facts = start(['--url', url, '--facts', String(TAIL_FACTS)])
    const kept = start(['--url', url, '--snapshot', file])
    const isSame = kept.answer === facts.answer
    const share = Math.min(1, kept.partners / LARGEST)
    const most = {
      database: Math.max(2, MOST_SECONDS.database * share),
      file: Math.max(1, MOST_SECONDS.file * share),
    }
    finish({
      name: 'restart',
      lines: [
        `${kept.partners} partners; the file has ${(statSync(file).size / 2 ** 20).toFixed(0)} MiB`,
        `from PostgreSQL alone: ${spent(database)} (at most ${most.database.toFixed(1)} s)`,
        `from the file and ${TAIL_FACTS} facts since: ${spent(kept)} (at most ${most.file.toFixed(1)} s)`,
        `both answer the same: ${isSame ? 'yes' : 'NO'}`,
      ],
      ...(on !== undefined && { on }),
      passed: isSame && database.seconds <= most.database && kept.seconds <= most.file,
    })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Processor time is printed as well, since wall-clock time includes other work on the machine. */
function spent({ seconds, processorSeconds, memory }: FirstAnswer): string {
  return `${seconds.toFixed(1)} s, of which ${processorSeconds.toFixed(1)} s on a processor; ${memory.toFixed(0)} MiB`
}

function start(words: readonly string[]): FirstAnswer {
  const program = join(import.meta.dirname, 'lib', 'first-answer.ts')
  const said = execFileSync(process.execPath, [program, ...words], { encoding: 'utf8' })
  return JSON.parse(said) as FirstAnswer
}
