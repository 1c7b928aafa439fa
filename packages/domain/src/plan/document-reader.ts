import { compare, parseDecimal, ratio, toDecimalText, type Fraction } from '../fraction.ts'
import { parseInstant } from '../instant.ts'
import { parseEurCents, type EurCents } from '../money.ts'
import type { Shape } from './plan-shape.ts'

/** A problem in a document: its path, such as `ranks[3].turnover`, and what is accepted there. */
export type PlanProblem = { readonly place: string; readonly problem: string }

/** The path of the value that is read, and the list of all problems found so far. */
export type Place = { readonly path: string; readonly problems: PlanProblem[] }

/**
 * Reads one value. Reports and leaves out what it cannot accept: the result may be used only if nothing
 * was reported, and checks that run earlier must expect missing parts.
 */
export type Reader<T> = Read<T> & { readonly shape: Shape }

type Read<T> = (value: unknown, place: Place) => T | undefined

type ReaderValue<R> = R extends Reader<infer T> ? T : never

/** A reader whose form says which values it accepts. */
export function shaped<T>(shape: Shape, read: Read<T>): Reader<T> {
  return Object.assign((value: unknown, place: Place) => read(value, place), { shape })
}

/** Adds a problem at a place. */
export function report(place: Place, problem: string): void {
  place.problems.push({ place: place.path || 'document', problem })
}

/** The place of a field or of a list's element inside another place. */
export function inside(place: Place, step: string | number): Place {
  const { path, problems } = place
  if (typeof step === 'number') return { path: `${path}[${step}]`, problems }
  return { path: path ? `${path}.${step}` : step, problems }
}

function refuse(place: Place, accepted: string, value: unknown): undefined {
  if (value === undefined) report(place, `is missing; it must be ${accepted}`)
  else report(place, `must be ${accepted}, not ${shortly(value)}`)
}

function shortly(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value !== null && typeof value === 'object') return 'an object'
  const shown = String(typeof value === 'string' ? JSON.stringify(value) : value)
  return shown.length > 40 ? `${shown.slice(0, 40)}…` : shown
}

/** One of a few words. */
export function word<const W extends string>(...words: readonly W[]): Reader<W> {
  return shaped(
    { kind: 'word', words },
    (value, place) =>
      words.find((known) => known === value) ?? refuse(place, words.join(' or '), value),
  )
}

/** A text of a given form. */
export function text(form: RegExp, accepted: string): Reader<string> {
  return shaped({ kind: 'text' }, (value, place) =>
    typeof value === 'string' && form.test(value) ? value : refuse(place, accepted, value),
  )
}

/** true or false, also written "TRUE" or "FALSE". */
export const flag: Reader<boolean> = shaped({ kind: 'flag' }, (value, place) => {
  if (value === true || value === 'TRUE') return true
  if (value === false || value === 'FALSE') return false
  return refuse(place, 'true or false', value)
})

/** A whole number between two bounds, both included; a JSON number or its digits as text. */
export function integer({ min, max }: { min: number; max: number }): Reader<number> {
  return shaped({ kind: 'integer' }, (value, place) => {
    const read = readDecimal(value, { maxIntegerDigits: 15, maxDecimals: 0 })
    const number = read && Number(read.units)
    if (number !== null && number >= min && number <= max) return number
    return refuse(place, `a whole number from ${min} to ${max}`, value)
  })
}

/** An exact number between two bounds, both included, with at most 9 decimals. */
export function decimal({ min, max }: { min: Fraction; max: Fraction }): Reader<Fraction> {
  const accepted = `a decimal number from ${toDecimalText(min)} to ${toDecimalText(max)}`
  return shaped({ kind: 'decimal' }, (value, place) => {
    const read = readDecimal(value, { maxIntegerDigits: 12, maxDecimals: 9 })
    const number = read && ratio(read.units, 10n ** BigInt(read.decimals))
    if (number && compare(number, min) >= 0 && compare(number, max) <= 0) return number
    return refuse(place, `${accepted} with at most 9 decimals`, value)
  })
}

/** An amount in EUR that is not negative, or that is above 0. */
export function eur({ above0 }: { above0: boolean }): Reader<EurCents> {
  const accepted = `an amount in EUR ${above0 ? 'above 0' : 'of at least 0'} with at most 2 decimals`
  return shaped({ kind: 'decimal' }, (value, place) => {
    const cents = parseEurCents(decimalText(value))
    return cents !== null && cents >= (above0 ? 1n : 0n) ? cents : refuse(place, accepted, value)
  })
}

function readDecimal(
  value: unknown,
  options: { maxIntegerDigits: number; maxDecimals: number },
): ReturnType<typeof parseDecimal> {
  return parseDecimal(decimalText(value), options)
}

/**
 * The decimal as it was written. A JSON number keeps its text, too: the limits on digits refuse numbers
 * that are large enough to have lost digits, the grammar refuses exponents.
 */
function decimalText(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? `${value}` : ''
}

/** An instant, as epoch milliseconds or ISO 8601 with a zone. */
export const instant: Reader<number> = shaped(
  { kind: 'instant' },
  (value, place) =>
    parseInstant(value) ??
    refuse(place, 'an instant: epoch milliseconds or ISO 8601 with a zone', value),
)

/** The value, or a fallback if it is left out or null. */
export function optional<T, const F>(reader: Reader<T>, fallback: F): Reader<T | F> {
  const shape = { ...reader.shape, isOptional: true, fallback }
  return shaped(shape, (value, place) =>
    value === undefined || value === null ? fallback : reader(value, place),
  )
}

/** A list of at most `max` elements. */
export function list<T>(reader: Reader<T>, { max }: { max: number }): Reader<readonly T[]> {
  return shaped({ kind: 'list', element: reader.shape }, (value, place) => {
    if (!Array.isArray(value)) return refuse(place, 'a list', value)
    if (value.length > max) {
      report(place, `may have at most ${max} elements, not ${value.length}`)
      return undefined
    }
    // An element that was refused keeps its position, for the sake of the places of later checks.
    return value.map((element, index) => reader(element, inside(place, index))) as T[]
  })
}

/** An object with these fields and no other. */
export function fields<R extends Readonly<Record<string, Reader<unknown>>>>(
  readers: R,
): Reader<{ readonly [K in keyof R]: ReaderValue<R[K]> }> {
  const shapes = Object.entries(readers).map(([name, { shape }]) => [name, shape] as const)
  return shaped({ kind: 'fields', fields: Object.fromEntries(shapes) }, (value, place) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      return refuse(place, 'an object', value)
    }
    const given = new Map<string, unknown>(Object.entries(value))
    for (const name of given.keys()) {
      if (Object.hasOwn(readers, name)) continue
      report(inside(place, name), `is not known; known here: ${Object.keys(readers).join(', ')}`)
    }
    const read = Object.entries(readers).map(([name, reader]) => [
      name,
      reader(given.get(name), inside(place, name)),
    ])
    // A refused field is undefined in it, see `Reader`.
    return Object.fromEntries(read) as { readonly [K in keyof R]: ReaderValue<R[K]> }
  })
}

/** A reader with a further check or another shape of its result. */
export function mapped<T, U>(reader: Reader<T>, map: (read: T, place: Place) => U): Reader<U> {
  return shaped(reader.shape, (value, place) => {
    const read = reader(value, place)
    return read === undefined ? undefined : map(read, place)
  })
}
