// Which changes can be made in a folder.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

import { Instrumenter } from '@stryker-mutator/instrumenter'

import { EXCLUDED_MUTATIONS } from './folders.mjs'

/** @typedef {import('@stryker-mutator/api/core').Mutant} StrykerMutant */

/**
 * One change. `file`, `line` (the whole source line, trimmed) and `change` name it for as long as the line stays the same.
 *
 * @typedef {{ key: string, file: string, line: string, change: string, text: string }} Mutant
 */

const LONGEST_SNIPPET = 80

/**
 * Lists the mutants of a folder, or of the wanted paths in it; with `since`, those on lines changed since a commit.
 *
 * @param {import('./folders.mjs').Folder} folder
 * @param {readonly string[]} wanted
 * @param {string | undefined} since
 * @returns {Promise<Mutant[]>}
 */
export async function listMutants(folder, wanted, since) {
  const names = sourcesOf(folder.path).filter((name) => isWanted(name, wanted))
  const files = names.map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }))
  const { mutants } = await new Instrumenter(SILENT).instrument(files, {
    plugins: null,
    ignorers: [],
    excludedMutations: EXCLUDED_MUTATIONS,
  })
  const sources = new Map(files.map(({ name, content }) => [name, content.split('\n')]))
  const isChanged = since === undefined ? () => true : changedSince(since, names)
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .filter(({ fileName, location }) => isChanged(fileName, location.start.line))
    .map((mutant) => named(mutant, sources.get(mutant.fileName) ?? []))
}

/**
 * Names a mutant the same way in this process and in Stryker's.
 *
 * @param {Pick<StrykerMutant, 'mutatorName' | 'replacement' | 'location'>} mutant
 * @param {string} file
 */
export function keyOf({ mutatorName, replacement, location: { start, end } }, file) {
  return `${file}:${start.line}:${start.column}-${end.line}:${end.column} ${mutatorName} ${replacement}`
}

/** @param {string} folder */
function sourcesOf(folder) {
  return globSync(`${folder}/**/*.{ts,tsx}`)
    .filter((name) => !/\.test\.tsx?$|\.d\.ts$|\/testing\//u.test(name))
    .toSorted()
}

/** @param {string} name @param {readonly string[]} wanted */
function isWanted(name, wanted) {
  return wanted.length === 0 || wanted.some((path) => name === path || name.startsWith(`${path}/`))
}

/** @param {StrykerMutant} mutant @param {readonly string[]} source @returns {Mutant} */
function named(mutant, source) {
  const { fileName: file, location, replacement } = mutant
  const { start, end } = location
  const lines = source.slice(start.line, end.line + 1)
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column)
  lines[0] = (lines[0] ?? '').slice(start.column)
  const change = `${snippet(lines.join(' '))} -> ${snippet(replacement)}`
  return {
    key: keyOf(mutant, file),
    file,
    line: (source[start.line] ?? '').trim(),
    change,
    text: `${file}:${start.line + 1}:${start.column + 1}  ${change}`,
  }
}

/** @param {string} code */
function snippet(code) {
  const flat = code.replace(/\s+/gu, ' ').trim()
  return flat.length > LONGEST_SNIPPET ? `${flat.slice(0, LONGEST_SNIPPET)}...` : flat
}

/**
 * Whether a line (0-based) of a file was added or changed since a commit.
 *
 * @param {string} commit @param {readonly string[]} names
 * @returns {(name: string, line: number) => boolean}
 */
function changedSince(commit, names) {
  const diff = execFileSync('git', ['diff', '--unified=0', '--no-prefix', commit, '--', ...names], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  /** @type {Set<string>} */
  const changed = new Set()
  let name = ''
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) name = line.slice(4)
    const [, first, count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/u.exec(line) ?? []
    if (first === undefined) continue
    const start = Number(first) - 1
    for (let row = start; row < start + Number(count); row += 1) changed.add(`${name}:${row}`)
  }
  return (file, line) => changed.has(`${file}:${line}`)
}

const nothing = () => {}
const SILENT = /** @type {import('@stryker-mutator/api/logging').Logger} */ ({
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
})
