import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import type { CloseKillOptions } from '../../apps/server/src/testing/close-kills.ts'
import { finish, withCluster } from '../../bench/lib/report.ts'

/** What rounds of kills have met. */
export type Kills = {
  readonly lines: readonly string[]
  readonly faults: readonly string[]
  /** Whether the kills met what the soak is about. */
  readonly hasMet: boolean
}

/** Runs rounds of kills on data of their own, with the options of the command line, and prints what they have met. */
export async function soakKills(
  name: string,
  { orders }: Pick<CloseKillOptions, 'orders'>,
  kill: (options: CloseKillOptions) => Promise<Kills>,
): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '100' },
      database: { type: 'string', default: 'embedded' },
      seed: { type: 'string', default: '1' },
      orders: { type: 'string', default: String(orders) },
    },
  })
  const directory = mkdtempSync(join(tmpdir(), `partner-office-${name}-`))
  const options = {
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    orders: Number(values.orders),
    directory,
    say: (line: string) => console.log(line),
  }
  const run = async (postgresUrl: string | null, on: string) => {
    const { lines, faults, hasMet } = await kill({ ...options, postgresUrl })
    rmSync(directory, { recursive: true, force: true })
    const counted = `${faults.length} faults (exactly 0)`
    finish({
      name,
      lines: [...lines, counted, ...faults.slice(0, 20)],
      on,
      passed: faults.length === 0 && hasMet,
    })
  }
  if (values.database === 'postgres') await withCluster(({ url, version }) => run(url, version))
  else await run(null, 'embedded database')
}
