import type { Derivation } from './derivation.ts'

/**
 * Records in columns, as they were added, many in a chunk: a column that grew would be copied. What
 * a partner is credited for one thing in several currencies is one entry.
 *
 * Units: a record's number is `entry * currencies + place`, where the place is that of its currency
 * in the entry's group.
 */
export type RecordColumns = {
  /** How many records there are, and how many entries. */
  readonly size: number
  readonly entries: number
  /** The most currencies an entry has. */
  readonly currencies: number
  readonly chunks: readonly RecordChunk[]
  /** Derivations by group: one for each currency. */
  readonly groups: readonly (readonly number[])[]
  readonly derivations: readonly Derivation[]
}

/**
 * Some entries. Units: `row` is a partner's; `source` is the order, the pool or the window of an
 * entry by its type, else 0. Amounts follow from the derivation and the order.
 */
export type RecordChunk = {
  readonly row: Int32Array
  readonly source: Int32Array
  readonly group: Uint32Array
}

/** A power of two, so that a chunk is found without dividing. */
export const ENTRIES_A_CHUNK = 2 ** 15

/** Room for some entries. */
export const emptyChunk = (): RecordChunk => ({
  row: new Int32Array(ENTRIES_A_CHUNK),
  source: new Int32Array(ENTRIES_A_CHUNK),
  group: new Uint32Array(ENTRIES_A_CHUNK),
})
