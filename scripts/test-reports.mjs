// Reads the reports of both test runners into one list.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

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
 *   firstError?: string,
 * }} ReportedTest  `firstError`: the first line of the error of the first try that failed
 */

const READERS = { vitest: fromVitest, playwright: fromPlaywright }

/** More tests than this that pass only at a second try fail the run. */
export const MOST_SECOND_TRIES = 3

/** Lines for the end of a run, where they are found in a long log: each failed test, with its reason. @param {readonly ReportedTest[]} tests */
export const failures = (tests) =>
  tests
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ title, firstError = 'no reason was reported' }) => `failed: ${title}: ${firstError}`)

/**
 * Lines for the end of a run: each test that passed only at a second try, with its reason, and whether there are too many.
 *
 * @param {readonly ReportedTest[]} tests
 * @returns {{ lines: string[], areTooMany: boolean }}
 */
export function secondTries(tests) {
  const late = tests.filter(
    ({ outcome, firstError }) => outcome === 'passed' && firstError !== undefined,
  )
  const areTooMany = late.length > MOST_SECOND_TRIES
  const lines = late.map(
    ({ title, firstError }) => `passed only at the second try: ${title}: ${firstError}`,
  )
  if (areTooMany) {
    lines.push(
      `${late.length} tests passed only at the second try; at most ${MOST_SECOND_TRIES} may`,
    )
  }
  return { lines, areTooMany }
}

/**
 * Every test of a runner's report. An error outside of all tests counts as a failed test, and so does a missing report.
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
    // Tests of `deploy/` run the programs themselves.
    const kind = /\.http\.test\.ts$|\/deploy\/(?:prometheus\/)?[^/]+\.test\.ts$/.test(name)
      ? 'http'
      : 'unit'
    const tests = assertionResults.map((/** @type {any} */ test) => ({
      title: [...test.ancestorTitles, test.title].join(' '),
      kind,
      outcome: ['passed', 'failed'].includes(test.status) ? test.status : 'skipped',
      ...(test.failureMessages?.length > 0 && { firstError: firstLine(test.failureMessages[0]) }),
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

/** Without the colours of a terminal. @param {string} message @returns {string} */
const firstLine = (message) => stripVTControlCharacters(message).trim().split('\n')[0] ?? ''

/** @param {any[]} results @returns {string} */
const firstErrorOf = (results) =>
  firstLine(results?.find(({ error }) => error)?.error.message ?? 'no reason was reported')

/** Puts the titles of the groups before the title of the test. @param {any} suite @param {string[]} groups @returns {ReportedTest[]} */
function fromSuite({ specs = [], suites = [] }, groups) {
  const own = specs.flatMap((/** @type {any} */ { title, tests }) =>
    tests.map((/** @type {any} */ { status, results }) => ({
      title: [...groups, title].join(' '),
      kind: 'browser',
      outcome: OUTCOMES[status] ?? 'failed',
      ...(['flaky', 'unexpected'].includes(status) && { firstError: firstErrorOf(results) }),
    })),
  )
  const inner = suites.flatMap((/** @type {any} */ suite) =>
    fromSuite(suite, [...groups, suite.title]),
  )
  return [...own, ...inner]
}
