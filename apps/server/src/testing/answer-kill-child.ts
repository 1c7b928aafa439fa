/**
 * Answers a ticket and mails the answer in a process of its own, and kills this process at one step. That the mail server has
 * taken the letter is a step.
 *
 * Usage: node answer-kill-child.ts CALL(JSON) STEP
 */
import { answer, type Answering, DELIVERED, mailAll } from './answer-kills.ts'
import { killAtStep } from './kill-at-step.ts'

const [text = '', last = ''] = process.argv.slice(2)
const call = JSON.parse(text) as Answering

await killAtStep(Number(last), async (core, step) => {
  await answer(core, call)
  const die = () => void process.kill(process.pid, 'SIGKILL')
  await mailAll(core, call, Number(last) === DELIVERED ? die : step)
})
