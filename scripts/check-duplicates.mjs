// Code of the product that stands in two places.
import { parse, productFiles } from './lib/sources.mjs'

const MOST_LINES = 12
/** Released migrations repeat what they replace, and are never edited. */
const EXCEPT = /\/migrations\//

/** @typedef {{ file: string, line: number, text: string }} Line */

/**
 * Finds every run of more than `MOST_LINES` lines that two places share. Blank lines, comments and imports do not count;
 * strings and numbers inside code count as equal.
 *
 *     lines of all files, one after another:   a b c d | x b c d
 *     windows of MOST_LINES + 1, by content:   "b c d" stands at 1 and at 5
 *     neighbouring pairs (1,5), (2,6) ...      are one run
 *
 * @param {string} root
 */
export function checkDuplicates(root) {
  const files = productFiles(root).filter((file) => !EXCEPT.test(file))
  const lines = files.flatMap((file) => [...codeLines(root, file), END_OF_FILE])
  const runs = runsOf(pairsOf(lines))
  const problems = runs.map(({ one, other, length }) => {
    const [first, second] = [lines[one], lines[other]]
    return `${length} lines: ${first?.file}:${first?.line} and ${second?.file}:${second?.line}`
  })
  return {
    summary: `${files.length} files, ${runs.length} duplicates of more than ${MOST_LINES} lines`,
    problems,
  }
}

/** @type {Line} */
const END_OF_FILE = { file: '', line: 0, text: '' }

const LINKS = new Set(['ImportDeclaration', 'ExportAllDeclaration'])

/** @param {string} root @param {string} file @returns {Line[]} */
function codeLines(root, file) {
  const { text, program, comments } = parse(root, file)
  const links = program.body.filter(({ type }) => LINKS.has(type))
  const code = [...comments, ...links].reduce(blank, text)
  return code
    .split('\n')
    .map((content, index) => ({ file, line: index + 1, text: shapeOf(content) }))
    .filter((line) => line.text !== '')
}

/** @param {string} text @param {{ start: number, end: number }} range */
const blank = (text, { start, end }) =>
  text.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ') + text.slice(end)

/**
 * A line without its strings and numbers. A line of keys, strings and numbers alone is data and stays as it is.
 * @param {string} line
 */
function shapeOf(line) {
  const shape = line
    .trim()
    .replaceAll(/'[^']*'|"[^"]*"/g, "''")
    .replaceAll(/\b\d[\d_.]*\b/g, '0')
  const code = shape.replaceAll(/\w+:/g, '')
  return /[a-z]/i.test(code) ? shape : line.trim()
}

/**
 * Places of equal windows, each with the one before it.
 * @param {readonly Line[]} lines @returns {Map<number, number>}
 */
function pairsOf(lines) {
  /** @type {Map<string, number>} */
  const seen = new Map()
  /** @type {Map<number, number>} */
  const pairs = new Map()
  for (let at = 0; at + MOST_LINES < lines.length; at += 1) {
    const window = lines.slice(at, at + MOST_LINES + 1)
    if (window.includes(END_OF_FILE)) continue
    const key = window.map(({ text }) => text).join('\n')
    const earlier = seen.get(key)
    if (earlier === undefined) seen.set(key, at)
    else if (at - earlier > MOST_LINES) pairs.set(at, earlier)
  }
  return pairs
}

/** @param {Map<number, number>} pairs */
function runsOf(pairs) {
  /** @type {{ one: number, other: number, length: number }[]} */
  const runs = []
  for (const [at, earlier] of pairs) {
    const last = runs.at(-1)
    const isSameRun =
      last !== undefined &&
      at === last.other + last.length - MOST_LINES &&
      earlier === last.one + last.length - MOST_LINES
    if (isSameRun) last.length += 1
    else runs.push({ one: earlier, other: at, length: MOST_LINES + 1 })
  }
  return runs
}
