import { assemble, op, type WasmFunction } from './wasm-assembler.ts'

/** One filter on the codes of a column. `IMPOSSIBLE` stands for no edge. */
export type CodeRange = {
  /** The number of the code column. */
  readonly column: number
  readonly low: number
  readonly high: number
  /** Codes that contain values on both sides of a bound: the values of these rows must be checked. */
  readonly edges: readonly [number, number]
}

/** A code that no row has. */
export const IMPOSSIBLE = 255
/** Rows per step: one byte each in a 128-bit register. */
const ROWS_A_STEP = 16

const PAGE = 65_536
const BYTES_A_FILTER = 8

/**
 * The 8-bit codes of all rows, and a WebAssembly loop that filters them: 16 rows per step, all filters at once.
 *
 * It writes two bits per row: `sure` for rows that meet every filter, `unsure` for rows that may, because of an edge. As
 * pseudo-code, with `code`, `inside` and `edge` as vectors of 16 bytes:
 *
 *     for row in [from, to) step 16:
 *       inside = all ones; edge = zeros
 *       for each filter:
 *         code = 16 codes of its column at row
 *         inside &= (code - low) <= high - low        unsigned: below `low` it wraps to a large number
 *         edge   |= code == edge1 or code == edge2
 *         after the first filter: if no byte of inside is set, skip the others
 *       unsure[row..] = bitmask(inside & edge)        one bit per byte
 *       sure[row..]   = bitmask(inside) ^ unsure
 *       count += popcount(sure)
 *
 * Example: low 3, high 5, edge 5. Codes 2, 3, 5, 6 minus 3 are 255, 0, 2, 3; inside is 0, 1, 1, 0; row 2 is sure, row 3
 * is unsure.
 */
export class RangeKernel {
  /** The columns of codes, one after the other, each `stride` bytes long. */
  readonly codes: Uint8Array
  readonly stride: number
  readonly sure: Uint32Array
  readonly unsure: Uint32Array
  readonly #memory: WebAssembly.Memory
  readonly #scans: readonly Scan[]
  #scan: Scan
  /** The filters in memory: per filter 4 bytes for the column's address, then low, width and two edges. */
  readonly #words: Uint32Array
  readonly #bytes: Uint8Array
  readonly #sureAt: number
  readonly #unsureAt: number

  constructor(rows: number, columns: number) {
    this.stride = Math.ceil((rows + 1) / 256) * 256
    const bits = this.stride / 8
    const codesAt = PAGE
    this.#sureAt = codesAt + columns * this.stride
    this.#unsureAt = this.#sureAt + bits
    const pages = Math.ceil((this.#unsureAt + bits) / PAGE)
    this.#memory = new WebAssembly.Memory({ initial: pages })
    const { buffer } = this.#memory
    this.codes = new Uint8Array(buffer, codesAt, columns * this.stride)
    this.sure = new Uint32Array(buffer, this.#sureAt, bits / 4)
    this.unsure = new Uint32Array(buffer, this.#unsureAt, bits / 4)
    this.#words = new Uint32Array(buffer, 0, columns * 2)
    this.#bytes = new Uint8Array(buffer, 0, columns * BYTES_A_FILTER)
    this.#scans = scansOn(this.#memory, columns)
    this.#scan = this.#scans[0]!
  }

  get bytes(): number {
    return this.#memory.buffer.byteLength
  }

  /** Sets the filters of the next scans: a row's codes must be in all ranges. */
  lookFor(ranges: readonly CodeRange[]): void {
    // The narrowest first: if it contains none of 16 rows, the other codes of these rows are not read.
    const narrowestFirst = ranges.toSorted((a, b) => a.high - a.low - (b.high - b.low))
    narrowestFirst.forEach(({ column, low, high, edges }, at) => {
      this.#words[at * 2] = this.codes.byteOffset + column * this.stride
      this.#bytes.set([low, high - low, ...edges], at * BYTES_A_FILTER + 4)
    })
    this.#scan = this.#scans[ranges.length - 1]!
  }

  /** Overwrites the bits of the rows [from, to), both multiples of 256; returns how many are sure. */
  scan(from: number, to: number): number {
    return from < to ? this.#scan(from, to, this.#sureAt, this.#unsureAt) : 0
  }
}

type Scan = (from: number, to: number, sure: number, unsure: number) => number

let compiled: Map<number, WebAssembly.Module> | undefined

function scansOn(memory: WebAssembly.Memory, columns: number) {
  compiled ??= new Map()
  const module = compiled.get(columns) ?? new WebAssembly.Module(assemble(scanFunctions(columns)))
  compiled.set(columns, module)
  const { exports } = new WebAssembly.Instance(module, { host: { memory } })
  return scanFunctions(columns).map(({ name }) => exports[name] as Scan)
}

/** One loop for each number of filters, so that all filters stay in registers. */
const scanFunctions = (most: number): WasmFunction[] =>
  Array.from({ length: most }, (_, at) => scanFunction(at + 1))

const [ROW, TO, SURE_AT, UNSURE_AT, COUNT, BITS, UNSURE] = [0, 1, 2, 3, 4, 5, 6]
const [CODE, INSIDE, EDGE] = [7, 8, 9]
const FIRST_OF_FILTERS = 10
const LOCALS_A_FILTER = 5

const localOf = (filter: number): number => FIRST_OF_FILTERS + filter * LOCALS_A_FILTER

/** Loads a filter from memory into its locals: the address of its column, then low, width and edges in all 16 bytes. */
function loadFilter(filter: number): number[] {
  const { i32, v128, set } = op
  const at = filter * BYTES_A_FILTER
  const splats = [4, 5, 6, 7].flatMap((byte, place) =>
    [i32.const(0), v128.load8Splat(at + byte), set(localOf(filter) + 1 + place)].flat(),
  )
  return [i32.const(0), i32.load(at), set(localOf(filter)), splats].flat()
}

/** Tests 16 codes of a filter's column, and combines the result with the filters before. */
function testFilter(filter: number): number[] {
  const { i32, v128, i8x16, get, set, tee } = op
  const codes = localOf(filter)
  const [low, width, edge1, edge2] = [codes + 1, codes + 2, codes + 3, codes + 4]
  const andBefore = filter === 0 ? [] : [get(INSIDE), v128.and]
  const orBefore = filter === 0 ? [] : [get(EDGE), v128.or]
  return [
    [get(codes), get(ROW), i32.add, v128.load, tee(CODE)],
    [get(low), i8x16.sub, get(width), i8x16.leU, ...andBefore, set(INSIDE)],
    [get(CODE), get(edge1), i8x16.eq, get(CODE), get(edge2), i8x16.eq, v128.or],
    [...orBefore, set(EDGE)],
  ].flat(2)
}

function scanFunction(filters: number): WasmFunction {
  const each = Array.from({ length: filters }, (_, filter) => filter)
  const filterLocals = each.flatMap(() => ['i32', 'v128', 'v128', 'v128', 'v128'] as const)
  return {
    name: `scan${filters}`,
    parameters: ['i32', 'i32', 'i32', 'i32'],
    result: 'i32',
    locals: [...(['i32', 'i32', 'i32', 'v128', 'v128', 'v128'] as const), ...filterLocals],
    body: [each.flatMap(loadFilter), ...scanLoop(each.map(testFilter))],
  }
}

/** The loop over the rows, 16 per step. */
function scanLoop([firstTest = [], ...otherTests]: readonly number[][]): number[][] {
  const { i32, v128, i8x16, get, set, tee } = op
  const bitsOfRow = [get(ROW), i32.const(3), i32.shrU].flat()
  return [
    [op.loop, firstTest],
    [i32.const(0), set(BITS), i32.const(0), set(UNSURE)],
    [op.block, get(INSIDE), v128.anyTrue, i32.eqz, op.branchIf(0)],
    otherTests,
    [get(INSIDE), i8x16.bitmask],
    [get(INSIDE), get(EDGE), v128.and, i8x16.bitmask, tee(UNSURE)],
    [i32.xor, set(BITS)],
    [op.end],
    [get(SURE_AT), bitsOfRow, i32.add, get(BITS), i32.store16],
    [get(UNSURE_AT), bitsOfRow, i32.add, get(UNSURE), i32.store16],
    [get(COUNT), get(BITS), i32.popcnt, i32.add, set(COUNT)],
    [get(ROW), i32.const(ROWS_A_STEP), i32.add, tee(ROW)],
    [get(TO), i32.ltU, op.branchIf(0)],
    [op.end, get(COUNT)],
  ].map((instructions) => instructions.flat())
}
