// Which of the possible changes are tried.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** @typedef {import('./list-mutants.mjs').Mutant} Mutant */
/** @typedef {{ file: string, line: string, change: string, reason: string }} Equivalent */

/**
 * `population` counts the mutants that a sample stands for; `equivalent` counts those that change nothing.
 *
 * @typedef {{ chosen: Mutant[], population: number, equivalent: number }} Selection
 */

/** Mutants that change nothing a test could notice, each with the reason, reviewed by hand. */
const EQUIVALENTS = /** @type {Equivalent[]} */ (
  JSON.parse(readFileSync(new URL('equivalent.json', import.meta.url), 'utf8'))
)

/**
 * Leaves out equivalent mutants, keeps those in `only`, and draws `sample` of the rest at random by `seed`.
 *
 * @param {readonly Mutant[]} mutants
 * @param {{ only?: ReadonlySet<string>, sample?: number, seed: string }} options
 * @returns {Selection}
 */
export function select(mutants, { only, sample, seed }) {
  const equivalents = new Set(EQUIVALENTS.map(nameOf))
  const rest = mutants.filter((mutant) => !equivalents.has(nameOf(mutant)))
  const asked = only === undefined ? rest : rest.filter((mutant) => only.has(nameOf(mutant)))
  return {
    chosen: sample === undefined ? asked : draw(asked, sample, seed),
    population: asked.length,
    equivalent: mutants.length - rest.length,
  }
}

/**
 * Lists entries of `equivalent.json` for the files of these mutants whose line or change no longer exists.
 *
 * @param {readonly Mutant[]} mutants all mutants of their files
 */
export function staleEquivalents(mutants) {
  const files = new Set(mutants.map(({ file }) => file))
  const names = new Set(mutants.map(nameOf))
  return EQUIVALENTS.filter((entry) => files.has(entry.file) && !names.has(nameOf(entry)))
}

/**
 * Names a mutant by its content, so that the name outlives changes elsewhere in the file.
 *
 * @param {Pick<Mutant, 'file' | 'line' | 'change'>} mutant
 */
export function nameOf({ file, line, change }) {
  return JSON.stringify([file, line, change])
}

/** @param {readonly Mutant[]} mutants @param {number} count @param {string} seed */
function draw(mutants, count, seed) {
  const lot = (/** @type {Mutant} */ { key }) =>
    createHash('sha256').update(`${seed} ${key}`).digest('hex')
  return mutants
    .map((mutant) => ({ mutant, lot: lot(mutant) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant)
}
