/**
 * APR-015 DSP-007 PTR-013: kills a process at each step of approving a proposal of each kind, and approves again what is
 * still open.
 *
 * Figure: a kill leaves the proposal open with nothing done, or done; each act is done exactly once; `verify` is clean
 * after each kill.
 *
 * Usage: node soak/proposal-kills.ts [--rounds 200] [--database embedded|postgres]
 */
import { proposalKills } from '../apps/server/src/testing/proposal-kills.ts'
import { killsOf, soakStepKills } from './lib/soak-kills.ts'

await soakStepKills('proposal-kills', { rounds: 200, database: 'postgres' }, async (options) => {
  const { kills, faults } = await proposalKills(options)
  const met = Object.entries(kills).map(
    ([kind, { killed, steps, open }]) => `${kind} ${killed} (${steps} steps; ${open} left it open)`,
  )
  const all = killsOf(kills)
  const lines = [`${all} kills in ${options.kills} rounds: ${met.join(', ')}`]
  return { lines, faults, hasMet: all > 0 }
})
