/**
 * MON-011: kills processes at random moments of closing a month through the console (posting, sealing, statements) and of dry runs,
 * each on a copy of the same data, and goes on as the next process does.
 *
 * Figure: bonuses, balances and the seal's hash equal those of an undisturbed close byte for byte, and as many statements are made; a job is shown as continued,
 * a dry run as interrupted, within 60 s.
 *
 * Usage: node soak/cockpit-kills.ts [--rounds 100] [--database embedded|postgres] [--seed 1] [--orders 1000]
 */
import { cockpitKills } from '../apps/server/src/testing/cockpit-kills.ts'
import { soakKills } from './lib/soak-kills.ts'

await soakKills('cockpit-kills', { orders: 1_000 }, async (options) => {
  const { kills, met, longestMs, faults } = await cockpitKills(options)
  const stages = Object.entries(met).map(([stage, rounds]) => `${rounds} ${stage}`)
  const continued = `continued after ${(longestMs / 1_000).toFixed(1)} s at most`
  const lines = [`${kills} kills in ${options.rounds} rounds (${stages.join(', ')}); ${continued}`]
  return { lines, faults, hasMet: met.posting > 0 }
})
