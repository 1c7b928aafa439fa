/**
 * Confirms and imports a mapped file in a process of its own, and kills this process at one step.
 *
 * Usage: node import-kill-child.ts CALL(JSON) STEP
 */
import { confirmAndImport, type Importing } from './import-kills.ts'
import { killAtStep } from './kill-at-step.ts'

const [text = '', last = ''] = process.argv.slice(2)
const call = JSON.parse(text) as Importing

await killAtStep(Number(last), (core) => confirmAndImport(core, call))
