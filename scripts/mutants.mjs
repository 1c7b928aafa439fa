// Changes the code in one small way at a time (a mutant), runs the tests that reach the change and lists the mutants that
// no test noticed. scripts/mutants/README.md explains the options.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { FOLDERS } from './mutants/folders.mjs'
import { listMutants } from './mutants/list-mutants.mjs'
import { rememberSurvivors, survivorsOfLastRun } from './mutants/last-run.mjs'
import { runTests } from './mutants/run-tests.mjs'
import { printScore, scoreOf } from './mutants/score.mjs'
import { select, staleEquivalents } from './mutants/select.mjs'

/** @typedef {import('./mutants/folders.mjs').Folder} Folder */
/** @typedef {import('./mutants/list-mutants.mjs').Mutant} Mutant */
/** @typedef {import('./mutants/score.mjs').Score} Score */

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    since: { type: 'string' },
    again: { type: 'boolean', default: false },
    tests: { type: 'string' },
    static: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '1440' },
    list: { type: 'boolean', default: false },
  },
})

const wanted = positionals.map((path) => path.replace(/^\.\/|\/$/gu, ''))
let isGoodEnough = true
for (const folder of FOLDERS) {
  const score = await measure(folder)
  if (score === null) continue
  printScore(folder, score)
  isGoodEnough &&= score.isGoodEnough
  // Stryker still runs, and would keep the process alive.
  if (score.isCut) process.exit(isGoodEnough ? 0 : 1)
}
process.exitCode = isGoodEnough ? 0 : 1

/**
 * Measures one folder; null where the options choose no mutant of it.
 *
 * @param {Folder} folder
 * @returns {Promise<(Score & { isCut: boolean }) | null>}
 */
async function measure(folder) {
  const listed = await listMutants(folder, wanted, options.since)
  if (options.since === undefined) reportStale(staleEquivalents(listed))
  const selection = select(listed, {
    ...(options.again ? { only: survivorsOfLastRun() } : {}),
    ...(options.sample === undefined ? {} : { sample: Number(options.sample) }),
    seed: options.seed,
  })
  if (selection.chosen.length === 0) return null
  if (options.list) {
    for (const { text } of selection.chosen) console.log(text)
    return null
  }
  const { results, isCut } = await runTests(selection.chosen, {
    tests: options.tests ?? folder.tests,
    isStatic: options.static,
    minutes: Number(options.minutes),
  })
  if (isCut && results.length === 0) {
    console.error(`${folder.path}: no mutant was tried in time`)
    process.exit(1)
  }
  rememberSurvivors(results)
  return { ...scoreOf(folder, selection, results), isCut }
}

/** @param {ReturnType<typeof staleEquivalents>} entries */
function reportStale(entries) {
  for (const { file, line, change } of entries) {
    console.error(`equivalent.json: ${file} has no line "${line}" with the change "${change}"`)
  }
  isGoodEnough &&= entries.length === 0
}
