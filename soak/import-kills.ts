/**
 * ORC-011: kills a process at each step of importing a mapped file, and goes on as the next process does.
 *
 * Figure: a kill leaves the whole file or nothing of it, and each order is there once in the end; `verify` is clean.
 *
 * Usage: node soak/import-kills.ts [--rounds 130] [--database embedded|postgres]
 */
import { importKills } from '../apps/server/src/testing/import-kills.ts'
import { soakStepKills } from './lib/soak-kills.ts'

await soakStepKills('import-kills', { rounds: 130, database: 'postgres' }, async (options) => {
  const { killed, steps, continued, whole, faults } = await importKills(options)
  const lines = [
    `${killed} kills over ${steps} steps: ${continued} left nothing and were continued, ${whole} left the whole file`,
  ]
  return { lines, faults, hasMet: killed > 0 }
})
