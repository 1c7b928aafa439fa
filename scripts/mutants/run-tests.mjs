// Runs the tests on each mutant with Stryker.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { Stryker } from '@stryker-mutator/core'

import { EXCLUDED_MUTATIONS } from './folders.mjs'
import { keyOf } from './list-mutants.mjs'
import { CHOSEN, tried } from './stryker-plugins.mjs'

/** @typedef {import('./list-mutants.mjs').Mutant} Mutant */
/** @typedef {{ mutant: Mutant, isNoticed: boolean }} Result */

/** @typedef {{ tests: string, isStatic: boolean, minutes: number }} RunOptions */

/** A mutant that cannot be loaded or never ends makes `npm test` fail too. */
const NOTICED = new Set(['Killed', 'Timeout', 'RuntimeError'])
const UNNOTICED = new Set(['Survived', 'NoCoverage'])

/** Enough to notice most mutants; the thousands of a test run would take seconds for each of them. */
const PROPERTY_CASES = '100'

/**
 * Runs the test files below `tests` on each mutant. With `isStatic`, mutants of code that runs at import are tried too;
 * without, they have no result. After `minutes` it answers with the results so far and `isCut`; Stryker then still runs and
 * ends with the process.
 *
 * @param {readonly Mutant[]} mutants
 * @param {RunOptions} options
 * @returns {Promise<{ results: Result[], isCut: boolean }>}
 */
export async function runTests(mutants, options) {
  process.env['PROPERTY_CASES'] ??= PROPERTY_CASES
  process.env['MUTANT_TESTS'] = options.tests
  mkdirSync(dirname(CHOSEN), { recursive: true })
  writeFileSync(CHOSEN, JSON.stringify(mutants.map(({ key }) => key)))
  const byKey = new Map(mutants.map((mutant) => [mutant.key, mutant]))
  tried.length = 0
  const ended = new AbortController()
  const isCut = await Promise.race([
    new Stryker(strykerOptions(mutants, options)).runMutationTest().then(() => false),
    wait(options.minutes * 60_000, true, { signal: ended.signal }),
  ])
  ended.abort()
  const results = tried.flatMap((result) => {
    const mutant = byKey.get(keyOf(zeroBased(result), relative('.', result.fileName)))
    const isKnown = NOTICED.has(result.status) || UNNOTICED.has(result.status)
    return mutant && isKnown ? [{ mutant, isNoticed: NOTICED.has(result.status) }] : []
  })
  return { results, isCut }
}

/** @param {readonly Mutant[]} mutants @param {RunOptions} options */
function strykerOptions(mutants, { isStatic }) {
  return /** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */ ({
    mutate: [...new Set(mutants.map(({ file }) => file))],
    mutator: { excludedMutations: EXCLUDED_MUTATIONS },
    testRunner: 'vitest',
    vitest: {
      configFile: 'scripts/mutants/vitest.config.ts',
      related: true,
      pool: 'forks',
    },
    plugins: ['@stryker-mutator/vitest-runner', './scripts/mutants/stryker-plugins.mjs'],
    checkers: ['selection'],
    coverageAnalysis: 'perTest',
    ignoreStatic: !isStatic,
    concurrency: 2,
    // A machine that is busy with other work must not look like a mutant that never ends.
    timeoutMS: 20_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 30,
    reporters: ['progress-append-only', 'tried'],
    tempDirName: 'reports/mutants/sandbox',
    ignorePatterns: ['reports', '.data', '.test', 'test-results'],
    // The compiler of TypeScript 7 has no API to rewrite a configuration with; the tests need none.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    logLevel: 'warn',
    warnings: false,
  })
}

/**
 * Positions in results count from 1, those of mutants from 0.
 *
 * @param {import('@stryker-mutator/api/core').MutantResult} result
 */
function zeroBased({ mutatorName, replacement = '', location: { start, end } }) {
  return {
    mutatorName,
    replacement,
    location: {
      start: { line: start.line - 1, column: start.column - 1 },
      end: { line: end.line - 1, column: end.column - 1 },
    },
  }
}
