import type { Operator } from '@partner-office/contracts'

type Column = 'email' | 'lastSignInAt' | 'addedAt'

/** Operators by a column; ties by e-mail address. Who has never signed in comes before everybody who has. */
export function sortedOperators(
  operators: readonly Operator[],
  column: Column,
  order: 'ascending' | 'descending',
): readonly Operator[] {
  const sign = order === 'ascending' ? 1 : -1
  return operators.toSorted((one, other) => {
    const byColumn =
      column === 'email'
        ? compare(one.email, other.email)
        : (one[column] ?? 0) - (other[column] ?? 0)
    return sign * byColumn || compare(one.email, other.email)
  })
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
