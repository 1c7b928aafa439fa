// The whole test run: what watches the house, then the tests. The last line counts them.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { check } from './check.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const report = `${root}reports/vitest.json`

let checksPass = true
try {
  check()
} catch {
  checksPass = false
}

mkdirSync(`${root}reports`, { recursive: true })
rmSync(report, { force: true })
const words = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const { status } = spawnSync('vitest', words, { cwd: root, stdio: 'inherit' })

const counts = countTests()
if (checksPass)
  spawnSync(process.execPath, ['scripts/coverage-spec.mjs', '--summary'], {
    cwd: root,
    stdio: 'inherit',
  })
else console.log('The checks before the tests failed')
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(checksPass && status === 0 && counts.failed === 0 && counts.passed > 0 ? 0 : 1)

function countTests() {
  try {
    const results = JSON.parse(readFileSync(report, 'utf8'))
    return {
      passed: results.numPassedTests,
      failed:
        results.numFailedTests +
        results.numFailedTestSuites * (results.numFailedTests === 0 ? 1 : 0),
      skipped: results.numPendingTests + results.numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
