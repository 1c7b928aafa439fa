// Source files of the repository, and their syntax trees, for the checks.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { parseSync } from 'oxc-parser'

const SOURCE = /\.(ts|tsx|mjs)$/
const NOT_OURS = new Set(['node_modules', 'dist'])
const TEST = /\.test\.tsx?$|(^|\/)testing\//

/**
 * Paths of all source files below some folders, relative to `root`. A folder that does not exist holds none.
 * @param {string} root @param {readonly string[]} folders @returns {string[]}
 */
export function sourceFiles(root, folders) {
  return folders.flatMap((folder) =>
    filesBelow(join(root, folder)).map((file) => relative(root, file)),
  )
}

/**
 * Source files of the product: apps and packages, without tests and what only tests use.
 * @param {string} root
 */
export const productFiles = (root) =>
  sourceFiles(root, ['apps', 'packages']).filter((file) => !TEST.test(file))

/**
 * Text and syntax tree of a file.
 * @param {string} root @param {string} file
 */
export function parse(root, file) {
  const text = readFileSync(join(root, file), 'utf8')
  const parsed = parseSync(file, text)
  const [error] = parsed.errors
  if (error !== undefined) throw new Error(`${file} cannot be parsed: ${error.message}`)
  return { text, program: parsed.program, module: parsed.module, comments: parsed.comments }
}

/** @typedef {{ type: string, start: number, end: number } & Record<string, unknown>} Node */

/**
 * Calls `visit` with every node of a tree and its parent, parents first.
 * @param {unknown} tree @param {(node: Node, parent: Node | null) => void} visit
 */
export function walk(tree, visit) {
  /** @param {unknown} value @param {Node | null} parent */
  const step = (value, parent) => {
    if (Array.isArray(value)) return value.forEach((item) => step(item, parent))
    if (!isNode(value)) return
    visit(value, parent)
    for (const child of Object.values(value)) step(child, value)
  }
  step(tree, null)
}

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  /** @type {import('node:fs').Dirent[]} */
  let entries
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return []
    throw error
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesBelow(path)
    return SOURCE.test(entry.name) ? [path] : []
  })
}
