/**
 * Runs a draft over closed months in a process of its own, and kills this process at one step.
 *
 * Usage: node difference-kill-child.ts CALL(JSON) STEP
 */
import { differ, type Differing } from './difference-kills.ts'
import { killAtStep } from './kill-at-step.ts'

const [text = '', last = ''] = process.argv.slice(2)
const call = JSON.parse(text) as Differing

await killAtStep(Number(last), (core) => differ(core, call))
