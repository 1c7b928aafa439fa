import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { BROKEN_PLANS, changedPlan } from '../testing/broken-plans.ts'
import { defaultPlan } from '../testing/default-plan.ts'
import { DEFAULT_PLAN_DOCUMENT } from './default-plan.ts'
import { planDocument, planText } from './plan-document.ts'
import {
  comparePlans,
  leavesOf,
  placeOf,
  type Step,
  stepsOf,
  valueAt,
  withValueAt,
  writtenLeaf,
} from './plan-places.ts'
import { emptyOf, type Shape } from './plan-shape.ts'
import { planShape, readPlan } from './read-plan.ts'

const LEAVES = leavesOf(DEFAULT_PLAN_DOCUMENT)
const LISTS = [
  'ranks',
  'unilevel',
  'programmes.infinity.rows',
  'programmes.bsp.currencies',
  'ranks[4].legs',
]

/** A value that no place of the default plan holds. */
const news = fc.oneof(
  fc.integer({ min: 1_000_000, max: 9_000_000 }).map((number) => `new ${number}`),
  fc.integer({ min: -9_000, max: -1_000 }),
)

describe('PLN-003 comparison by place', () => {
  test('names every value that was changed, and no other', () => {
    const edits = fc.uniqueArray(fc.tuple(fc.constantFrom(...LEAVES), news), {
      selector: ([leaf]) => leaf.place,
      maxLength: 8,
    })
    fc.assert(
      fc.property(edits, (some) => {
        const after = some.reduce<unknown>(
          (document, [leaf, value]) => withValueAt(document, stepsOf(leaf.place), value),
          DEFAULT_PLAN_DOCUMENT,
        )
        const expected = some.map(([leaf, value]) => ({
          place: leaf.place,
          before: writtenLeaf(leaf.value),
          after: writtenLeaf(value),
        }))
        expect(sorted(comparePlans(DEFAULT_PLAN_DOCUMENT, after))).toEqual(sorted(expected))
        const back = expected.map(({ place, before, after: value }) => ({
          place,
          before: value,
          after: before,
        }))
        expect(sorted(comparePlans(after, DEFAULT_PLAN_DOCUMENT))).toEqual(sorted(back))
      }),
    )
  })

  test('names the values of a row that was added or removed, and not the rows behind it', () => {
    const row = { id: 'new', code: 'NEW', legs: ['0.9', '0.1'] }
    fc.assert(
      fc.property(fc.constantFrom(...LISTS), fc.nat(), (list, at) => {
        const steps = stepsOf(list)
        const rows = valueAt(DEFAULT_PLAN_DOCUMENT, steps) as readonly unknown[]
        const place = at % (rows.length + 1)
        const more = withValueAt(DEFAULT_PLAN_DOCUMENT, steps, rows.toSpliced(place, 0, row))
        const leaves = leavesOf(row, [...steps, place])
        expect(comparePlans(DEFAULT_PLAN_DOCUMENT, more)).toEqual(
          leaves.map((leaf) => ({ place: leaf.place, before: null, after: leaf.value })),
        )
        expect(comparePlans(more, DEFAULT_PLAN_DOCUMENT)).toEqual(
          leaves.map((leaf) => ({ place: leaf.place, before: leaf.value, after: null })),
        )
      }),
    )
  })

  test('equal documents differ nowhere, whatever they hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (document) => {
        expect(comparePlans(document, structuredClone(document))).toEqual([])
      }),
    )
  })

  test('documents that differ anywhere have a difference', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const isSame = JSON.stringify(sortedKeys(one)) === JSON.stringify(sortedKeys(other))
        expect(comparePlans(one, other).length === 0).toBe(isSame)
      }),
    )
  })

  test('a field that was left out, an empty list and another type are differences', () => {
    expect(comparePlans({ a: 1 }, {})).toEqual([{ place: 'a', before: '1', after: null }])
    expect(comparePlans({ a: [] }, { a: ['x'] })).toEqual([
      { place: 'a[0]', before: null, after: 'x' },
    ])
    expect(comparePlans({ a: 5 }, { a: '5' })).toEqual([{ place: 'a', before: '5', after: '5' }])
    expect(comparePlans({ a: 5 }, { a: { b: 1 } })).toEqual([
      { place: 'a', before: '5', after: null },
      { place: 'a.b', before: null, after: '1' },
    ])
  })
})

/** A document with the keys of its objects in one order. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, sortedKeys(each)] as const)
  return { fields: entries.toSorted(([one], [other]) => (one < other ? -1 : 1)) }
}

const sorted = <Row extends { readonly place: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => (one.place < other.place ? -1 : 1))

describe('places', () => {
  test('each leaf of the default plan is at its place', () => {
    expect(LEAVES.length).toBeGreaterThan(250)
    expect(new Set(LEAVES.map(({ place }) => place)).size).toBe(LEAVES.length)
    for (const { place, value } of LEAVES) {
      expect(valueAt(DEFAULT_PLAN_DOCUMENT, stepsOf(place))).toBe(value)
      expect(placeOf(stepsOf(place))).toBe(place)
    }
  })

  test('a value replaces what stands in the way of its place; undefined removes a field or a row', () => {
    expect(withValueAt({ ranks: 5 }, ['ranks', 0, 'id'], 1)).toEqual({ ranks: [{ id: 1 }] })
    expect(withValueAt({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 })
    expect(withValueAt({ a: [1, 2] }, ['a', 0], undefined)).toEqual({ a: [2] })
    expect(valueAt({ a: null }, ['a', 'b', 0])).toBeUndefined()
  })
})

/** The places of a form, with `[]` for any row. */
function placesOf(shape: Shape, steps: readonly Step[] = []): string[] {
  if (shape.kind === 'list') return placesOf(shape.element, [...steps, 0])
  if (shape.kind !== 'fields') return [placeOf(steps)]
  return Object.entries(shape.fields).flatMap(([name, field]) => placesOf(field, [...steps, name]))
}

describe('the form of a plan', () => {
  test('PLN-005 has every value of the document that `planDocument` writes, and no other', () => {
    const written = LEAVES.map(({ place }) => place.replaceAll(/\[\d+\]/g, '[0]'))
    expect(new Set(placesOf(planShape()))).toEqual(new Set(written))
  })

  test('an empty document has the settings of the default plan, and no number and no row', () => {
    const empty = emptyOf(planShape()) as Record<string, unknown>
    const {
      validFrom: _start,
      ranks: _ranks,
      unilevel: _rows,
      activity: _days,
      programmes: _all,
      ...settings
    } = DEFAULT_PLAN_DOCUMENT
    expect(empty).toMatchObject({ ...settings, validFrom: '', ranks: [], unilevel: [] })
    expect(valueAt(empty, ['programmes', 'diamondPools'])).toEqual({
      from: '',
      base: 'company',
      legs: [],
      rows: [],
      currencies: [],
    })
  })
})

test('PLN-008 a plan is written with two spaces and a line end, and reads back as the same plan', () => {
  const text = planText(defaultPlan())
  expect(text).toBe(`${JSON.stringify(planDocument(defaultPlan()), null, 2)}\n`)
  expect(readPlan(JSON.parse(text))).toEqual({ plan: defaultPlan() })
})

test('PLN-006 the table of broken plans has at least 60 rows', () => {
  expect(BROKEN_PLANS.length).toBeGreaterThanOrEqual(60)
  expect(changedPlan({})).toEqual(DEFAULT_PLAN_DOCUMENT)
})
