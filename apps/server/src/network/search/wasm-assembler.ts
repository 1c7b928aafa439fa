/** The bytes of the WebAssembly instructions that the kernel uses. */
export const op = {
  block: [0x02, 0x40],
  loop: [0x03, 0x40],
  end: [0x0b],
  branchIf: (depth: number) => [0x0d, ...unsigned(depth)],
  get: (local: number) => [0x20, ...unsigned(local)],
  set: (local: number) => [0x21, ...unsigned(local)],
  tee: (local: number) => [0x22, ...unsigned(local)],
  i32: {
    const: (value: number) => [0x41, ...signed(value)],
    load: (offset: number) => [0x28, 2, ...unsigned(offset)],
    store16: [0x3b, 1, 0],
    eqz: [0x45],
    ltU: [0x49],
    popcnt: [0x69],
    add: [0x6a],
    and: [0x71],
    xor: [0x73],
    shrU: [0x76],
  },
  v128: {
    load: [0xfd, 0x00, 0, 0],
    load8Splat: (offset: number) => [0xfd, 0x07, 0, ...unsigned(offset)],
    and: [0xfd, 0x4e],
    or: [0xfd, 0x50],
    anyTrue: [0xfd, 0x53],
  },
  i8x16: {
    eq: [0xfd, 0x23],
    leU: [0xfd, 0x2a],
    bitmask: [0xfd, ...unsigned(0x64)],
    sub: [0xfd, ...unsigned(0x71)],
  },
} as const

export type ValueType = 'i32' | 'v128'

export type WasmFunction = {
  readonly name: string
  readonly parameters: readonly ValueType[]
  readonly result: ValueType
  readonly locals: readonly ValueType[]
  readonly body: readonly (readonly number[])[]
}

const TYPE_CODES: Readonly<Record<ValueType, number>> = { i32: 0x7f, v128: 0x7b }
const MAGIC_AND_VERSION = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const FUNCTION_TYPE = 0x60
const MEMORY_IMPORT = 2

/**
 * Assembles a module with these functions, which imports its memory as `host.memory`.
 *
 * A module is a magic number and sections, each a number, its length in bytes and its content:
 *
 *     1 types      the signature of each function
 *     2 imports    "host" "memory"
 *     3 functions  the type of each function
 *     7 exports    the name of each function
 *     10 code      the locals and instructions of each function
 *
 * Example: `i32.const 300` is 41 AC 02: the instruction, then 300 in LEB128, 0x2C + (0x02 << 7).
 *
 * Source: WebAssembly core specification 2.0, "Binary format".
 */
export function assemble(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters, result }) => [
    FUNCTION_TYPE,
    ...vector(parameters.map((type) => [TYPE_CODES[type]])),
    ...vector([[TYPE_CODES[result]]]),
  ])
  const memory = [...text('host'), ...text('memory'), MEMORY_IMPORT, 0, 1]
  const exports = functions.map(({ name }, at) => [...text(name), 0, ...unsigned(at)])
  return Uint8Array.from([
    ...MAGIC_AND_VERSION,
    ...section(1, vector(types)),
    ...section(2, vector([memory])),
    ...section(3, vector(functions.map((_, at) => unsigned(at)))),
    ...section(7, vector(exports)),
    ...section(10, vector(functions.map(codeOf))),
  ])
}

function codeOf({ locals, body }: WasmFunction): number[] {
  const declared = vector(locals.map((type) => [1, TYPE_CODES[type]]))
  return sized([...declared, ...body.flat(), ...op.end])
}

const section = (number: number, content: number[]): number[] => [number, ...sized(content)]

const vector = (items: readonly (readonly number[])[]): number[] => [
  ...unsigned(items.length),
  ...items.flat(),
]

const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes]

const text = (value: string): number[] => sized([...new TextEncoder().encode(value)])

/** LEB128: seven bits per byte, lowest first; the high bit says that another byte follows. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

function signed(value: number): number[] {
  const isLast = value >= -0x40 && value < 0x40
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)]
}
