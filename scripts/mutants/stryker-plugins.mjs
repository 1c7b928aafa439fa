// What Stryker lacks: a checker that lets through the chosen mutants only, because Stryker cannot draw a sample, and a
// reporter that keeps the results, so that a run can be cut short.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

import { keyOf } from './list-mutants.mjs'

/** The keys of the chosen mutants. */
export const CHOSEN = 'reports/mutants/chosen.json'

/**
 * The results so far.
 *
 * @type {import('@stryker-mutator/api/core').MutantResult[]}
 */
export const tried = []

class TriedReporter {
  /** @param {import('@stryker-mutator/api/core').MutantResult} result */
  onMutantTested(result) {
    tried.push(result)
  }
}

class SelectionChecker {
  /** @type {Set<string>} */
  #chosen = new Set()

  async init() {
    this.#chosen = new Set(JSON.parse(readFileSync(CHOSEN, 'utf8')))
  }

  /** @param {readonly import('@stryker-mutator/api/core').Mutant[]} mutants */
  async group(mutants) {
    return [mutants.map(({ id }) => id)]
  }

  /** @param {readonly import('@stryker-mutator/api/core').Mutant[]} mutants */
  async check(mutants) {
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, this.#verdict(mutant)]))
  }

  /** @param {import('@stryker-mutator/api/core').Mutant} mutant */
  #verdict(mutant) {
    return this.#chosen.has(keyOf(mutant, relative('.', mutant.fileName)))
      ? { status: 'passed' }
      : { status: 'compileError', reason: 'not chosen' }
  }
}

export const strykerPlugins = [
  { kind: 'Checker', name: 'selection', injectableClass: SelectionChecker },
  { kind: 'Reporter', name: 'tried', injectableClass: TriedReporter },
]
