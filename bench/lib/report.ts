import { createRequire } from 'node:module'
import { cpus, loadavg } from 'node:os'

import { Client } from 'pg'

import { startTestCluster } from '../../apps/server/src/testing/postgres.ts'

type Settings = Parameters<typeof startTestCluster>[0]

export type BenchCluster = {
  readonly url: string
  /** The directory of its programs, if the cluster belongs to this measurement. */
  readonly origin: string
  /** Such as `PostgreSQL 15.20`. */
  readonly version: string
  /** Creates an empty database, or a copy of another one; returns its URL. */
  newDatabase(name: string, copied?: string): Promise<string>
}

/** Runs a measurement on a private PostgreSQL, with fsync on if its settings do not say otherwise, and removes it afterwards. */
export async function withCluster(
  work: (cluster: BenchCluster) => Promise<void>,
  settings: Settings = {},
): Promise<void> {
  const cluster = await startTestCluster(settings)
  if (cluster === null) {
    console.error('This measurement needs PostgreSQL: install it, or set TEST_DATABASE_URL')
    process.exit(1)
  }
  try {
    await work({
      url: cluster.url,
      origin: cluster.origin,
      version: await versionOf(cluster.url),
      newDatabase: async (name, copied) => {
        const client = new Client({ connectionString: cluster.url })
        await client.connect()
        await client.query(`drop database if exists bench_${name}`)
        const template = copied === undefined ? 'template1' : `bench_${copied}`
        await client.query(`create database bench_${name} template ${template}`)
        await client.end()
        const url = new URL(cluster.url)
        url.pathname = `/bench_${name}`
        return String(url)
      },
    })
  } finally {
    cluster.stop()
  }
}

async function versionOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ version: string }>(
    `select 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  await client.end()
  return rows[0]!.version
}

/** Prints the measurement and the versions; sets the exit status to 1 if the figure was not reached. */
export function finish(report: {
  name: string
  lines: readonly string[]
  passed: boolean
  /** What the measurement ran on, besides the machine. */
  on?: string
}): void {
  const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }
  console.log(`${report.name}: ${report.passed ? 'reached' : 'NOT reached'}`)
  for (const line of report.lines) console.log(`  ${line}`)
  const load = loadavg()[0]!.toFixed(1)
  const versions = [
    `product ${version}`,
    `Node ${process.version}`,
    ...(report.on ? [report.on] : []),
  ]
  console.log(`  ${versions.join(', ')}; ${cpus().length} cores, load ${load}`)
  process.exitCode = report.passed ? 0 : 1
}

/** The time within which 95 of 100 answers come, one after the other. Units: milliseconds. */
export async function p95(answers: number, answer: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let each = 0; each < answers; each += 1) {
    const askedAt = performance.now()
    await answer()
    times.push(performance.now() - askedAt)
  }
  return times.toSorted((one, other) => one - other)[Math.ceil(0.95 * answers) - 1]!
}

export type Spread = { readonly median: number; readonly low: number; readonly high: number }

/** The median and the range of some measurements. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const [upper, lower] = [sorted[sorted.length >> 1]!, sorted[(sorted.length - 1) >> 1]!]
  return { median: (upper + lower) / 2, low: sorted[0]!, high: sorted.at(-1)! }
}

export const ratioText = ({ median, low, high }: Spread): string =>
  `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
