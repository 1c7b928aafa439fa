// What the last test run has reported: one list, whichever runner a test belongs to.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../reports', import.meta.url))

/** Where each runner writes its report. */
export const REPORTS = {
  vitest: `${FOLDER}/vitest.json`,
  playwright: `${FOLDER}/playwright.json`,
}

/**
 * @typedef {{
 *   title: string,
 *   kind: 'unit' | 'http' | 'browser',
 *   outcome: 'passed' | 'failed' | 'skipped',
 *   isSecondTry?: boolean,
 * }} ReportedTest
 */

const READERS = { vitest: fromVitest, playwright: fromPlaywright }

/**
 * Every test of a runner's report; what went wrong outside of any test stands there as a failed one, a lost report too.
 *
 * @param {keyof typeof REPORTS} runner
 * @returns {ReportedTest[]}
 */
export function readReport(runner, file = REPORTS[runner]) {
  try {
    return READERS[runner](JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return [failure(`${runner} left no report`)]
  }
}

export const areReported = () => Object.values(REPORTS).every((file) => existsSync(file))

/** @param {string} title @returns {ReportedTest} */
const failure = (title) => ({ title, kind: 'unit', outcome: 'failed' })

/** @param {any} report @returns {ReportedTest[]} */
function fromVitest({ testResults }) {
  return testResults.flatMap((/** @type {any} */ { name, status, assertionResults }) => {
    const kind = name.endsWith('.http.test.ts') ? 'http' : 'unit'
    const tests = assertionResults.map((/** @type {any} */ test) => ({
      title: test.title,
      kind,
      outcome: ['passed', 'failed'].includes(test.status) ? test.status : 'skipped',
    }))
    // A file that cannot be loaded has no tests that could fail.
    const isBroken =
      status === 'failed' && tests.every((/** @type {any} */ { outcome }) => outcome !== 'failed')
    return isBroken ? [...tests, failure(name)] : tests
  })
}

/** @param {any} report @returns {ReportedTest[]} */
function fromPlaywright({ suites, errors }) {
  const tests = suites.flatMap((/** @type {any} */ file) => fromSuite(file, []))
  return [...tests, ...errors.map((/** @type {any} */ { message }) => failure(message))]
}

/** @type {Record<string, ReportedTest['outcome']>} */
const OUTCOMES = { expected: 'passed', flaky: 'passed', skipped: 'skipped' }

/** A title begins with those of the groups around it. @param {any} suite @param {string[]} groups @returns {ReportedTest[]} */
function fromSuite({ specs = [], suites = [] }, groups) {
  const own = specs.flatMap((/** @type {any} */ { title, tests }) =>
    tests.map((/** @type {any} */ { status }) => ({
      title: [...groups, title].join(' '),
      kind: 'browser',
      outcome: OUTCOMES[status] ?? 'failed',
      ...(status === 'flaky' && { isSecondTry: true }),
    })),
  )
  const inner = suites.flatMap((/** @type {any} */ suite) =>
    fromSuite(suite, [...groups, suite.title]),
  )
  return [...own, ...inner]
}
