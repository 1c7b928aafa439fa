/**
 * Closes a month through the console, or makes a dry run, in a process of its own, and kills this process at one step.
 *
 * Usage: node cockpit-kill-child.ts CALL(JSON) STEP
 */
import { type Cockpit, useCockpit } from './cockpit-kills.ts'
import { killAtStep } from './kill-at-step.ts'

const [text = '', last = ''] = process.argv.slice(2)
const call = JSON.parse(text) as Cockpit

await killAtStep(Number(last), (core) => useCockpit(core, call))
