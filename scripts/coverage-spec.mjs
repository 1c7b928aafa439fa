// Which rows of the specification are shown by a test that passed in the last run, per capability.
// A row counts when the title of such a test names it and the test is of the kind that the row asks for, or a dearer one.
// A row that asks for several kinds needs each of them.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { areReported, readReport } from './test-reports.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const KINDS = ['unit', 'http', 'browser']

/** @returns {Map<string, string[]>} */
function wantedKinds() {
  const wanted = new Map()
  for (const line of readFileSync(`${root}docs/spec/requirements.md`, 'utf8').split('\n')) {
    const [, id, , kind] = /^\| ([A-Z0-9]{3}-\d{3}) \| (.*) \| ([^|]*) \|$/.exec(line) ?? []
    if (id === undefined) continue
    const kinds =
      kind
        ?.split(':')[0]
        ?.toLowerCase()
        .split('+')
        .map((word) => word.trim()) ?? []
    wanted.set(
      id,
      kinds.map((word) => KINDS.find((known) => word.startsWith(known)) ?? 'unit'),
    )
  }
  return wanted
}

/** The kinds of passed tests that name a row. @returns {Map<string, Set<string>>} */
function shownKinds() {
  const shown = new Map()
  for (const { title, kind, outcome } of [...readReport('vitest'), ...readReport('playwright')]) {
    if (outcome !== 'passed') continue
    for (const id of title.match(/\b[A-Z0-9]{3}-\d{3}\b/g) ?? []) {
      if (!shown.has(id)) shown.set(id, new Set())
      shown.get(id).add(kind)
    }
  }
  return shown
}

if (!areReported()) {
  console.error('No reports of a whole test run: run npm test first')
  process.exit(1)
}
const wanted = wantedKinds()
const shown = shownKinds()

/** @param {string} id */
function isShown(id) {
  const [cheapest = 'unit', ...more] = wanted.get(id) ?? []
  const have = shown.get(id) ?? new Set()
  if (more.length > 0) return [cheapest, ...more].every((kind) => have.has(kind))
  return KINDS.slice(KINDS.indexOf(cheapest)).some((kind) => have.has(kind))
}

/** @type {Map<string, string[]>} */
const byCapability = new Map()
for (const line of readFileSync(`${root}docs/spec/rows.tsv`, 'utf8').trim().split('\n').slice(1)) {
  const [id, capability] = line.split('\t')
  byCapability.set(capability ?? '', [...(byCapability.get(capability ?? '') ?? []), id ?? ''])
}
for (const [capability, ids] of byCapability) {
  const missing = ids.filter((id) => !isShown(id))
  const summary = `${capability}: ${ids.length - missing.length} of ${ids.length} rows shown`
  const tooMany = process.argv.includes('--summary') || missing.length === 0
  console.log(tooMany ? summary : `${summary}; not: ${missing.join(' ')}`)
}
