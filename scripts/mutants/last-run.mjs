// The survivors of the last run, so that they alone can be tried again.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { nameOf } from './select.mjs'

/** @typedef {import('./run-tests.mjs').Result} Result */

const FILE = 'reports/mutants/survivors.json'

/** @type {Set<string>} */
const survivors = new Set()

/** @param {readonly Result[]} results */
export function rememberSurvivors(results) {
  for (const { mutant, isNoticed } of results) if (!isNoticed) survivors.add(nameOf(mutant))
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, JSON.stringify([...survivors], null, 1))
}

/** @returns {Set<string>} */
export function survivorsOfLastRun() {
  return new Set(existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : [])
}
