/** A part of a list, and where the next part begins, if there is one. */
export type Part<Row> = { readonly content: Row[]; readonly next?: string }

/** The cursor behind a row of a list that is ordered by the numbers of its rows. */
export const idCursor = ({ id }: { readonly id: number }): string => String(id)

/**
 * The first `limit` of the rows that were read, and the cursor behind them. One row more than `limit` has to be asked for:
 * it says that the list goes on.
 */
export function partOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): Part<Row> {
  const content = rows.slice(0, limit)
  return rows.length > limit ? { content, next: cursorOf(content.at(-1)!) } : { content }
}

/** The two numbers of a cursor such as `1764-7`: those of the last row shown; null at the begin of a list. */
export function numbersOf(cursor: string | undefined): readonly [number, number] | null {
  const [first, second] = cursor?.split('-').map(Number) ?? []
  return first === undefined || second === undefined ? null : [first, second]
}
