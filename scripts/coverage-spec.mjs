// Which rows of the specification are shown by a test that passed in the last run, per capability.
// A row counts when the title of such a test names it and the test is of the kind that the row asks for, or a dearer one.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const KINDS = ['unit', 'http', 'browser']

/** The kind of a test is told by its file: e2e/ runs in a browser, *.http.test.ts against a running service. @param {string} file */
const kindOf = (file) =>
  file.includes('/e2e/') ? 'browser' : file.endsWith('.http.test.ts') ? 'http' : 'unit'

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
  for (const { title, file } of passedTests()) {
    for (const id of title.match(/\b[A-Z0-9]{3}-\d{3}\b/g) ?? []) {
      if (!shown.has(id)) shown.set(id, new Set())
      shown.get(id).add(kindOf(file))
    }
  }
  return shown
}

function passedTests() {
  const report = `${root}reports/vitest.json`
  if (!existsSync(report)) {
    console.error('No report of a test run: run npm test first')
    process.exit(1)
  }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return testResults.flatMap((/** @type {any} */ { name, assertionResults }) =>
    assertionResults
      .filter((/** @type {any} */ { status }) => status === 'passed')
      .map((/** @type {any} */ { title }) => ({ title, file: name })),
  )
}

const wanted = wantedKinds()
const shown = shownKinds()
const isShown = (/** @type {string} */ id) =>
  (wanted.get(id) ?? ['unit']).every((kind) =>
    [...(shown.get(id) ?? [])].some((have) => KINDS.indexOf(have) >= KINDS.indexOf(kind)),
  )

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
