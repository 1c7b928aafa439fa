type Dimensions = Readonly<Record<string, readonly unknown[]>>
type Row<D extends Dimensions> = { readonly [Name in keyof D]: D[Name][number] }

/** Every combination of the values. */
export const everyRow = <const D extends Dimensions>(dimensions: D): Row<D>[] =>
  Object.entries(dimensions).reduce<object[]>(
    (rows, [name, values]) =>
      rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as Row<D>[]

/**
 * Few rows in which every pair of values of two dimensions occurs.
 *
 * Each row starts with a pair that is missing; then each other dimension takes the value that brings most missing pairs.
 */
export function pairwise<const D extends Dimensions>(dimensions: D): Row<D>[] {
  const names = Object.keys(dimensions)
  const missing = new Map<string, object>()
  for (const [at, one] of names.entries()) {
    for (const other of names.slice(at + 1)) {
      for (const pair of everyRow({ [one]: dimensions[one]!, [other]: dimensions[other]! })) {
        missing.set(JSON.stringify(pair), pair)
      }
    }
  }
  const rows: object[] = []
  for (const [, pair] of missing) {
    const row = names.reduce((chosen, name) => fill(chosen, name, dimensions[name]!, missing), pair)
    for (const key of pairsOf(names, row)) missing.delete(key)
    rows.push(row)
  }
  return rows as Row<D>[]
}

type Missing = ReadonlyMap<string, object>

function fill(row: object, name: string, values: readonly unknown[], missing: Missing): object {
  if (name in row) return row
  const candidates = values.map((value) => ({ ...row, [name]: value }))
  const gains = candidates.map((candidate) => gainOf(candidate, missing))
  return candidates[gains.indexOf(Math.max(...gains))]!
}

const gainOf = (row: object, missing: Missing): number =>
  [...missing.values()].filter((pair) => Object.entries(pair).every(isIn(row))).length

const isIn =
  (row: object) =>
  ([name, value]: [string, unknown]): boolean =>
    (row as Record<string, unknown>)[name] === value

function pairsOf(names: readonly string[], row: object): string[] {
  const values = row as Record<string, unknown>
  return names.flatMap((one, at) =>
    names
      .slice(at + 1)
      .map((other) => JSON.stringify({ [one]: values[one], [other]: values[other] })),
  )
}
