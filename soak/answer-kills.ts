/**
 * INB-002: kills a process at each step of answering a ticket and mailing the answer, and sends the answer again.
 *
 * Figure: one answer and one letter, with one Message-ID, after each kill; `verify` is clean.
 *
 * Usage: node soak/answer-kills.ts [--rounds 65] [--database embedded|postgres]
 */
import { answerKills } from '../apps/server/src/testing/answer-kills.ts'
import { soakStepKills } from './lib/soak-kills.ts'

await soakStepKills('answer-kills', { rounds: 65, database: 'postgres' }, async (options) => {
  const { killed, steps, open, stored, again, faults } = await answerKills(options)
  const lines = [
    `${killed} kills over ${steps} steps: ${open} left no answer, ${stored} left one, ${again} letters came again`,
  ]
  return { lines, faults, hasMet: killed > 0 }
})
