// The whole test run: the checks, then all tests, the browser tests last. The last line counts the tests.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { check } from './check.mjs'
import { failures, readReport, REPORTS, secondTries } from './test-reports.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** @typedef {keyof typeof REPORTS} Runner */

/** @type {Record<Runner, string[]>} */
const WORDS = {
  vitest: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS.vitest}`],
  playwright: ['test'],
}

// Tests start many processes on the same sources: each compiles only what no process before it has compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'compiled')
// Much of what tests make is garbage at once. With more room for it, it is collected less often.
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=64`.trim()

let checksPass = true
try {
  await check()
} catch {
  checksPass = false
}

const tests = [...run('vitest'), ...run('playwright')]
if (checksPass) {
  spawnSync(process.execPath, ['scripts/coverage-spec.mjs', '--summary'], {
    cwd: root,
    stdio: 'inherit',
  })
} else console.log('The checks before the tests failed')
const { lines, areTooMany } = secondTries(tests)
for (const line of [...failures(tests), ...lines]) console.log(line)
const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(
  (wanted) => tests.filter(({ outcome }) => outcome === wanted).length,
)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(checksPass && failed === 0 && passed !== 0 && !areTooMany ? 0 : 1)

/**
 * Runs all tests of a runner. A runner that fails without a failed test counts as a failed test itself.
 *
 * @param {Runner} runner
 * @returns {import('./test-reports.mjs').ReportedTest[]}
 */
function run(runner) {
  mkdirSync(dirname(REPORTS[runner]), { recursive: true })
  rmSync(REPORTS[runner], { force: true })
  const { status } = spawnSync(runner, WORDS[runner], { cwd: root, stdio: 'inherit' })
  const reported = readReport(runner)
  if (status === 0 || reported.some(({ outcome }) => outcome === 'failed')) return reported
  return [...reported, { title: runner, kind: 'unit', outcome: 'failed' }]
}
