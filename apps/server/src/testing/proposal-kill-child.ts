/**
 * Approves a proposal in a process of its own, and kills this process at one step of the approval, or after one statement.
 *
 * Usage: node proposal-kill-child.ts CALL(JSON) STEP
 */
import { approveProposal } from '../console/proposals/decide-proposal.ts'
import { killAtStep } from './kill-at-step.ts'
import { type Approval, consoleOf, sessionOf } from './proposal-kills.ts'

const [text = '', last = ''] = process.argv.slice(2)
const { id, by } = JSON.parse(text) as Approval

await killAtStep(/^\d+$/.test(last) ? Number(last) : last, async (core) => {
  const session = await sessionOf(core, by)
  await approveProposal(consoleOf(core), { id, version: 1, session })
})
