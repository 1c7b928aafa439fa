/**
 * WHK-003, WHK-006: kills a process at each step of making events and delivering them.
 *
 * Figure: every cause has exactly one event, each event has arrived, those of one partner in order; what came twice came with
 * the same id and the same body.
 *
 * Usage: node soak/webhook-kills.ts [--rounds 500] [--database embedded|postgres]
 */
import { webhookKills } from '../apps/server/src/testing/webhook-kills.ts'
import { soakStepKills } from './lib/soak-kills.ts'

const DEFAULTS = { rounds: 500, database: 'postgres' } as const

await soakStepKills('webhook-kills', DEFAULTS, async ({ kills: rounds, ...options }) => {
  const { kills, steps, events, received, again, faults } = await webhookKills({
    rounds,
    ...options,
  })
  const lines = [
    `${kills} kills in ${rounds} rounds, at up to ${steps} steps`,
    `${events} events, ${received} received, ${again} of them again`,
  ]
  return { lines, faults, hasMet: kills > 0 }
})
