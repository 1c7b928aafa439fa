import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { failures, MOST_SECOND_TRIES, readReport, secondTries } from './test-reports.mjs'

const folder = mkdtempSync(join(tmpdir(), 'partner-office-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(runner: 'vitest' | 'playwright', report: object) {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return readReport(runner, file)
}

const assertion = (title: string, status: string) => ({ title, status, ancestorTitles: ['group'] })

describe('the report of vitest', () => {
  test('tells each test below its groups, with its kind and its outcome', () => {
    const testResults = [
      { name: '/x/a.http.test.ts', status: 'passed', assertionResults: [assertion('A', 'passed')] },
      {
        name: '/x/b.test.ts',
        status: 'failed',
        assertionResults: [
          assertion('B', 'failed'),
          assertion('C', 'pending'),
          assertion('D', 'todo'),
        ],
      },
    ]
    expect(read('vitest', { testResults })).toEqual([
      { title: 'group A', kind: 'http', outcome: 'passed' },
      { title: 'group B', kind: 'unit', outcome: 'failed' },
      { title: 'group C', kind: 'unit', outcome: 'skipped' },
      { title: 'group D', kind: 'unit', outcome: 'skipped' },
    ])
  })

  test('a test that failed or needed a second try has the reason of the first', () => {
    const failureMessages = ['AssertionError: expected 1 to be 2\n    at file', 'Error: later']
    const assertionResults = [
      { ...assertion('A', 'passed'), failureMessages },
      { ...assertion('B', 'failed'), failureMessages },
      { ...assertion('C', 'passed'), failureMessages: [] },
    ]
    const firstError = 'AssertionError: expected 1 to be 2'
    const name = '/x/a.test.ts'
    expect(read('vitest', { testResults: [{ name, status: 'failed', assertionResults }] })).toEqual(
      [
        { title: 'group A', kind: 'unit', outcome: 'passed', firstError },
        { title: 'group B', kind: 'unit', outcome: 'failed', firstError },
        { title: 'group C', kind: 'unit', outcome: 'passed' },
      ],
    )
  })

  test('a file that cannot be loaded is a failed test', () => {
    const testResults = [{ name: '/x/a.test.ts', status: 'failed', assertionResults: [] }]
    expect(read('vitest', { testResults })).toMatchObject([{ outcome: 'failed' }])
  })
})

describe('the report of Playwright', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })

  test('tells each test with the titles of the groups around it', () => {
    const suites = [
      {
        title: 'a.spec.ts',
        specs: [spec('A', 'expected'), spec('B', 'skipped')],
        suites: [
          { title: 'outer', suites: [{ title: 'inner', specs: [spec('C', 'unexpected')] }] },
        ],
      },
    ]
    expect(read('playwright', { suites, errors: [] })).toEqual([
      { title: 'A', kind: 'browser', outcome: 'passed' },
      { title: 'B', kind: 'browser', outcome: 'skipped' },
      {
        title: 'outer inner C',
        kind: 'browser',
        outcome: 'failed',
        firstError: 'no reason was reported',
      },
    ])
  })

  test('a test that passes at the second try has passed, with the reason of the first', () => {
    const message = '\u001b[31mError: not visible\u001b[39m\n\nCall log: …'
    const results = [{ status: 'failed', error: { message } }, { status: 'passed' }]
    const late = { title: 'A', tests: [{ status: 'flaky', results }] }
    const suites = [{ title: 'a.spec.ts', specs: [late] }]
    expect(read('playwright', { suites, errors: [] })).toEqual([
      { title: 'A', kind: 'browser', outcome: 'passed', firstError: 'Error: not visible' },
    ])
  })

  test('what goes wrong outside of all tests is a failed one', () => {
    const errors = [{ message: 'The product ended with 1' }]
    expect(read('playwright', { suites: [], errors })).toMatchObject([{ outcome: 'failed' }])
  })
})

test.each(['vitest', 'playwright'] as const)('%s without a report is a failed test', (runner) => {
  expect(readReport(runner, join(folder, 'nothing.json'))).toMatchObject([{ outcome: 'failed' }])
})

const passed = { title: 'A', kind: 'unit', outcome: 'passed' } as const
const broken = { ...passed, title: 'B', outcome: 'failed' } as const
const failed = { ...broken, title: 'F', firstError: 'Error: wrong' } as const

test('failed tests are listed with their reasons', () => {
  expect(failures([passed, failed, broken])).toEqual([
    'failed: F: Error: wrong',
    'failed: B: no reason was reported',
  ])
})

describe('tests that passed only at the second try', () => {
  const late = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...passed,
      title: `T${at}`,
      firstError: 'Error: late',
    }))

  test('are listed with their reasons', () => {
    const { lines, areTooMany } = secondTries([passed, failed, ...late(1)])
    expect(lines).toEqual(['passed only at the second try: T0: Error: late'])
    expect(areTooMany).toBe(false)
  })

  test('fail the run where they are more than three', () => {
    expect(MOST_SECOND_TRIES).toBe(3)
    expect(secondTries(late(3)).areTooMany).toBe(false)
    const { lines, areTooMany } = secondTries(late(4))
    expect(areTooMany).toBe(true)
    expect(lines.at(-1)).toBe('4 tests passed only at the second try; at most 3 may')
  })
})
