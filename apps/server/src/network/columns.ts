type ColumnKind =
  | typeof Float64Array
  | typeof Uint32Array
  | typeof Int32Array
  | typeof Uint16Array
  | typeof Uint8Array
export type Column = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array

/**
 * The columns that facts alone fill, one element a row: with the own turnovers of each measure they say everything,
 * so that growing, indexing anew and snapshots go over this table and need to know no column.
 *
 * `ids` turns into doubles with the first id beyond 32 bits. Units: `registeredAt` in epoch milliseconds.
 */
export const GIVEN_COLUMNS = {
  ids: Uint32Array,
  parent: Int32Array,
  registeredAt: Float64Array,
  blocked: Uint8Array,
  /** The highest rank credited or reached so far, by id, 0 for none. */
  heldOrdinary: Uint16Array,
  heldBonus: Uint16Array,
  /** The newest entry of a partner's activity list, which goes on through `activityNext`, newest first. */
  activityHead: Int32Array,
  /** Places in the name book. */
  firstName: Int32Array,
  lastName: Int32Array,
} as const satisfies Record<string, ColumnKind>

/** The columns that `rollUp` makes from the given ones, one element a row. Units: cents and people. */
export const ROLLED_COLUMNS = {
  /** How many rows after this one are below it: the downline without those who came after the last indexing. */
  span: Int32Array,
  flTurnover: Float64Array,
  flSize: Int32Array,
  teamSize: Int32Array,
} as const satisfies Record<string, ColumnKind>

/** Orders that make active, one element an order, in lists by partner. */
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

/** The names of some of the tables above. */
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

/** Something that has all columns as fields, without rows yet. */
export const ColumnHolder = BareColumns as new () => Columns & BareColumns

/** The column with room for more. */
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
/** Seven cache lines: so the next 64 columns all begin at different ones. */
const APART_BYTES = 448
let nextFrom = 0

/**
 * A column of zeros that begins elsewhere in a page of memory than those made just before it.
 *
 * Where all begin alike, the processor takes writing a row of one for writing that row of another, and a pass over
 * several waits for itself: rolling up takes a quarter longer.
 */
export function newColumn<C extends Column>(kind: KindOf<C>, length: number): C {
  nextFrom = (nextFrom + APART_BYTES) % PAGE_BYTES
  return new kind(new ArrayBuffer(length * kind.BYTES_PER_ELEMENT + PAGE_BYTES), nextFrom, length)
}
