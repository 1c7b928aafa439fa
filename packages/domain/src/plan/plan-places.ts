/** A step of a place: the name of a field or the position of a row. */
export type Step = string | number

/** A value of a document that holds no others, at its place such as `ranks[3].turnover`. */
export type Leaf = { readonly place: string; readonly value: unknown }

/** A difference of two documents. `before`: null if it was added; `after`: null if it was removed. */
export type PlanChange = {
  readonly place: string
  readonly before: string | null
  readonly after: string | null
}

/** The place of these steps, as problems name it. */
export const placeOf = (steps: readonly Step[]): string =>
  steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')

/** The steps of a place, as problems name it. */
export const stepsOf = (place: string): Step[] =>
  place
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))

/** All values of a document that hold no others. An empty list or object is one itself. */
export function leavesOf(document: unknown, steps: readonly Step[] = []): Leaf[] {
  const entries = entriesOf(document)
  if (entries.length === 0) return [{ place: placeOf(steps), value: document }]
  return entries.flatMap(([step, value]) => leavesOf(value, [...steps, step]))
}

function entriesOf(value: unknown): (readonly [Step, unknown])[] {
  if (Array.isArray(value)) return value.map((each, index) => [index, each] as const)
  return isObject(value) ? Object.entries(value) : []
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as it is written: a text as it is, anything else as JSON. */
export const writtenLeaf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/**
 * Compares two documents by place. Rows that are equal at the beginning and at the end of a list stand for each other, so that a row
 * that was added or removed is no change of the rows behind it. A removed value has its place of before, any other that of after.
 *
 * Source: requirements PLN-003.
 */
export function comparePlans(before: unknown, after: unknown): PlanChange[] {
  return changesAt(before, after, [])
}

function changesAt(before: unknown, after: unknown, steps: readonly Step[]): PlanChange[] {
  if (Array.isArray(before) && Array.isArray(after)) return rowChanges(before, after, steps)
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) => fieldChanges(before, after, [...steps, name]))
  }
  if (writtenLeaf(before) === writtenLeaf(after) && typeof before === typeof after) return []
  if (isLeaf(before) && isLeaf(after)) {
    return [{ place: placeOf(steps), before: writtenLeaf(before), after: writtenLeaf(after) }]
  }
  return [...removed(before, steps), ...added(after, steps)]
}

const isLeaf = (value: unknown): boolean => entriesOf(value).length === 0

type Fields = Readonly<Record<string, unknown>>

function fieldChanges(before: Fields, after: Fields, steps: readonly Step[]): PlanChange[] {
  const name = String(steps.at(-1))
  if (!Object.hasOwn(before, name)) return added(after[name], steps)
  if (!Object.hasOwn(after, name)) return removed(before[name], steps)
  return changesAt(before[name], after[name], steps)
}

function rowChanges(
  before: readonly unknown[],
  after: readonly unknown[],
  steps: readonly Step[],
): PlanChange[] {
  const first = equalRows(before, after)
  const last = equalRows(before.slice(first).toReversed(), after.slice(first).toReversed())
  const [goneTo, comeTo] = [before.length - last, after.length - last]
  const both = Math.min(goneTo, comeTo)
  const at = (index: number) => [...steps, index]
  const changes: PlanChange[] = []
  for (let row = first; row < both; row += 1) {
    changes.push(...changesAt(before[row], after[row], at(row)))
  }
  for (let row = Math.max(first, both); row < goneTo; row += 1) {
    changes.push(...removed(before[row], at(row)))
  }
  for (let row = Math.max(first, both); row < comeTo; row += 1) {
    changes.push(...added(after[row], at(row)))
  }
  return changes
}

/** How many rows two lists have in common from their beginning on. */
function equalRows(one: readonly unknown[], other: readonly unknown[]): number {
  const most = Math.min(one.length, other.length)
  const differs = one.slice(0, most).findIndex((row, index) => !isSame(row, other[index]))
  return differs < 0 ? most : differs
}

const isSame = (one: unknown, other: unknown): boolean => changesAt(one, other, []).length === 0

const removed = (value: unknown, steps: readonly Step[]): PlanChange[] =>
  leavesOf(value, steps).map((leaf) => ({
    place: leaf.place,
    before: writtenLeaf(leaf.value),
    after: null,
  }))

const added = (value: unknown, steps: readonly Step[]): PlanChange[] =>
  leavesOf(value, steps).map((leaf) => ({
    place: leaf.place,
    before: null,
    after: writtenLeaf(leaf.value),
  }))

/** The value at a place; undefined where there is none. */
export function valueAt(document: unknown, steps: readonly Step[]): unknown {
  return steps.reduce<unknown>((value, step) => childOf(value, step), document)
}

function childOf(value: unknown, step: Step): unknown {
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
}

/** The document with another value at a place; undefined removes it. What stands in the way of the place is replaced. */
export function withValueAt(document: unknown, steps: readonly Step[], value: unknown): unknown {
  const [step, ...inner] = steps
  if (step === undefined) return value
  const next = withValueAt(childOf(document, step), inner, value)
  if (typeof step === 'number') {
    const rows: unknown[] = Array.isArray(document) ? [...document] : []
    if (next === undefined) rows.splice(step, 1)
    else rows[step] = next
    return rows
  }
  const fields = { ...(isObject(document) ? document : {}) }
  if (next === undefined) delete fields[step]
  else fields[step] = next
  return fields
}
