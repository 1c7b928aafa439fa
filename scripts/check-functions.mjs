// How many functions of the product are long. A linter looks at one function at a time, so it cannot know a share.
import { parse, productFiles, walk } from './lib/sources.mjs'

/** A function should fit in the eye: at most one percent is longer than `LONG`. That none is longer than 70 says oxlint. */
const LONG = 40
const LONG_PERCENT = 1
const WORST_SHOWN = 5

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const NAMING = new Set(['VariableDeclarator', 'MethodDefinition', 'PropertyDefinition', 'Property'])

/** @typedef {{ place: string, lines: number }} Measured */

/**
 * Measures every named function of the product, from its first line to its last. Callbacks count with the function they
 * stand in.
 * @param {string} root
 */
export function checkFunctions(root) {
  const measured = productFiles(root).flatMap((file) => functionsOf(root, file))
  const long = measured
    .filter(({ lines }) => lines > LONG)
    .toSorted((one, other) => other.lines - one.lines)
  const percent = (100 * long.length) / Math.max(1, measured.length)
  const problems =
    percent > LONG_PERCENT
      ? [
          `${percent.toFixed(2)} % are longer than ${LONG} lines, and ${LONG_PERCENT} % is the limit`,
        ]
      : []
  return {
    summary: `${measured.length} functions, ${long.length} over ${LONG} lines (${percent.toFixed(2)} %)`,
    worst: long.slice(0, WORST_SHOWN).map(({ place, lines }) => `${lines} lines: ${place}`),
    problems,
  }
}

/** @param {string} root @param {string} file @returns {Measured[]} */
function functionsOf(root, file) {
  const { text, program } = parse(root, file)
  /** @type {Measured[]} */
  const found = []
  walk(program, (node, parent) => {
    if (!FUNCTIONS.has(node.type) || node['body'] === null) return
    if (node.type !== 'FunctionDeclaration' && !NAMING.has(parent?.type ?? '')) return
    const lines = text.slice(node.start, node.end).split('\n').length
    found.push({ place: `${file}:${text.slice(0, node.start).split('\n').length}`, lines })
  })
  return found
}
