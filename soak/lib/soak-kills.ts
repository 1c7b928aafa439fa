import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import type { CloseKillOptions } from '../../apps/server/src/testing/close-kills.ts'
import type { Variables } from '../../apps/server/src/testing/kill-victim.ts'
import { finish, withCluster } from '../../bench/lib/report.ts'
import { faultLines } from './fault-lines.ts'

/** What rounds of kills have met. */
export type Kills = {
  readonly lines: readonly string[]
  readonly faults: readonly string[]
  /** Whether the kills met what the soak is about. */
  readonly hasMet: boolean
}

const say = (line: string): void => console.log(line)

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
  const options = {
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    orders: Number(values.orders),
    say,
  }
  const run = (postgresUrl: string | null, on: string) =>
    report({ name, on }, (directory) => kill({ ...options, directory, postgresUrl }))
  if (values.database === 'postgres') await withCluster(({ url, version }) => run(url, version))
  else await run(null, 'embedded database')
}

type Defaults = { readonly rounds: number; readonly database: 'embedded' | 'postgres' }

/** How many kills, and the one database that all rounds work on. */
type StepKillOptions = {
  readonly kills: number
  readonly variables: Variables
  readonly say: (line: string) => void
}

/** Kills processes at the steps of a work, all on one database, with the options of the command line, and prints what the kills have met. */
export async function soakStepKills(
  name: string,
  defaults: Defaults,
  kill: (options: StepKillOptions) => Promise<Kills>,
): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: String(defaults.rounds) },
      database: { type: 'string', default: defaults.database },
    },
  })
  const kills = Number(values.rounds)
  const run = (variables: Variables, on: string) =>
    report({ name, on }, (directory) =>
      kill({ kills, variables: { DATA_DIR: directory, ...variables }, say }),
    )
  if (values.database === 'postgres') {
    await withCluster(async ({ newDatabase, version }) => {
      await run({ DATABASE_URL: await newDatabase(name.replaceAll('-', '_')) }, version)
    })
  } else await run({}, 'embedded database')
}

/** All kills of several kinds of work. */
export const killsOf = (kinds: Readonly<Record<string, { readonly killed: number }>>): number =>
  Object.values(kinds).reduce((sum, { killed }) => sum + killed, 0)

type Named = { readonly name: string; readonly on: string }

/** Kills in a data directory of their own, and what they have met. */
async function report(
  { name, on }: Named,
  kill: (directory: string) => Promise<Kills>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), `partner-office-${name}-`))
  const { lines, faults, hasMet } = await kill(directory)
  rmSync(directory, { recursive: true, force: true })
  const passed = faults.length === 0 && hasMet
  finish({ name, lines: [...lines, ...faultLines(faults)], on, passed })
}
