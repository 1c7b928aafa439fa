import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { type Variables, Victim } from '../../apps/server/src/testing/kill-victim.ts'
import { load } from '../../bench/lib/http-load.ts'
import { withCluster } from '../../bench/lib/report.ts'

const QUIET_SECONDS = 5
const PROBES_A_SECOND = 40
const PROBE_CONNECTIONS = 8
const MEMORY_EVERY_MS = 50

/** The network address of the calls that are measured, behind the trusted proxy. */
const PROBE = { 'x-forwarded-for': '192.0.2.1' }

/** The options that all attacks share: how long, and on which database. */
export function attackOptions(seconds: number) {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: String(seconds) },
      database: { type: 'string', default: 'embedded' },
    },
  })
  return { seconds: Number(values.seconds), onPostgres: values.database === 'postgres' }
}

/** Runs a server process of its own on an empty database, and removes both afterwards. */
export async function withServer(
  onPostgres: boolean,
  variables: Variables,
  work: (server: Victim, on: string) => Promise<void>,
): Promise<void> {
  const run = async (more: Variables, on: string) => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'partner-office-attacked-'))
    const proxy = { TRUSTED_PROXIES: '127.0.0.1' }
    const server = await Victim.start({ DATA_DIR, ...proxy, ...variables, ...more })
    try {
      await work(server, on)
    } finally {
      await server.kill()
      rmSync(DATA_DIR, { recursive: true, force: true })
    }
  }
  if (!onPostgres) return run({}, 'embedded database')
  await withCluster(async ({ newDatabase, version }) => {
    await run({ DATABASE_URL: await newDatabase('attacked') }, version)
  })
}

/** A call that is measured before and during an attack. */
type Probe = { readonly port: string; readonly path: string }

/** Latencies before and during an attack, and how much memory it took. Units: milliseconds; MB. */
export async function measureAttack(
  server: Victim,
  { port, path }: Probe,
  { seconds, attack }: { readonly seconds: number; readonly attack: () => Promise<void> },
) {
  const probe = (forSeconds: number) =>
    load({
      port: Number(port),
      paths: [path],
      headers: PROBE,
      connections: PROBE_CONNECTIONS,
      rate: PROBES_A_SECOND,
      seconds: forSeconds,
    })
  const quiet = await probe(QUIET_SECONDS)
  const before = server.memory
  let peak = before
  const watching = setInterval(() => (peak = Math.max(peak, server.memory)), MEMORY_EVERY_MS)
  try {
    const [busy] = await Promise.all([probe(seconds), attack()])
    return { quiet, busy, before, peak }
  } finally {
    clearInterval(watching)
  }
}

/** One line about the measured calls. */
export function probeLine({ quiet, busy }: Awaited<ReturnType<typeof measureAttack>>): string {
  const ms = (value: number) => `${value.toFixed(0)} ms`
  return `other calls: ${busy.requests}, ${busy.errors} failed, p99 ${ms(busy.p99)} (quiet ${ms(quiet.p99)}), longest ${ms(busy.highest)}${busy.firstError && `; ${busy.firstError}`}`
}
