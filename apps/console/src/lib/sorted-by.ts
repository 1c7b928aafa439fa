type Row = Readonly<Record<string, unknown>>
type Sort<Item> = {
  readonly sort: (keyof Item & string) | undefined
  readonly order: 'ascending' | 'descending'
}

/** Rows by a column; rows that are equal there keep their order. Empty cells come first, as in an export. */
export function sortedBy<Item extends Row>(
  rows: readonly Item[],
  { sort, order }: Sort<Item>,
): readonly Item[] {
  if (sort === undefined) return rows
  const sign = order === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => sign * compared(one[sort] ?? '', other[sort] ?? ''))
}

function compared(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [first, second] = [String(one), String(other)]
  return first < second ? -1 : Number(first > second)
}
