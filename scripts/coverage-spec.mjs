// Which rows of the specification are shown by a test that passed in the last run, per capability.
// A row counts when the title of such a test names it and the test is of the kind that the row asks for, or a dearer one.
// A row that asks for several kinds needs each of them. A row shown by a command of `soak/` or `bench/` counts when a file there
// names it, and is listed apart: the test run does not run these commands.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { areReported, readReport } from './test-reports.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const PAPERS = ['requirements', 'cluster', 'console']
const KINDS = ['unit', 'http', 'browser']
const COMMANDS = ['soak', 'bench']
const ROW = /\b[A-Z0-9]{3}-\d{3}\b/g

/** @returns {Map<string, string[]>} */
function wantedKinds() {
  const wanted = new Map()
  const lines = PAPERS.flatMap((paper) =>
    readFileSync(`${root}docs/spec/${paper}.md`, 'utf8').split('\n'),
  )
  for (const line of lines) {
    const [, id, , how] = /^\| ([A-Z0-9]{3}-\d{3}) \| (.*) \| ([^|]*) \|$/.exec(line) ?? []
    if (id !== undefined) wanted.set(id, kindsOf(how ?? ''))
  }
  return wanted
}

/**
 * The kinds of "HTTP + bench: one; soak: another": each part names its kinds before its colon.
 *
 * @param {string} how
 * @returns {string[]}
 */
function kindsOf(how) {
  const [first = '', ...others] = how.toLowerCase().split(';')
  const kinds = namesOf(first)
  const commands = others.flatMap(namesOf).filter((name) => startsWithOneOf(name, COMMANDS))
  return [...kinds, ...commands].map(
    (name) => [...KINDS, ...COMMANDS].find((known) => name.startsWith(known)) ?? 'unit',
  )
}

/** @param {string} part @returns {string[]} */
const namesOf = (part) => (part.split(':')[0] ?? '').split('+').map((name) => name.trim())

/** @param {string} name @param {readonly string[]} beginnings */
const startsWithOneOf = (name, beginnings) => beginnings.some((each) => name.startsWith(each))

/** The kinds of passed tests that name a row. @returns {Map<string, Set<string>>} */
function shownKinds() {
  const shown = new Map()
  for (const { title, kind, outcome } of [...readReport('vitest'), ...readReport('playwright')]) {
    if (outcome !== 'passed') continue
    for (const id of title.match(ROW) ?? []) {
      if (!shown.has(id)) shown.set(id, new Set())
      shown.get(id).add(kind)
    }
  }
  return shown
}

/** The rows that the sources of each folder of commands name. @returns {Map<string, Set<string>>} */
function namedByCommands() {
  return new Map(
    COMMANDS.map((folder) => [
      folder,
      new Set(
        readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.ts'))
          .flatMap((file) => readFileSync(`${root}${folder}/${file}`, 'utf8').match(ROW) ?? []),
      ),
    ]),
  )
}

if (!areReported()) {
  console.error('No reports of a whole test run: run npm test first')
  process.exit(1)
}
const wanted = wantedKinds()
const shown = shownKinds()
const named = namedByCommands()

/** The commands that a row asks for. @param {string} id */
const commandsOf = (id) => (wanted.get(id) ?? []).filter((kind) => COMMANDS.includes(kind))

/** @param {string} id */
function isShown(id) {
  if (!commandsOf(id).every((folder) => named.get(folder)?.has(id))) return false
  const kinds = (wanted.get(id) ?? ['unit']).filter((kind) => !COMMANDS.includes(kind))
  const [cheapest, ...more] = kinds
  const have = shown.get(id) ?? new Set()
  if (cheapest === undefined) return true
  if (more.length > 0) return kinds.every((kind) => have.has(kind))
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
  const byCommand = ids.filter((id) => isShown(id) && commandsOf(id).length > 0).length
  const apart = byCommand === 0 ? '' : `, ${byCommand} of them also by a command of soak/ or bench/`
  const summary = `${capability}: ${ids.length - missing.length} of ${ids.length} rows shown${apart}`
  const tooMany = process.argv.includes('--summary') || missing.length === 0
  console.log(tooMany ? summary : `${summary}; not: ${missing.join(' ')}`)
}
