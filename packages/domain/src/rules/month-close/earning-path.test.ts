import { expect, test } from 'vitest'

import { fraction } from '../../fraction.ts'
import { MONTH, smallPlan } from '../../testing/random-months.ts'
import { earningPath, NOBODY } from './earning-path.ts'
import { depthFirst } from './depth-first.ts'

/** Row 0 is above 1, 1 above 2, 2 above 3; row 4 is another root. */
const { partners } = depthFirst({
  size: 5,
  ids: Float64Array.of(1, 2, 3, 4, 5),
  parent: Int32Array.of(-1, 0, 1, 2, -1),
  registeredAt: new Float64Array(5),
  blocked: new Uint8Array(5),
})
const rowOf = (id: number) => partners.ids.indexOf(id)

/** The earners, by partner, with the percent of each; the path names them in the order of their rows. */
function pathOf(percents: Readonly<Record<number, string>>, blocked: readonly number[] = []) {
  const plan = smallPlan()
  const offered = ['0', '1', '2'].map((percent, place) => {
    return { ...plan.programmes.infinity.rows[place]!, percent: fraction(percent) }
  })
  const effective = new Uint8Array(5)
  for (const [id, percent] of Object.entries(percents)) {
    effective[rowOf(Number(id))] = Number(percent) + 1
  }
  const earners = Object.keys(percents)
    .map((id) => rowOf(Number(id)))
    .toSorted((a, b) => a - b)
  const segment = { version: { version: 1, plan }, start: MONTH, end: MONTH + 1 }
  const isBlocked = Uint8Array.from(partners.ids, (id) => (blocked.includes(id) ? 1 : 0))
  const path = earningPath(
    { segment, rows: offered, effective, earners },
    { ...partners, blocked: isBlocked },
  )
  const idAt = (place: number) => (place === NOBODY ? null : partners.ids[path.rows[place]!]!)
  return {
    ids: path.rows.map((_, place) => idAt(place)),
    heights: path.height,
    above: path.nextEarning.map(idAt),
    higher: path.nextHigher.map(idAt),
    nearest: [1, 2, 3, 4, 5].map((id) => idAt(path.nearest[rowOf(id)]!)),
  }
}

test('C4 each earner points to the next above, and to the next with a higher percent', () => {
  expect(pathOf({ 1: '2', 2: '1', 3: '1' })).toMatchObject({
    heights: [2, 1, 1],
    above: [null, 1, 2],
    higher: [null, 1, 1],
    nearest: [null, 1, 2, 3, null],
  })
})

test('a percent of 0 and blocked partners are no part of the path', () => {
  expect(pathOf({ 1: '1', 2: '0', 3: '2' })).toMatchObject({
    ids: [1, 3],
    heights: [1, 2],
    above: [null, 1],
    higher: [null, null],
    nearest: [null, 1, 1, 3, null],
  })
  expect(pathOf({ 1: '1', 2: '2' }, [2])).toMatchObject({
    ids: [1],
    nearest: [null, 1, 1, 1, null],
  })
})
