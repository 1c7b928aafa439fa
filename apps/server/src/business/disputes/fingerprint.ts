import { createHash } from 'node:crypto'

/** Values of an explanation that say who a person is, or only how somebody looks. */
const OF_PERSONS: ReadonlySet<string> = new Set(['firstName', 'lastName', 'avatar'])

/** An explanation as rows, in the order of their paths: every value that is not an object, as text. */
export function rowsOfExplanation(explanation: unknown): ReadonlyMap<string, string> {
  return new Map([...leaves(explanation, '')].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function* leaves(value: unknown, path: string): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) {
    yield [path, value === null || value === undefined ? '' : String(value)]
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    if (key !== 'avatar') yield* leaves(inner, path === '' ? key : `${path}.${key}`)
  }
}

/**
 * The SHA-256 of an explanation, in hex. Names of persons are no part of it: erasing one leaves it as it is.
 *
 * Source: D-170.
 */
export function fingerprintOf(explanation: unknown): string {
  const rows = [...rowsOfExplanation(explanation)].filter(
    ([path]) => !OF_PERSONS.has(path.slice(path.lastIndexOf('.') + 1)),
  )
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}
