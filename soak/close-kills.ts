/**
 * Kills closes at random moments, each on a copy of the same data, and closes again.
 *
 * Figure: every result equals that of an undisturbed close byte for byte, and the kills meet every stage from the beginning
 * to the seal.
 *
 * Usage: node soak/close-kills.ts [--rounds 100] [--database embedded|postgres] [--seed 1] [--orders 5000]
 */
import { closeKills } from '../apps/server/src/testing/close-kills.ts'
import { soakKills } from './lib/soak-kills.ts'

await soakKills('close-kills', { orders: 5_000 }, async (options) => {
  const { records, stages, faults } = await closeKills(options)
  const met = Object.entries(stages).map(([stage, kills]) => `${kills} ${stage}`)
  const lines = [`${records} records, killed when ${met.join(', ')}`]
  return { lines, faults, hasMet: stages.posting > 0 }
})
