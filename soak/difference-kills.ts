/**
 * PLN-017: kills processes at the steps of a difference over three closed months, spread over all of them, and starts each difference again; every second
 * one is cancelled at a random moment of its computation before it runs to its end. Without a cancel that met a computation the soak has not reached its figure.
 *
 * Figure: the difference of a killed process is shown as interrupted within 60 s; the result of one that was started again equals that of one
 * that was not killed, to the byte; a cancelled one ends within 2 s and leaves nothing; a second difference is refused and names the running job.
 *
 * Usage: node soak/difference-kills.ts [--rounds 100] [--database embedded|postgres] [--seed 1] [--orders 2000]
 */
import { Copies } from '../apps/server/src/testing/close-kills.ts'
import { differenceKills } from '../apps/server/src/testing/difference-kills.ts'
import { soakKills } from './lib/soak-kills.ts'

await soakKills('difference-kills', { orders: 2_000 }, async ({ rounds, ...options }) => {
  const { template } = await Copies.open(options)
  const found = await differenceKills({ ...options, kills: rounds, variables: template })
  const { killed, steps, none, interrupted, whole, asked, cancelled, faults } = found
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  const lines = [
    `${killed} kills over ${steps} steps: ${none} left no difference, ${interrupted} an interrupted one, ${whole} a whole one`,
    `interrupted after ${seconds(found.longestMs)} s at most (60)`,
    `${cancelled} of ${asked} cancels met a running computation, which ended after ${seconds(found.longestCancelMs)} s at most (2)`,
  ]
  return { lines, faults, hasMet: interrupted > 0 && cancelled > 0 }
})
