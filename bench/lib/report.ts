import { createRequire } from 'node:module'
import { cpus, loadavg } from 'node:os'

import { Client } from 'pg'

import { startTestCluster } from '../../apps/server/src/testing/postgres.ts'

export type BenchCluster = {
  readonly url: string
  /** The directory of its programs, where the cluster is the measurement's own. */
  readonly origin: string
  /** Such as `PostgreSQL 15.20`. */
  readonly version: string
  /** An empty database of that name; answers its address. */
  newDatabase(name: string): Promise<string>
}

/** A PostgreSQL of the measurement's own, with fsync on, stopped and removed afterwards. */
export async function withCluster(work: (cluster: BenchCluster) => Promise<void>): Promise<void> {
  const cluster = await startTestCluster()
  if (cluster === null) {
    console.error('This measurement needs PostgreSQL: install it, or set TEST_DATABASE_URL')
    process.exit(1)
  }
  try {
    await work({
      url: cluster.url,
      origin: cluster.origin,
      version: await versionOf(cluster.url),
      newDatabase: async (name) => {
        const client = new Client({ connectionString: cluster.url })
        await client.connect()
        await client.query(`drop database if exists bench_${name}`)
        await client.query(`create database bench_${name}`)
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

/** Print what was measured and with which versions; the exit status says whether the figure was reached. */
export function finish(report: {
  name: string
  lines: readonly string[]
  passed: boolean
  /** What was measured on, besides the machine. */
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

export type Spread = { readonly median: number; readonly low: number; readonly high: number }

/** The middle value and the spread of a few measurements. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const [upper, lower] = [sorted[sorted.length >> 1]!, sorted[(sorted.length - 1) >> 1]!]
  return { median: (upper + lower) / 2, low: sorted[0]!, high: sorted.at(-1)! }
}

export const ratioText = ({ median, low, high }: Spread): string =>
  `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
