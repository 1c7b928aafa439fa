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
  /** @type {Map<string, number>} */
  #places = new Map()

  async init() {
    /** @type {string[]} */
    const keys = JSON.parse(readFileSync(CHOSEN, 'utf8'))
    this.#places = new Map(keys.map((key, place) => [key, place]))
  }

  /**
   * Groups are tried one after the other: one for each chosen mutant, in the order of the draw, so that a sample that is cut
   * short is a smaller sample and not the first files.
   *
   * @param {readonly import('@stryker-mutator/api/core').Mutant[]} mutants
   */
  async group(mutants) {
    const byPlace = Map.groupBy(mutants, (mutant) => this.#placeOf(mutant))
    return [...byPlace].toSorted(([a], [b]) => a - b).map(([, group]) => group.map(({ id }) => id))
  }

  /** @param {readonly import('@stryker-mutator/api/core').Mutant[]} mutants */
  async check(mutants) {
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, this.#verdict(mutant)]))
  }

  /** @param {import('@stryker-mutator/api/core').Mutant} mutant */
  #verdict(mutant) {
    return this.#placeOf(mutant) < this.#places.size
      ? { status: 'passed' }
      : { status: 'compileError', reason: 'not chosen' }
  }

  /** @param {import('@stryker-mutator/api/core').Mutant} mutant */
  #placeOf(mutant) {
    return this.#places.get(keyOf(mutant, relative('.', mutant.fileName))) ?? this.#places.size
  }
}

export const strykerPlugins = [
  { kind: 'Checker', name: 'selection', injectableClass: SelectionChecker },
  { kind: 'Reporter', name: 'tried', injectableClass: TriedReporter },
]
