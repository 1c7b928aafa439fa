/**
 * ORC-011: kills a process at each step of importing a mapped file, and goes on as the next process does.
 *
 * Figure: a kill leaves the whole file or nothing of it, and each order is there once in the end; `verify` is clean.
 *
 * Usage: node soak/import-kills.ts [--rounds 130] [--database embedded|postgres]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { importKills } from '../apps/server/src/testing/import-kills.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '130' },
    database: { type: 'string', default: 'postgres' },
  },
})
const directory = mkdtempSync(join(tmpdir(), 'partner-office-import-kills-'))

if (values.database === 'postgres') {
  await withCluster(async ({ newDatabase, version }) => {
    await killImports({ DATABASE_URL: await newDatabase('import_kills') }, version)
  })
} else await killImports({}, 'embedded database')

async function killImports(variables: Record<string, string>, on: string): Promise<void> {
  const { killed, steps, continued, whole, faults } = await importKills({
    kills: Number(values.rounds),
    variables: { DATA_DIR: directory, ...variables },
    say: (line) => console.log(line),
  })
  rmSync(directory, { recursive: true, force: true })
  finish({
    name: 'import-kills',
    lines: [
      `${killed} kills over ${steps} steps: ${continued} left nothing and were continued, ${whole} left the whole file`,
      `${faults.length} faults (exactly 0)`,
      ...faults.slice(0, 20),
    ],
    on,
    passed: faults.length === 0 && killed > 0,
  })
}
