/**
 * D-142 C14: kills a process at each step of confirming, taking up, approving, handing over and settling payouts, and repeats the
 * call.
 *
 * Figure: the fake chain counts each payout at most once and each approved payout exactly once; `verify` is clean after each
 * kill.
 *
 * Usage: node soak/payout-kills.ts [--rounds 100] [--database embedded|postgres]
 */
import { payoutKills } from '../apps/server/src/testing/payout-kills.ts'
import { killsOf, soakStepKills } from './lib/soak-kills.ts'

await soakStepKills('payout-kills', { rounds: 100, database: 'embedded' }, async (options) => {
  const { kills, payouts, faults } = await payoutKills(options)
  const met = Object.entries(kills).map(
    ([kind, { killed, steps }]) => `${kind} ${killed} (${steps} steps)`,
  )
  const ended = Object.entries(payouts).map(([status, count]) => `${count} ${status}`)
  const all = killsOf(kills)
  const lines = [
    `${all} kills in ${options.kills} rounds: ${met.join(', ')}`,
    `payouts: ${ended.join(', ')}`,
  ]
  return { lines, faults, hasMet: all > 0 }
})
