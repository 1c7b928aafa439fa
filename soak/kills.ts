/**
 * Kills the server at random moments of order intake and import, and checks the data after every kill.
 *
 * Figure: no acknowledged write lost, nothing half written, `verify` clean, the next start within 10 s, at least 80 % of the
 * kills with work in flight. On PostgreSQL, some rounds take the database down instead.
 *
 * Usage: node soak/kills.ts [--rounds 200] [--database embedded|postgres] [--seed 1] [--log-first 1GB]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import {
  type KillOptions,
  killRounds,
  type KillSummary,
} from '../apps/server/src/testing/kill-rounds.ts'
import { type BenchCluster, finish, spread, withCluster } from '../bench/lib/report.ts'
import { crashCluster, embeddedLogBytes, postgresLogBytes } from './lib/database-log.ts'
import { faultLines } from './lib/fault-lines.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    database: { type: 'string', default: 'embedded' },
    seed: { type: 'string', default: '1' },
    'log-first': { type: 'string', default: '0' },
  },
})
const LONGEST_START_MS = 10_000
const logBytes = bytesOf(values['log-first'])
const directory = mkdtempSync(join(tmpdir(), 'partner-office-kills-'))
if (values.database === 'postgres') await withCluster(killOnPostgres)
else await killEmbedded()

async function killEmbedded(): Promise<void> {
  const summary = await kill({ DATA_DIR: directory }, async () => embeddedLogBytes(directory))
  report(summary, 'embedded database')
}

async function killOnPostgres(cluster: BenchCluster): Promise<void> {
  const url = await cluster.newDatabase('kills')
  const variables = { DATA_DIR: directory, DATABASE_URL: url }
  // A server that the caller provides must not be taken down.
  const isOurs = process.env['TEST_DATABASE_URL'] === undefined
  const crash = isOurs ? { crashDatabase: () => crashCluster(cluster) } : {}
  report(await kill(variables, () => postgresLogBytes(url), crash), cluster.version)
}

function kill(
  variables: KillOptions['variables'],
  written: () => Promise<number>,
  more: Partial<KillOptions> = {},
): Promise<KillSummary> {
  return killRounds({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    variables,
    ...(logBytes > 0 && { logFirst: { bytes: logBytes, written } }),
    ...more,
    say: (line) => console.log(line),
  })
}

function report(summary: KillSummary, on: string): void {
  const { rounds, inFlight, acknowledged, cutOff, startsKilled, databaseCrashes, faults } = summary
  const { median } = spread(summary.startMs)
  const isSlow = summary.longestStartMs > LONGEST_START_MS
  const share = Math.round((100 * inFlight) / rounds)
  finish({
    name: `kills, ${values.database}`,
    lines: [
      `${rounds} rounds, ${databaseCrashes} of them with the database taken down; ${share} % with work in flight; ${startsKilled} starts killed besides`,
      `${acknowledged} orders acknowledged; of what was never answered ${cutOff.there} were recorded and ${cutOff.gone} not`,
      `starts: median ${(median / 1000).toFixed(1)} s, longest ${(summary.longestStartMs / 1000).toFixed(1)} s (at most 10)`,
      ...faultLines(faults),
      ...(faults.length > 0 ? [`the data directory is kept: ${directory}`] : []),
    ],
    on,
    passed: faults.length === 0 && !isSlow,
  })
  if (faults.length === 0) rmSync(directory, { recursive: true, force: true })
}

function bytesOf(text: string): number {
  const [, number, unit = ''] = /^([\d.]+)(MB|GB)?$/.exec(text) ?? []
  if (number === undefined) throw new Error(`--log-first takes a size such as 1GB, not ${text}`)
  return Number(number) * ({ '': 1, MB: 2 ** 20, GB: 2 ** 30 }[unit] ?? 1)
}
