// A checker for Stryker that lets through the chosen mutants only: Stryker itself cannot draw a sample.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

import { keyOf } from './list-mutants.mjs'

/** The keys of the chosen mutants. */
export const CHOSEN = 'reports/mutants/chosen.json'

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
]
