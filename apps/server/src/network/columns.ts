/** Stands for no row, and for the end of a list. */
export const NO_ROW = -1

type ColumnKind =
  | typeof Float64Array
  | typeof Uint32Array
  | typeof Int32Array
  | typeof Uint16Array
  | typeof Uint8Array
export type Column = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array

/**
 * The columns filled from facts, one element per row. Together with the own turnovers of each measure they are the whole
 * state: growing, re-indexing and snapshots iterate over this table.
 *
 * `ids` becomes a column of doubles with the first id beyond 32 bits. Units: `registeredAt` in epoch milliseconds.
 */
export const GIVEN_COLUMNS = {
  ids: Uint32Array,
  parent: Int32Array,
  registeredAt: Float64Array,
  blocked: Uint8Array,
  /** The id of the highest rank credited or reached so far, 0 for none. */
  heldOrdinary: Uint16Array,
  heldBonus: Uint16Array,
  /** The newest entry of the partner's activity, a list linked by `activityNext`, newest first. */
  activityHead: Int32Array,
  /** Entries of the name book. */
  firstName: Int32Array,
  lastName: Int32Array,
} as const satisfies Record<string, ColumnKind>

/** The columns that `rollUp` computes from the given ones, one element per row. Units: cents and people. */
export const ROLLED_COLUMNS = {
  /** The number of indexed rows below this one: they are the rows that follow it. */
  span: Int32Array,
  flTurnover: Float64Array,
  flSize: Int32Array,
  teamSize: Int32Array,
} as const satisfies Record<string, ColumnKind>

/** Orders that count for activity, one element per order, as one linked list per partner. */
export const ACTIVITY_COLUMNS = {
  activityAt: Float64Array,
  activityDays: Uint16Array,
  activityNext: Int32Array,
} as const satisfies Record<string, ColumnKind>

type ColumnsOf<Table extends Record<string, ColumnKind>> = {
  -readonly [Name in keyof Table]: Name extends 'ids'
    ? Uint32Array | Float64Array
    : InstanceType<Table[Name]>
}

type Columns = ColumnsOf<typeof GIVEN_COLUMNS> &
  ColumnsOf<typeof ROLLED_COLUMNS> &
  ColumnsOf<typeof ACTIVITY_COLUMNS>

/** The column names of a table. */
export const namesOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[]

const ALL_COLUMNS = { ...GIVEN_COLUMNS, ...ROLLED_COLUMNS, ...ACTIVITY_COLUMNS }

class BareColumns {
  constructor() {
    for (const name of namesOf(ALL_COLUMNS)) {
      Object.assign(this, { [name]: new ALL_COLUMNS[name](0) })
    }
  }

  /** Units: bytes, by column. */
  columnBytes(this: Columns): Record<string, number> {
    return Object.fromEntries(namesOf(ALL_COLUMNS).map((name) => [name, this[name].byteLength]))
  }
}

/** A class with all columns as fields, without rows. */
export const ColumnHolder = BareColumns as new () => Columns & BareColumns

/** Copies a column into a longer one. */
export function grown<C extends Column>(column: C, length: number): C {
  const bigger = newColumn(column.constructor as KindOf<C>, length)
  bigger.set(column)
  return bigger
}

type KindOf<C extends Column> = {
  new (buffer: ArrayBuffer, from: number, length: number): C
  readonly BYTES_PER_ELEMENT: number
}

const PAGE_BYTES = 4096
/** Seven cache lines: 64 consecutive columns then all start at different cache lines of a page. */
const APART_BYTES = 448
let nextFrom = 0

/**
 * Creates a column of zeros at another offset within its memory page than the columns created before.
 *
 * With equal offsets the processor cannot tell writes to the same row of different columns apart (4K aliasing), and a pass
 * over several columns stalls: rolling up takes a quarter longer.
 */
export function newColumn<C extends Column>(kind: KindOf<C>, length: number): C {
  nextFrom = (nextFrom + APART_BYTES) % PAGE_BYTES
  return new kind(new ArrayBuffer(length * kind.BYTES_PER_ELEMENT + PAGE_BYTES), nextFrom, length)
}
